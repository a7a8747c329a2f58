import type { FastifyBaseLogger } from 'fastify'
import type { Stripe } from 'stripe'
import type { Database } from '#db/database.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import { limits } from '#limits/limits.ts'
import { memoryRates } from '#limits/rate.ts'
import type { Clock } from '#time/clock.ts'

type Options = { stripe: Stripe; db: Database; clock: Clock; log: FastifyBaseLogger }

const eventId = /"id"\s*:\s*"(evt_\w{1,255})"/

/**
 * Logs one line a minute, because anyone can send one. The admins are alerted only when the provider knows the event:
 * then the endpoint's signing secret differs from this site's.
 */
export function recordForged({ stripe, db, clock, log }: Options): (rawBody: Buffer) => Promise<void> {
  const rates = memoryRates()
  let refusedBefore = 0

  const isReal = async (rawBody: Buffer) => {
    const id = eventId.exec(rawBody.subarray(0, 4096).toString())?.[1]
    if (!id || rates.count('lookup', limits.forgedEventLookups) !== null) return false
    return stripe.events.retrieve(id).then(
      () => true,
      () => false,
    )
  }

  return async (rawBody) => {
    if (rates.count('log line', limits.forgedEventLogs) === null) {
      log.warn({ refusedBefore }, 'event rejected: invalid signature')
      refusedBefore = 0
    }
    refusedBefore += 1
    if (!(await isReal(rawBody))) return
    const message =
      'An event of this site’s own account arrived with an invalid signature: its endpoint has another secret.'
    await raiseAlert(db, { clock, log }, { kind: 'webhook-signature', subject: 'webhooks', message })
  }
}
