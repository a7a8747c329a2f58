import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'className'> & {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  error?: ReactNode
}

/** A box with its label (which may hold links) and error. */
export function Checkbox({ label, checked, onChange, error, ...rest }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-3">
        <input
          {...rest}
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="tick"
        />
        <label htmlFor={id} className="min-h-6 text-sm">
          {label}
        </label>
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
