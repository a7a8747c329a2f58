import { type ReactNode, useId } from 'react'

export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-required': boolean | undefined
}

type Props = {
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  children: (control: FieldControl) => ReactNode
}

/** A label, its control, a line of help and the error: `<Field label="Email">{(c) => <Input {...c} />}</Field>`. */
export function Field({ label, description, error, required, children }: Props) {
  const id = useId()
  const descriptionId = `${id}-description`
  const errorId = `${id}-error`
  const describedBy = [description && descriptionId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="justify-self-start text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {description ? (
        <p id={descriptionId} className="text-xs text-muted">
          {description}
        </p>
      ) : null}
      <FieldError id={errorId} message={error} />
    </div>
  )
}

export function FieldError({ id, message }: { id: string; message: ReactNode }) {
  if (!message) return null
  return (
    <p id={id} role="alert" className="text-sm font-medium text-dismissal">
      {message}
    </p>
  )
}
