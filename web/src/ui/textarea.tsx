import { clsx } from 'clsx'
import { type ComponentProps, useId } from 'react'

type Props = ComponentProps<'textarea'> & {
  /** Shows `used/limit` below the field, in code points like the server. */
  limit?: number
}

export function Textarea({ className, limit, rows = 4, 'aria-describedby': describedBy, ...rest }: Props) {
  const counterId = useId()
  const used = typeof rest.value === 'string' ? Array.from(rest.value).length : 0
  const ids = [describedBy, limit ? counterId : undefined].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1">
      <textarea
        rows={rows}
        dir="auto"
        className={clsx('control resize-y', className)}
        aria-describedby={ids || undefined}
        {...rest}
      />
      {limit ? (
        <p
          id={counterId}
          className={clsx('board justify-self-end text-xs', used > limit ? 'text-dismissal' : 'text-muted')}
        >
          {used}/{limit}
        </p>
      ) : null}
    </div>
  )
}
