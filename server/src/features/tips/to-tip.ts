import type { Tip } from '@touchline/contract/tips.ts'
import { Refusal } from '#errors.ts'
import type { TipRow } from './schema.ts'

/** Converts a tip to the contract, the amount in dollars, optionally with the other party. */
export const toTip = (row: TipRow, otherSide: Pick<Tip, 'fromUser' | 'toUser'> = {}): Tip => ({
  id: row.id,
  amount: row.amountCents / 100,
  status: row.status,
  message: row.message,
  postId: row.postId,
  isAcknowledged: row.isAcknowledged,
  createdAt: row.createdAt.toISOString(),
  ...otherSide,
})

export const toCardInfo = (row: TipRow) => ({ brand: row.cardBrand, last4: row.cardLast4 })

const ownFailures = new Set(['expired', 'not_sent', 'unusable'])

export function toRefusal(row: TipRow): Refusal {
  const failure = row.failureCode ?? ''
  const code = failure.includes('authentication')
    ? 'authentication_failed'
    : ownFailures.has(failure)
      ? 'payment_failed'
      : 'card_declined'
  return new Refusal(402, code, row.failureMessage ?? 'Your payment was declined.', {
    cardInfo: toCardInfo(row),
  })
}
