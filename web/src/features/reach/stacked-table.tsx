import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = { label: string; columns: string[]; children: ReactNode }

/** A table whose rows stack on a phone, each cell under its column name. */
export function StackedTable({ label, columns, children }: Props) {
  return (
    <table className="w-full border-collapse text-sm max-sm:block">
      <caption className="sr-only">{label}</caption>
      <thead className="text-muted max-sm:sr-only">
        <tr className="border-b border-line">
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={clsx('py-3 font-semibold', index === 0 ? 'pr-3 text-left' : 'pl-3 text-right')}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">{children}</tbody>
    </table>
  )
}

export function StackedRow({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <tr className="border-b border-line align-middle max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-2 max-sm:py-3">
      <th scope="row" className="min-w-0 py-3 pr-3 text-left font-normal max-sm:col-span-2 max-sm:py-1">
        {heading}
      </th>
      {children}
    </tr>
  )
}

export function StackedCell({ of, children }: { of: string; children: ReactNode }) {
  return (
    <td className="py-3 pl-3 text-right max-sm:p-0 max-sm:text-left">
      <span aria-hidden className="block text-xs text-muted sm:hidden">
        {of}
      </span>
      {children}
    </td>
  )
}
