import { api } from '@touchline/contract/api.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, unauthorized } from '#errors.ts'
import { revokeSignupCookie, revokeSignupCookies } from '#features/people/revoke-signup-tokens.ts'
import {
  clearCookie,
  deviceCookie,
  readCookie,
  secondStepCookie,
  sessionCookie,
  signupCookie,
  writeCookie,
} from '#http/cookies.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import { isFromAnotherSite } from '#http/same-site.ts'
import type { Services } from '#services.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { confirmEmail } from './confirm-email.ts'
import { changePassword } from './change-password.ts'
import { endSessionByToken, endSessionOf, endSessions } from './end-session.ts'
import { sessionsOf } from '#features/viewer/viewer.ts'
import { rememberDevice } from './known-devices.ts'
import { resetPassword } from './reset-password.ts'
import { beginSecondStep, secondStepLifeMs } from './second-step.ts'
import { type FindSignup, personSigningIn } from './sign-in.ts'
import { startSession } from './start-session.ts'
import { isRemovalReady } from './two-factor-removal.ts'
import { liftLimit } from './unlock.ts'
import { toUser } from '#features/people/to-user.ts'

/** `signupOf` finds a paid, uncompleted signup by email address, for a sign-in that comes before its event. */
export function accountRoutes(route: Route, services: Services, signupOf: FindSignup): void {
  const { address, clock, db } = services

  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = readCookie(request, address, sessionCookie)
    if (token) await endSessionByToken(services, token)
    clearCookie(reply, address, sessionCookie)
    // For a day the signup cookie opens its account without a password.
    const signup = readCookie(request, address, signupCookie)
    if (signup) await revokeSignupCookie(db, signup, clock.now())
    clearCookie(reply, address, signupCookie)
    // "storage" is left out: theme, gate and device messages belong to the browser, and the page deletes the drafts.
    void reply.header('clear-site-data', '"cache"')
  }

  route(api.accounts.signedInUser, ({ viewer }) => {
    if (!viewer) throw unauthorized()
    return toUser(viewer)
  })

  route(api.accounts.login, async ({ body, request, reply }) => {
    const device = readCookie(request, address, deviceCookie)
    const given = { ...body, device, ip: request.ip }
    const person = await personSigningIn(services, given, signupOf)
    const owesStep = services.config.twoFactorRoles.includes(person.role)
    if (person.hasTwoFactor || (owesStep && person.hasPasskey)) {
      const step = await beginSecondStep(services, person)
      writeCookie(reply, address, secondStepCookie, step, secondStepLifeMs / 1000)
      const { hasTwoFactor: byCode, hasPasskey: byPasskey } = person
      const isRecoveryReady = await isRemovalReady(db, person.id)
      return { twoFactorRequired: true as const, byCode, byPasskey, isRecoveryReady }
    }
    const { id, passwordHash } = person
    const { user } = await startSession(services, id, { request, reply, passwordHash })
    return { user }
  })

  route(
    api.accounts.confirmIdentity,
    ({ viewer, body }) => confirmIdentity(services, viewer, body.password),
    { limit: limits.confirmIdentity },
  )

  route(
    api.accounts.changePassword,
    async ({ viewer, body, request, reply }) => {
      const passwordHash = await changePassword(services, viewer, body)
      await startSession(services, viewer.id, { request, reply, passwordHash })
      return { message: 'Your password was changed.' }
    },
    { limit: limits.changePassword },
  )

  route(
    api.accounts.forgotPassword,
    async ({ body }) => {
      await services.jobs.enqueue(db, 'password-reset', { email: body.email })
      return { message: 'If there is an account with this address, a link is on its way to it.' }
    },
    { limit: limits.forgotPassword },
  )

  route(
    api.accounts.resetPassword,
    async ({ body, request, reply }) => {
      const device = readCookie(request, address, deviceCookie)
      const person = await resetPassword(services, { ...body, device })
      await rememberDevice(services, person, { request, reply, isFirst: true })
      clearCookie(reply, address, sessionCookie)
      return { message: 'Your password was changed. You can sign in with it now.' }
    },
    { limit: limits.resetPassword },
  )

  route(
    api.accounts.sendUnlockLink,
    async ({ body }) => {
      await services.jobs.enqueue(db, 'unlock-link', { email: body.email })
      return { message: 'If there is an account with this address, a link is on its way to it.' }
    },
    { limit: limits.forgotPassword },
  )

  route(
    api.accounts.unlockSignIn,
    async ({ body, request, reply }) => {
      const device = readCookie(request, address, deviceCookie)
      const person = await liftLimit(services, { token: body.token, device })
      await rememberDevice(services, person, { request, reply, isFirst: true })
      return { message: 'You can try again in this browser.' }
    },
    { limit: limits.resetPassword },
  )

  route(
    api.accounts.sendConfirmLink,
    async ({ viewer }) => {
      await services.jobs.enqueue(db, 'confirm-email', { personId: viewer.id })
      return { message: `A link is on its way to ${viewer.email}.` }
    },
    { limit: limits.confirmLink },
  )

  route(
    api.accounts.confirmEmail,
    async ({ body: { token, password }, viewer, request }) => {
      const device = readCookie(request, address, deviceCookie)
      await confirmEmail(services, { token, password, viewer, device, ip: request.ip })
      return { message: 'Your email address is confirmed.' }
    },
    { limit: limits.resetPassword },
  )

  route(api.accounts.sessions, ({ viewer }) => sessionsOf(db, viewer))

  route(api.accounts.endSession, async ({ viewer, params }) => {
    const isEnded = await endSessionOf(services, { personId: viewer.id, sessionId: params.id })
    if (!isEnded) throw notFound('Session')
  })

  route(api.accounts.endOtherSessions, ({ viewer }) =>
    db.transaction(async (tx) => {
      await endSessions(tx, services, { personId: viewer.id, except: viewer.sessionId })
      await revokeSignupCookies(tx, viewer.id, clock.now())
    }),
  )

  route(api.accounts.loginPage, ({ reply }) => reply.redirect('/login', 302))

  route(api.accounts.logout, async ({ request, reply }) => {
    await signOut(request, reply)
    return { message: 'You are signed out.' }
  })

  route(api.accounts.logoutLink, async ({ request, reply }) => {
    if (!isFromAnotherSite(request, address)) await signOut(request, reply)
    return reply.redirect('/', 302)
  })
}
