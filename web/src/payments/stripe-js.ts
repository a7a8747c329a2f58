import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

const opened = new Map<string, Promise<Stripe>>()

async function open(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js is for browsers')
  return stripe
}

/** Loads Stripe.js once per key, and again after a failure. */
export function loadedStripe(publishableKey: string): Promise<Stripe> {
  const known = opened.get(publishableKey)
  if (known) return known
  const loading = open(publishableKey)
  opened.set(publishableKey, loading)
  loading.catch(() => opened.delete(publishableKey))
  return loading
}
