import { api } from '@touchline/contract/api.ts'
import { clearCookie, deviceCookie, readCookie, secondStepCookie } from '#http/cookies.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { openRemovals } from './open-removals.ts'
import { recoverSignIn, resendRecoveryLink } from './recover-sign-in.ts'
import { finishSecondStep } from './second-step.ts'
import { startSession } from './start-session.ts'
import { cancelRemoval, cancelRemovalByLink } from './two-factor-removal.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  replaceBackupCodes,
  setUpTwoFactor,
  twoFactorState,
} from './two-factor.ts'

export function twoFactorRoutes(route: Route, services: Services): void {
  const { address } = services

  route(
    api.twoFactor.secondStep,
    async ({ body, request, reply }) => {
      const token = readCookie(request, address, secondStepCookie)
      const device = readCookie(request, address, deviceCookie)
      const { personId, passwordHash } = await finishSecondStep(services, { token, device }, body)
      clearCookie(reply, address, secondStepCookie)
      const { user } = await startSession(services, personId, { request, reply, passwordHash })
      return { user }
    },
    { limit: limits.secondStep },
  )

  route(
    api.twoFactor.sendRecoveryLink,
    async ({ request }) => {
      await resendRecoveryLink(services, readCookie(request, address, secondStepCookie))
      return { message: 'The link is on its way to your email address.' }
    },
    { limit: limits.forgotPassword },
  )

  route(
    api.twoFactor.recover,
    async ({ body: { token, password }, request, reply }) => {
      const device = readCookie(request, address, deviceCookie)
      const person = await recoverSignIn(services, { token, password, device, ip: request.ip })
      clearCookie(reply, address, secondStepCookie)
      const { passwordHash } = person
      await startSession(services, person.id, { request, reply, passwordHash })
      return { message: 'You are signed in. Set up a new second step now.' }
    },
    { limit: limits.resetPassword },
  )

  route(api.twoFactor.openRemovals, () => openRemovals(services.db))

  route(api.twoFactor.show, ({ viewer }) => twoFactorState(services, viewer))

  route(api.twoFactor.setUp, ({ viewer }) => setUpTwoFactor(services, viewer), { limit: limits.twoFactor })

  route(
    api.twoFactor.enable,
    async ({ viewer, body }) => ({ backupCodes: await enableTwoFactor(services, viewer, body.code) }),
    { limit: limits.twoFactor },
  )

  route(api.twoFactor.disable, ({ viewer }) => disableTwoFactor(services, viewer), {
    limit: limits.twoFactor,
  })

  route(api.twoFactor.keep, async ({ viewer }) => {
    await services.db.transaction((tx) =>
      cancelRemoval(tx, services, { personId: viewer.id, actorId: viewer.id }),
    )
  })

  route(
    api.twoFactor.keepByLink,
    async ({ body }) => {
      await cancelRemovalByLink(services, body.token)
      return { message: 'Your second step stays.' }
    },
    { limit: limits.resetPassword },
  )

  route(
    api.twoFactor.newBackupCodes,
    async ({ viewer }) => ({ backupCodes: await replaceBackupCodes(services, viewer) }),
    { limit: limits.twoFactor },
  )
}
