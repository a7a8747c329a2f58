import type { subscriptionDetails } from '@touchline/contract/subscriptions.ts'
import type * as z from 'zod/mini'

type Details = z.output<typeof subscriptionDetails.reply & {}>

/** In dollars: what a month of this subscription costs, and what its open invoice asks for now. */
export type OpenBill = { price: number; due: number }

/** The renewal that somebody owes; null for those who owe nothing and would pay the price of today. */
export function openBillOf({ subscription }: Details): OpenBill | null {
  if (subscription?.status !== 'past_due' && subscription?.status !== 'unpaid') return null
  const priceCents = subscription.items.data[0]?.price.unit_amount ?? 0
  return { price: priceCents / 100, due: (subscription.amount_due ?? priceCents) / 100 }
}
