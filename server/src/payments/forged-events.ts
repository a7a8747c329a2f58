import type { FastifyBaseLogger } from 'fastify'
import type { Stripe } from 'stripe'
import type { Database } from '#db/database.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import type { Clock } from '#time/clock.ts'

const windowMs = 60_000
const lookupsPerWindow = 10

type Options = { stripe: Stripe; db: Database; clock: Clock; log: FastifyBaseLogger }

const eventId = /"id"\s*:\s*"(evt_\w{1,255})"/

/**
 * Makes the function that notes an event with an invalid signature: one line in the log a minute, however many come.
 * Anybody can send one, so the admins are alerted only about an event that the provider knows: then the secret of the
 * endpoint is another one than this site's.
 */
export function recordForged({ stripe, db, clock, log }: Options): (rawBody: Buffer) => Promise<void> {
  let windowEndsMs = 0
  let count = 0
  let lookups = 0

  const isReal = async (rawBody: Buffer) => {
    const id = eventId.exec(rawBody.subarray(0, 4096).toString())?.[1]
    if (!id || lookups >= lookupsPerWindow) return false
    lookups += 1
    return stripe.events.retrieve(id).then(
      () => true,
      () => false,
    )
  }

  return async (rawBody) => {
    const now = performance.now()
    if (now > windowEndsMs) {
      log.warn({ refusedBefore: count }, 'an event was refused: its signature is not valid')
      windowEndsMs = now + windowMs
      count = 0
      lookups = 0
    }
    count += 1
    if (!(await isReal(rawBody))) return
    const message =
      'An event of this site’s own account arrived with a signature that is not valid: its endpoint has another secret.'
    await raiseAlert(db, { clock, log }, { kind: 'webhook-signature', subject: 'webhooks', message })
  }
}
