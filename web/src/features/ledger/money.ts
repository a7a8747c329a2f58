import type { BalanceCheck, Payment } from '@touchline/contract/ledger.ts'
import type { BadgeLook } from '#ui/badge.tsx'
import { formatDollars } from '#ui/dollars.ts'

/** 1299 as `$12.99`. */
export const formatCents = (cents: number) => formatDollars(cents / 100)

/** A value of a balance check: money or a count. */
export const formatSide = (value: number, unit: BalanceCheck['unit']) =>
  unit === 'cents' ? formatCents(value) : value.toLocaleString('en-US')

/** Typed dollars (`12`, `12.5`, `$12.99`) in cents; null for anything else. */
export function toCents(typed: string): number | null {
  const amount = /^\$?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  return amount ? Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0')) : null
}

export const stateText: Record<Payment['state'], { word: string; look: BadgeLook }> = {
  paid: { word: 'Paid', look: 'turf' },
  partly_refunded: { word: 'Partly refunded', look: 'caution' },
  refunded: { word: 'Refunded', look: 'line' },
  disputed: { word: 'Disputed', look: 'dismissal' },
}

export const kindText: Record<Payment['kind'], string> = { subscription: 'Membership', tip: 'Tip' }

/** The payer; unknown after the account was deleted. */
export const payerName = ({ payer }: Pick<Payment, 'payer'>) => payer?.name ?? 'Unknown payer'

/** The error message for a refund amount; null when it is valid. */
export function amountProblem(cents: number | null, refundableCents: number): string | null {
  if (cents === null) return 'Enter an amount in dollars, like 12.99.'
  if (cents < 1) return 'Refund at least one cent.'
  if (cents > refundableCents) return `At most ${formatCents(refundableCents)} can be refunded.`
  return null
}
