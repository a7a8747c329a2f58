import type { Tip } from '@touchline/contract/tips.ts'
import { Refusal } from '#errors.ts'
import type { TipRow } from './schema.ts'

/** A tip as both sides see it, the amount in dollars, with who is on the other side where a list says it. */
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

/** What a tip was paid with, as the sender is told. */
export const toCardInfo = (row: TipRow) => ({ brand: row.cardBrand, last4: row.cardLast4 })

const ownFailures = new Set(['expired', 'not_sent', 'unusable'])

/** A failed tip as the refusal its sender gets: 402 with the reason and the card. */
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
