import type { BalanceCheck, Payment } from '@touchline/contract/ledger.ts'
import type { BadgeLook } from '#ui/badge.tsx'
import { formatDollars } from '#ui/dollars.ts'

/** 1299 as `$12.99`. */
export const formatCents = (cents: number) => formatDollars(cents / 100)

/** A side of an equation: money or a number of things. */
export const formatSide = (value: number, unit: BalanceCheck['unit']) =>
  unit === 'cents' ? formatCents(value) : value.toLocaleString('en-US')

/** Dollars as people type them (`12`, `12.5`, `$12.99`) in cents; null for anything else. */
export function toCents(typed: string): number | null {
  const amount = /^\$?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  return amount ? Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0')) : null
}

/** How a payment stands, in a word and its colour. */
export const stateText: Record<Payment['state'], { word: string; look: BadgeLook }> = {
  paid: { word: 'Paid', look: 'turf' },
  partly_refunded: { word: 'Partly refunded', look: 'caution' },
  refunded: { word: 'Refunded', look: 'line' },
  disputed: { word: 'Disputed', look: 'dismissal' },
}

export const kindText: Record<Payment['kind'], string> = { subscription: 'Membership', tip: 'Tip' }

/** Who paid; of an account that was deleted nobody knows. */
export const payerName = ({ payer }: Pick<Payment, 'payer'>) => payer?.name ?? 'Somebody unknown'

/** What is wrong with an amount to refund, in a sentence; null when nothing is. */
export function amountProblem(cents: number | null, refundableCents: number): string | null {
  if (cents === null) return 'Enter an amount in dollars, like 12.99.'
  if (cents < 1) return 'Refund at least one cent.'
  if (cents > refundableCents) return `At most ${formatCents(refundableCents)} can be refunded.`
  return null
}
