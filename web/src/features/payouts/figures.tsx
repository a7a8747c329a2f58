import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { inDollars } from './payout-text.ts'

type FigureProps = { label: string; cents: number; children?: ReactNode }

export function Figure({ label, cents, children }: FigureProps) {
  return (
    <div className="surface min-w-0 p-3 sm:p-5">
      <dt className="lettering text-xs text-muted">{label}</dt>
      <dd className="board mt-1 text-xl break-words sm:text-2xl">{inDollars(cents)}</dd>
      {children ? <dd className="mt-1 text-xs text-muted">{children}</dd> : null}
    </div>
  )
}

type RowProps = { label: ReactNode; cents: number; isSum?: boolean; note?: string }

export function AmountRow({ label, cents, isSum = false, note }: RowProps) {
  return (
    <div className={clsx('flex justify-between gap-x-4 py-3', isSum && 'font-semibold')}>
      <dt className="min-w-0">
        {label}
        {note ? <span className="block text-xs font-normal text-muted">{note}</span> : null}
      </dt>
      <dd className="board">{inDollars(cents)}</dd>
    </div>
  )
}
