import { api } from '@touchline/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { Refusal, tooManyRequests, unauthorized } from '#errors.ts'
import { startSession } from '#features/accounts/start-session.ts'
import { toUser } from '#features/people/to-user.ts'
import { clearCookie, deviceCookie, readCookie, signupCookie, writeCookie } from '#http/cookies.ts'
import { limits } from '#http/limits.ts'
import { networkOf } from '#http/network-of.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { cancelSubscription, resumeSubscription } from './ending/cancel-subscription.ts'
import { finishCardUpdate, startCardUpdate } from './checkout/update-payment-method.ts'
import { claimAccount } from '#features/signup/claim-account.ts'
import { openBillingPortal, openCancelPortal } from './checkout/portal.ts'
import { reopenSignup } from '#features/signup/finish-link.ts'
import { signupLifeMs } from '#features/people/pending-signups.ts'
import { currentMembershipOf } from './current-membership.ts'
import { promoCodeUses, toDetails, toSavedCards, wasSubscribedBefore } from './queries.ts'
import { checkSignup, startSignup } from '#features/signup/start-signup.ts'
import { startSubscription } from './checkout/start-subscription.ts'
import { statusTexts } from './access/status-texts.ts'
import { subscriptionStatusOf } from './access/subscription-status.ts'
import { validatePromoCode } from './validate-promo-code.ts'

export function subscriptionRoutes(route: Route, services: Services): void {
  const { address, clock, db } = services

  route(
    api.subscriptions.checkSignup,
    ({ body, request }) => checkSignup(services, body, readCookie(request, address, signupCookie)),
    { limit: limits.checkSignup },
  )

  route(
    api.subscriptions.createIntent,
    ({ body, request, reply }) =>
      startSignup(services, body, readCookie(request, address, signupCookie), {
        remember: (token) => writeCookie(reply, address, signupCookie, token, signupLifeMs / 1000),
        ip: request.ip,
      }),
    { limit: limits.signup },
  )

  route(
    api.subscriptions.createUser,
    async ({ body, viewer, request, reply }) => {
      const token = readCookie(request, address, signupCookie)
      const device = readCookie(request, address, deviceCookie)
      const viewerId = viewer?.id ?? null
      const claimed = await claimAccount(services, { ...body, token, viewerId, device, ip: request.ip })
      if (claimed.account === 'processing') {
        void reply.code(202)
        return {
          message: statusTexts.payment_processing.userMessage,
          subscriptionState: 'payment_processing' as const,
        }
      }
      if (claimed.account === 'ready') {
        void reply.code(200)
        return { message: 'Your account is ready. Please sign in.', accountReady: true as const }
      }
      if (claimed.account === 'signedIn') {
        if (!viewer) throw unauthorized()
        void reply.code(200)
        return { user: toUser(viewer) }
      }
      const { personId, isFirst, passwordHash } = claimed
      const starting = { request, reply, isFirst, passwordHash }
      const { user, isFirstEver } = await startSession(services, personId, starting)
      // Who made the account, this call or an event that was faster, is no news to the person.
      void reply.code(isFirstEver ? 201 : 200)
      clearCookie(reply, address, signupCookie)
      return { user }
    },
    { limit: limits.finishSignup },
  )

  route(
    api.subscriptions.finishSignup,
    async ({ body, reply }) => {
      const token = await reopenSignup(services, body.token)
      writeCookie(reply, address, signupCookie, token, signupLifeMs / 1000)
    },
    { limit: limits.finishSignup },
  )

  // Emails of version 0.1.0 lead here. The page they are sent on to asks before anything happens.
  route(api.subscriptions.finishSignupLink, ({ query, reply }) =>
    reply.redirect(`/finish-signup#${encodeURIComponent(query.token)}`, 302),
  )

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

  route(api.subscriptions.promoCodeUses, async () => ({ codes: await promoCodeUses(db) }))

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

/**
 * Mounted where the body stays raw: the signature is made over its bytes. An address that sends forged events is refused
 * for a while before its body is read.
 */
export function webhookRoutes(app: FastifyInstance, route: Route, { payments }: Services): void {
  const { max, timeWindow } = limits.forgedEvents
  const failures = app.createRateLimit({ max, timeWindow, keyGenerator: ({ ip }) => networkOf(ip) })
  app.addHook('onRequest', async (request) => {
    const counted = await failures(request, { increment: false })
    if (!counted.isAllowed && counted.remaining === 0)
      throw tooManyRequests('Too many events without a valid signature.', counted.ttlInSeconds)
  })
  route(api.subscriptions.webhook, async ({ request }) => {
    const signature = request.headers['stripe-signature']
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    try {
      await payments.inbox.receive(body, typeof signature === 'string' ? signature : undefined)
    } catch (error) {
      if (error instanceof Refusal && error.status === 400) await failures(request)
      throw error
    }
    return { received: true as const }
  })
}
