import type { Stripe } from 'stripe'
import { mostOffMs } from '#clock-watch.ts'
import { isMissingAtProvider, isNotPermitted, toRefusal } from './provider-errors.ts'

type Provider = { stripe: Stripe; secrets: readonly string[] }

/** A genuine event. `saidMs` is when the provider says that it sent it; `isOnTime` whether this machine agrees. */
export type Verified = { event: Stripe.Event; saidMs: number; isOnTime: boolean }

function signedBy({ stripe, secrets }: Provider, rawBody: Buffer, signature: string): Stripe.Event | null {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(rawBody, signature, secret, 0)
    } catch {
      // Another secret may fit; which part was wrong is nobody's business.
    }
  }
  return null
}

/**
 * The event whose signature is valid, or null. One that was signed at another time than now is an old one that somebody
 * sends again, or it is this machine whose clock is wrong: then the provider is asked for it, and its answer counts.
 * Throws a 503 refusal while the provider cannot be asked.
 */
export async function verifyEvent(
  provider: Provider,
  rawBody: Buffer,
  signature = '',
): Promise<Verified | null> {
  const event = signedBy(provider, rawBody, signature)
  if (!event) return null
  const saidMs = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) * 1000
  if (Math.abs(Date.now() - saidMs) <= mostOffMs) return { event, saidMs, isOnTime: true }
  try {
    return { event: await provider.stripe.events.retrieve(event.id), saidMs, isOnTime: false }
  } catch (error) {
    if (isMissingAtProvider(error) || isNotPermitted(error)) return null
    throw toRefusal(error)
  }
}
