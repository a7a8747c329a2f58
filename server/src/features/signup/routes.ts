import { api } from '@touchline/contract/api.ts'
import type { FastifyRequest } from 'fastify'
import { unauthorized } from '#errors.ts'
import { startSession } from '#features/accounts/start-session.ts'
import { signupLifeMs } from '#features/people/pending-signups.ts'
import { toUser } from '#features/people/to-user.ts'
import { statusTexts } from '#features/subscriptions/access/status-texts.ts'
import { clearCookie, deviceCookie, readCookie, signupCookie, writeCookie } from '#http/cookies.ts'
import { enteredWith } from '#http/gate-cookie.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { claimAccount } from './claim-account.ts'
import { reopenSignup } from './finish-link.ts'
import { checkSignup, startSignup } from './start-signup.ts'

export function routes(route: Route, services: Services): void {
  const { address, site } = services
  const gateName = (request: FastifyRequest) => {
    const name = site.settings.gateIsOn ? enteredWith(request, services) : null
    return name === '' ? 'configuration' : name
  }

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
        cameFrom: { url: '', referrer: '', ...body.cameFrom, gate: gateName(request) },
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
      // The person need not know whether this request or a faster event created the account.
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

  // Emails of version 0.1.0 link here. The page they lead to asks before anything happens.
  route(api.subscriptions.finishSignupLink, ({ query, reply }) =>
    reply.redirect(`/finish-signup#${encodeURIComponent(query.token)}`, 302),
  )
}
