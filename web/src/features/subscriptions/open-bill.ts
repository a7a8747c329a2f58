import type { subscriptionDetails } from '@touchline/contract/subscriptions.ts'
import type * as z from 'zod/mini'

type Details = z.output<typeof subscriptionDetails.reply & {}>

/** In dollars: the monthly price of this subscription and the amount due on its open invoice. */
export type OpenBill = { price: number; due: number }

/** The renewal that a member owes; null if nothing is due and the current price applies. */
export function openBillOf({ subscription }: Details): OpenBill | null {
  if (subscription?.status !== 'past_due' && subscription?.status !== 'unpaid') return null
  const priceCents = subscription.items.data[0]?.price.unit_amount ?? 0
  return { price: priceCents / 100, due: (subscription.amount_due ?? priceCents) / 100 }
}
