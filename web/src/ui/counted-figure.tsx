import type { ReactNode } from 'react'
import { Definition } from './definition.tsx'

export const notEnough = 'Not enough data yet'

type Props = {
  label: string
  /** Null without enough data. */
  value: string | null
  note?: string | undefined
  change?: ReactNode
  definition: ReactNode
  children?: ReactNode
}

/** A value with its name and an expandable definition, for a `<dl>`. */
export function CountedFigure({ label, value, note, change, definition, children }: Props) {
  return (
    <div className="surface relative flex min-w-0 flex-col gap-1 p-3 has-[details[open]]:col-span-full sm:p-5">
      <dt className="lettering pr-7 text-xs text-muted sm:pr-8 sm:text-sm">{label}</dt>
      <dd className={value === null ? 'text-muted' : 'board text-xl break-words sm:text-2xl'}>
        {value ?? notEnough}
      </dd>
      {note ? <dd className="text-xs text-muted">{note}</dd> : null}
      {change ? <dd className="flex flex-1 flex-col gap-1">{change}</dd> : null}
      <dd>
        <Definition of={label}>{definition}</Definition>
      </dd>
      {children ? <dd className="mt-auto flex flex-wrap gap-x-4 text-sm print:hidden">{children}</dd> : null}
    </div>
  )
}
