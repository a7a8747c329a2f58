import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { maxSkewMs } from '#time/clock-skew.ts'
import { invalid } from '#errors.ts'
import { isMissingAtProvider, isNotPermitted, toRefusal } from './provider-errors.ts'

type Provider = { stripe: Stripe; secrets: readonly string[] }

/** A genuine event. `saidMs` is when the provider says that it sent it; `isOnTime` whether this machine agrees. */
export type VerifiedEvent = { event: Stripe.Event; saidMs: number; isOnTime: boolean }

/** What can be kept: PostgreSQL's text knows no NUL. */
const shortWords = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[^\0]*$/))

/** What every event is, whatever it is about. */
const anyEvent = z.object({
  id: shortWords,
  type: shortWords,
  livemode: z.boolean(),
  created: z.int(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/** When a signature says that it was made, in ms; null where it does not, or says it twice: only one of them was signed. */
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
      // Another secret may fit; which part was wrong is nobody's business.
    }
  }
  return null
}

/**
 * The event whose signature is valid, or null. One that was signed at another time than now is an old one that somebody
 * sends again, or it is this machine whose clock is wrong: then the provider is asked for it, and its answer counts.
 * Throws a 400 refusal for what is signed and no event, and a 503 refusal while the provider cannot be asked.
 */
export async function verifyEvent(
  provider: Provider,
  rawBody: Buffer,
  signature = '',
): Promise<VerifiedEvent | null> {
  const saidMs = signedAtMs(signature)
  const event = saidMs === null ? null : signedBy(provider, rawBody, signature)
  if (!event || saidMs === null) return null
  if (!anyEvent.safeParse(event).success) throw invalid('What was signed is not an event.')
  if (Math.abs(Date.now() - saidMs) <= maxSkewMs) return { event, saidMs, isOnTime: true }
  try {
    return { event: await provider.stripe.events.retrieve(event.id), saidMs, isOnTime: false }
  } catch (error) {
    if (isMissingAtProvider(error) || isNotPermitted(error)) return null
    throw toRefusal(error)
  }
}
