import type { LineGroup, Share, Statement } from '@touchline/contract/payouts.ts'
import type { BadgeLook } from '#ui/badge.tsx'
import { formatDollars } from '#ui/dollars.ts'

/** Cents as `$9.74`. */
export const inDollars = (cents: number) => formatDollars(cents / 100)

const inUtc = (at: string, options: Intl.DateTimeFormatOptions) =>
  new Date(at).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' })

/** A month like 2026-10-01 as `October 2026`. */
export const monthInWords = (month: string) => inUtc(month, { month: 'long', year: 'numeric' })

/** A day in UTC, as statements count days: `4 November 2026`. */
export const dayInWords = (at: string) => inUtc(at, { day: 'numeric', month: 'long', year: 'numeric' })

export const groupWords: Record<LineGroup, string> = {
  subscriptions: 'Subscriptions',
  tips: 'Tips',
  refunds: 'Refunds',
  disputes: 'Disputes',
  corrections: 'Corrections',
  payouts: 'Payouts',
}

/** 7500 basis points as `75%`. */
export const inPercent = (basisPoints: number) => `${basisPoints / 100}%`

/** The rule for one kind of payment: `75% of each subscription: $9.74 of $12.99`. */
export const ruleOf = (what: string, { basisPoints, creatorCents, priceCents }: Share) =>
  `${inPercent(basisPoints)} of each ${what}: ${inDollars(creatorCents)} of ${inDollars(priceCents)}`

/** How a statement stands, for its badge and in a sentence. */
export function stateWords({ state, payableCents, payout }: Statement): {
  text: string
  look: BadgeLook
  says: string
} {
  switch (state) {
    case 'closed':
      return payableCents > 0
        ? { text: 'Ready', look: 'caution', says: 'Waits for an admin to approve it.' }
        : { text: 'Closed', look: 'line', says: 'Nothing is payable. The balance goes into the next month.' }
    case 'approved':
      return {
        text: 'Approved',
        look: 'review',
        says:
          payout?.method === 'manual'
            ? 'Waits for an admin to send it and to record its reference.'
            : payout?.lastError
              ? `Not sent yet: ${payout.lastError} It is tried again every day.`
              : 'The transfer is on its way to the provider.',
      }
    case 'sending':
      return { text: 'Sending', look: 'review', says: 'The transfer is under way.' }
    case 'paid':
      return {
        text: 'Paid',
        look: 'turf',
        says: payout?.reference
          ? `Sent by hand: ${payout.reference}`
          : 'Transferred to the creator’s account.',
      }
    case 'reversed':
      return { text: 'Came back', look: 'dismissal', says: 'The money is payable again next month.' }
    default:
      return { text: 'Carried over', look: 'line', says: 'What was open went into the next month.' }
  }
}
