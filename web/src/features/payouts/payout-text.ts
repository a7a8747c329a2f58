import type { LineGroup, Share, Statement } from '@touchline/contract/payouts.ts'
import type { BadgeLook } from '#ui/badge.tsx'
import { formatDollars } from '#ui/dollars.ts'

/** Cents as `$9.74`. */
export const inDollars = (cents: number) => formatDollars(cents / 100)

export const groupText: Record<LineGroup, string> = {
  subscriptions: 'Subscriptions',
  tips: 'Tips',
  refunds: 'Refunds',
  disputes: 'Disputes',
  corrections: 'Corrections',
  payouts: 'Payouts',
}

/** 7500 basis points as `75%`. */
export const inPercent = (basisPoints: number) => `${basisPoints / 100}%`

/** The share for one kind of payment: `75% of each subscription: $9.74 of $12.99`. */
export const ruleOf = (what: string, { basisPoints, creatorCents, priceCents }: Share) =>
  `${inPercent(basisPoints)} of each ${what}: ${inDollars(creatorCents)} of ${inDollars(priceCents)}`

export const heldText = 'Too recent, not yet available from the provider, or disputed'

/** 1 as `1 day`. */
export const inDays = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

export function amountText(statement: Statement): { cents: number; words: string } {
  const { state, payout, payableCents, closingCents, isApprovable } = statement
  const ofBalance = `of a balance of ${inDollars(closingCents)}`
  if (isApprovable) return { cents: payableCents, words: `payable, ${ofBalance}` }
  if (payout && (state === 'approved' || state === 'sending'))
    return { cents: payout.amountCents, words: `approved, ${ofBalance}` }
  if (payout && state === 'paid') return { cents: payout.amountCents, words: `paid, ${ofBalance}` }
  if (payout && state === 'reversed') return { cents: payout.amountCents, words: `reversed, ${ofBalance}` }
  return { cents: closingCents, words: state === 'carried' ? 'carried into the next month' : 'balance' }
}

export function stateText({ state, payableCents, payout }: Statement): {
  text: string
  look: BadgeLook
  says: string
} {
  switch (state) {
    case 'closed':
      return payableCents > 0
        ? { text: 'Ready', look: 'caution', says: 'Waiting for an admin to approve it.' }
        : {
            text: 'Closed',
            look: 'line',
            says: 'Nothing is payable. The balance is carried over to the next month.',
          }
    case 'approved':
      return {
        text: 'Approved',
        look: 'review',
        says:
          payout?.method === 'manual'
            ? 'Waiting for an admin to send it and record its reference.'
            : payout?.lastError
              ? `Not sent yet: ${payout.lastError} It is retried every day.`
              : 'The transfer is on its way to the provider.',
      }
    case 'sending':
      return { text: 'Sending', look: 'review', says: 'The transfer is under way.' }
    case 'paid':
      return {
        text: 'Paid',
        look: 'turf',
        says: payout?.reference
          ? `Sent by hand: ${payout.reference.replace(/\.$/, '')}.`
          : 'Transferred to the creator’s account.',
      }
    case 'reversed':
      return { text: 'Reversed', look: 'dismissal', says: 'The money is payable again next month.' }
    default:
      return { text: 'Carried over', look: 'line', says: 'The balance was carried over to the next month.' }
  }
}
