import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { maxSkewMs } from '#time/clock-skew.ts'
import { invalid } from '#errors.ts'
import { isMissingAtProvider, isNotPermitted, toRefusal } from './provider-errors.ts'

type Provider = { stripe: Stripe; secrets: readonly string[] }

/** `signedMs` is the provider's time of sending; `isOnTime` whether this machine's clock agrees. */
export type VerifiedEvent = { event: Stripe.Event; signedMs: number; isOnTime: boolean }

/** Storable text: PostgreSQL's text cannot contain NUL. */
const shortText = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[^\0]*$/))

const anyEvent = z.object({
  id: shortText,
  type: shortText,
  livemode: z.boolean(),
  created: z.int(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/** Returns null when it is missing or ambiguous, because only one of several was signed. */
function signedAtMs(signature: string): number | null {
  const [time, ...others] = signature.split(',').filter((part) => part.startsWith('t='))
  const seconds = /^t=(\d+)$/.exec(time ?? '')?.[1]
  return seconds && others.length === 0 ? Number(seconds) * 1000 : null
}

function signedBy({ stripe, secrets }: Provider, rawBody: Buffer, signature: string): Stripe.Event | null {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(rawBody, signature, secret, 0)
    } catch {
      // Another secret may match. The reason is not reported.
    }
  }
  return null
}

/**
 * Returns null for an invalid signature. One of another time is a replay or a wrong clock: the event is fetched.
 * Throws a 400 refusal for a body that is no event, 503 while the provider is unavailable.
 */
export async function verifyEvent(
  provider: Provider,
  rawBody: Buffer,
  signature = '',
): Promise<VerifiedEvent | null> {
  const signedMs = signedAtMs(signature)
  const event = signedMs === null ? null : signedBy(provider, rawBody, signature)
  if (!event || signedMs === null) return null
  if (!anyEvent.safeParse(event).success) throw invalid('What was signed is not an event.')
  if (Math.abs(Date.now() - signedMs) <= maxSkewMs) return { event, signedMs, isOnTime: true }
  try {
    return { event: await provider.stripe.events.retrieve(event.id), signedMs, isOnTime: false }
  } catch (error) {
    if (isMissingAtProvider(error) || isNotPermitted(error)) return null
    throw toRefusal(error)
  }
}
