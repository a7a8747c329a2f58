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
 * Records events with an invalid signature: one log line a minute, however many arrive. Anyone can send one,
 * so the admins are alerted only when the provider knows the event: then the endpoint's signing secret
 * differs from this site's.
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
      log.warn({ refusedBefore: count }, 'event rejected: invalid signature')
      windowEndsMs = now + windowMs
      count = 0
      lookups = 0
    }
    count += 1
    if (!(await isReal(rawBody))) return
    const message =
      'An event of this site’s own account arrived with an invalid signature: its endpoint has another secret.'
    await raiseAlert(db, { clock, log }, { kind: 'webhook-signature', subject: 'webhooks', message })
  }
}
