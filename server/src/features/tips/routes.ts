import { api } from '@touchline/contract/api.ts'
import type { Tip } from '@touchline/contract/tips.ts'
import { notFound, Refusal } from '#errors.ts'
import { reasonsToHold } from '#features/hold-rules/reasons-to-hold.ts'
import { rulesInForce } from '#features/hold-rules/rules.ts'
import { toParty } from '#features/people/to-user.ts'
import { idempotencyKeyOf } from '#http/idempotency-key.ts'
import type { Route } from '#http/routes.ts'
import { limits } from '#limits/limits.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { acknowledgeTip } from './acknowledge-tip.ts'
import { heldRoutes } from './held/routes.ts'
import { waitingMessagesOf } from './held/queries.ts'
import { mainInfluencer, tipById, tipsReceivedBy, tipsSentBy } from './queries.ts'
import type { TipRow } from './schema.ts'
import { sendTip, savedMethodOf } from './send-tip.ts'
import { refreshTip } from './settle-tip.ts'

/** Converts a tip to the contract, the amount in dollars, optionally with the other party. */
const toTip = (row: TipRow, otherSide: Pick<Tip, 'fromUser' | 'toUser'> = {}): Tip => ({
  id: row.id,
  amount: row.amountCents / 100,
  status: row.status,
  message: row.message,
  postId: row.postId,
  isAcknowledged: row.isAcknowledged,
  createdAt: row.createdAt.toISOString(),
  ...otherSide,
})

const toCardInfo = (row: TipRow) => ({ brand: row.cardBrand, last4: row.cardLast4 })

const ownFailures = new Set(['expired', 'not_sent', 'unusable'])

function toRefusal(row: TipRow): Refusal {
  const failure = row.failureCode ?? ''
  const code = failure.includes('authentication')
    ? 'authentication_failed'
    : ownFailures.has(failure)
      ? 'payment_failed'
      : 'card_declined'
  return new Refusal(402, code, row.failureMessage ?? 'Your payment was declined.', {
    cardInfo: toCardInfo(row),
  })
}

const defaultLimit = 10

export function routes(route: Route, services: Services): void {
  const { db, clock } = services
  const holdRules = rulesInForce(services)
  heldRoutes(route, services)

  route(
    api.tips.send,
    async ({ body, viewer, request, reply }) => {
      const { tip, clientSecret } = await sendTip(services, {
        ...body,
        sender: viewer,
        reasonsToHold: async (text) => {
          const rules = await holdRules()
          return rules && reasonsToHold(db, rules, { author: viewer, text, now: clock.now() })
        },
        idempotencyKey: idempotencyKeyOf(request),
      })
      if (tip.status === 'failed') throw toRefusal(tip)
      if (tip.status === 'pending' || tip.status === 'processing') void reply.code(202)
      return { tip: toTip(tip), cardInfo: toCardInfo(tip), status: tip.status, clientSecret }
    },
    { limit: limits.tip },
  )

  route(
    api.tips.method,
    async ({ viewer }) => {
      const { stripeCustomerId: customerId } = viewer
      const saved = customerId && (await withRefusals(savedMethodOf(services.payments, customerId)))
      return { method: saved ? { brand: saved.brand, last4: saved.last4 } : null }
    },
    { limit: limits.askProvider },
  )

  route(
    api.tips.refresh,
    async ({ params, viewer }) => {
      const tip = await tipById(db, params.id)
      if (!tip || tip.fromPersonId !== viewer.id) throw notFound('Tip')
      const { tip: settled } = (await withRefusals(refreshTip(services, tip.id))) ?? { tip }
      return { tip: toTip(settled), status: settled.status }
    },
    { limit: limits.askProvider },
  )

  route(api.tips.received, async ({ query, viewer }) => {
    const { page = 1, limit = defaultLimit, search, filter } = query
    const creatorId = viewer.role === 'admin' ? (await mainInfluencer(db))?.id : viewer.id
    if (!creatorId) return { tips: [], total: 0, hasMore: false }
    const { rows, ...counts } = await tipsReceivedBy(db, creatorId, { page, limit, search, filter })
    return {
      tips: rows.map(({ tip, party }) => toTip(tip, { fromUser: toParty(party, viewer) })),
      ...counts,
    }
  })

  route(api.tips.sent, async ({ query, viewer }) => {
    const { page = 1, limit = defaultLimit } = query
    const { rows, ...counts } = await tipsSentBy(db, viewer.id, { page, limit })
    const waiting = await waitingMessagesOf(
      db,
      rows.map(({ tip }) => tip.id),
    )
    return {
      tips: rows.map(({ tip, party }) => ({
        ...toTip(tip, { toUser: toParty(party, viewer) }),
        ...(waiting.has(tip.id) ? { heldMessage: waiting.get(tip.id) } : {}),
      })),
      ...counts,
    }
  })

  route(api.tips.acknowledge, async ({ params, viewer }) => ({
    tip: toTip(await acknowledgeTip(services, viewer.id, params.id)),
  }))
}
