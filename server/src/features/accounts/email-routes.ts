import { api } from '@touchline/contract/api.ts'
import { deviceCookie, readCookie } from '#http/cookies.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import {
  requestEmailChange,
  cancelEmailChange,
  confirmEmailChange,
  pendingEmailChange,
} from './change-email.ts'
import { undoEmailChange } from './undo-email-change.ts'

export function emailRoutes(route: Route, services: Services): void {
  const { db, address } = services
  const standingOf = async (personId: string) => {
    const waiting = await pendingEmailChange(services, personId)
    return { change: waiting && { newEmail: waiting.newEmail, confirmBy: waiting.confirmBy.toISOString() } }
  }

  route(api.email.show, ({ viewer }) => standingOf(viewer.id))

  route(
    api.email.ask,
    async ({ viewer, body }) => {
      await requestEmailChange(services, { personId: viewer.id, email: body.email })
      return standingOf(viewer.id)
    },
    { limit: limits.confirmLink },
  )

  route(api.email.cancel, async ({ viewer }) => {
    await cancelEmailChange(db, viewer.id)
    return standingOf(viewer.id)
  })

  route(
    api.email.confirm,
    async ({ body: { token, password }, viewer, request }) => {
      const device = readCookie(request, address, deviceCookie)
      const from = { token, password, viewer, device, ip: request.ip }
      const email = await confirmEmailChange(services, from)
      return { message: `Your email address is now ${email}.` }
    },
    { limit: limits.resetPassword },
  )

  route(
    api.email.undo,
    async ({ body }) => {
      const email = await undoEmailChange(services, body.token)
      return {
        message: `Your email address is ${email} again, and everybody was signed out. We have emailed you a link to choose a new password.`,
      }
    },
    { limit: limits.resetPassword },
  )
}
