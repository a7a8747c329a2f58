import { api } from '@touchline/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { Refusal, tooManyRequests } from '#errors.ts'
import { limits } from '#limits/limits.ts'
import { memoryRates } from '#limits/rate.ts'
import { networkOf } from '#http/network-of.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { cancelSubscription, resumeSubscription } from './ending/cancel-subscription.ts'
import { finishCardUpdate, startCardUpdate } from './checkout/update-payment-method.ts'
import { openBillingPortal, openCancelPortal } from './checkout/portal.ts'
import { changePromoCode } from './checkout/change-promo-code.ts'
import { createPromoCode, endPromoCode } from './checkout/create-promo-code.ts'
import { listPromoCodes, listPromoCodeUses } from './checkout/list-promo-codes.ts'
import { toDetails, toSavedCards, wasSubscribedBefore } from './queries.ts'
import { startSubscription } from './checkout/start-subscription.ts'
import { subscriptionStatusOf } from './access/subscription-status.ts'
import { countMembers } from './access/active-members.ts'
import { currentMembershipOf } from './access/current-membership.ts'
import { validatePromoCode } from './checkout/validate-promo-code.ts'

export function routes(route: Route, services: Services): void {
  const { clock, db } = services

  route(
    api.subscriptions.status,
    ({ viewer, query }) => subscriptionStatusOf(services, viewer, query.refresh === '1'),
    { limit: limits.askProvider },
  )

  route(api.subscriptions.checkAccess, ({ viewer }) => ({ hasAccess: viewer.hasAccess }))

  route(api.subscriptions.details, async ({ viewer }) => {
    const membership = await currentMembershipOf(db, viewer.id)
    if (!membership) return { subscription: null, paymentMethods: [] }
    return { subscription: toDetails(membership, clock.now()), paymentMethods: toSavedCards(membership) }
  })

  route(api.subscriptions.isResubscriber, async ({ viewer }) => ({
    isResubscriber: await wasSubscribedBefore(db, viewer.id),
  }))

  for (const endpoint of [api.subscriptions.create, api.subscriptions.createAgain])
    route(
      endpoint,
      ({ viewer, body }) =>
        startSubscription(services, viewer.id, { ...body, couponCode: body.couponCode ?? null }),
      {
        limit: limits.membership,
      },
    )

  route(api.subscriptions.cancel, ({ viewer }) => cancelSubscription(services, viewer), {
    limit: limits.membership,
  })

  route(api.subscriptions.resume, ({ viewer }) => resumeSubscription(services, viewer), {
    limit: limits.membership,
  })

  route(
    api.subscriptions.billingPortal,
    ({ viewer, query }) => openBillingPortal(services, viewer, query.page ?? 'payment-method'),
    { limit: limits.portal },
  )

  route(api.subscriptions.cancelPortal, ({ viewer }) => openCancelPortal(services, viewer), {
    limit: limits.portal,
  })

  route(
    api.subscriptions.validateCoupon,
    ({ body, viewer }) => validatePromoCode(services, body.couponCode, viewer),
    {
      limit: limits.promoCode,
    },
  )

  route(api.promoCodes.list, async () => ({ codes: await listPromoCodes(db, clock.now()) }))

  route(api.promoCodes.create, ({ viewer, body }) => createPromoCode(services, viewer.id, body))

  route(api.promoCodes.change, ({ viewer, params, body }) =>
    changePromoCode(services, viewer.id, params.code, body),
  )

  route(api.promoCodes.end, ({ viewer, params }) => endPromoCode(services, viewer.id, params.code))

  route(api.promoCodes.uses, ({ params, query }) =>
    listPromoCodeUses(db, clock.now(), { ...params, ...query }),
  )

  route(api.subscriptions.memberCount, async () => ({ members: await countMembers(db, clock.now()) }))

  route(api.subscriptions.startCardUpdate, ({ viewer }) => startCardUpdate(services, viewer.id), {
    limit: limits.membership,
  })

  route(
    api.subscriptions.finishCardUpdate,
    async ({ viewer, body }) => ({
      paymentMethods: await finishCardUpdate(services, viewer.id, body.setupIntentId),
    }),
    { limit: limits.membership },
  )
}

/** Takes the raw body: the signature covers its bytes. Networks that forge events are limited before it is read. */
export function webhookRoutes(scope: FastifyInstance, route: Route, { payments }: Services): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: 1024 * 1024 },
    (_request, body, done) => done(null, body),
  )
  const failures = memoryRates()
  scope.addHook('onRequest', async ({ ip }) => {
    const waitSeconds = failures.peek(networkOf(ip), limits.forgedEvents)
    if (waitSeconds !== null) throw tooManyRequests('Too many events without a valid signature.', waitSeconds)
  })
  route(api.subscriptions.webhook, async ({ request }) => {
    const signature = request.headers['stripe-signature']
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    try {
      await payments.inbox.receive(body, typeof signature === 'string' ? signature : undefined)
    } catch (error) {
      if (error instanceof Refusal && error.status === 400)
        failures.count(networkOf(request.ip), limits.forgedEvents)
      throw error
    }
    return { received: true as const }
  })
}
