import { api } from '@touchline/contract/api.ts'
import { conflict, notFound } from '#errors.ts'
import { idempotencyKeyOf } from '#http/idempotency-key.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import { closeAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { alertById, alertsBefore } from './queries.ts'
import { refundPayment } from './refund-payment.ts'
import type { PaymentAlert } from '#alerts/schema.ts'

const toAlert = ({ firstSeenAt, lastSeenAt, resolvedAt, ...alert }: PaymentAlert) => ({
  ...alert,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
})

export function routes(route: Route, services: Services): void {
  const { db } = services

  route(api.ledger.alerts, async ({ query }) => {
    const { rows, hasMore } = await alertsBefore(db, query)
    return { alerts: rows.map(toAlert), hasMore }
  })

  route(api.ledger.resolveAlert, async ({ params, body }) => {
    if (!(await alertById(db, params.id))) throw notFound('Alert')
    const closed = await closeAlert(db, services, params.id, body.note)
    if (!closed) throw conflict('This alert is already closed.')
    return { alert: toAlert(closed) }
  })

  route(api.ledger.retryEvent, async ({ params }) => {
    const found = await alertById(db, params.id)
    if (!found) throw notFound('Alert')
    const isTried = found.kind === 'webhook-dead' && (await services.payments.inbox.retry(found.subject))
    const closed = isTried ? await alertById(db, found.id) : null
    if (!closed) throw conflict('There is nothing to try again.')
    return { alert: toAlert(closed) }
  })

  route(
    api.ledger.refund,
    async ({ params, body, viewer, request, reply }) => {
      const { state, amountCents } = await refundPayment(services, {
        ...body,
        journalId: params.id,
        askedBy: viewer.id,
        pressKey: idempotencyKeyOf(request),
      })
      if (state === 'asked') void reply.code(202)
      return { amountCents, state: state === 'asked' ? ('asked' as const) : ('sent' as const) }
    },
    { limit: limits.askProvider },
  )
}
