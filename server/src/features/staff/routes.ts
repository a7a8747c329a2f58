import { api } from '@touchline/contract/api.ts'
import { startSession } from '#features/accounts/start-session.ts'
import { openGate } from '#http/gate-cookie.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { acceptInvitation, openInvitation } from './accept-invitation.ts'
import { invite, showInvitationLink, withdrawInvitation } from './invite.ts'
import { listOpenInvitations, listStaff } from './queries.ts'
import { revokeRole } from './revoke-role.ts'

export function routes(route: Route, services: Services): void {
  route(api.staff.list, async () => ({
    staff: await listStaff(services),
    invitations: await listOpenInvitations(services),
    hasMailServer: services.config.mail.smtpUrl !== null,
  }))

  route(api.staff.invite, ({ viewer, body }) => invite(services, viewer, body), { limit: limits.invite })

  route(api.staff.withdraw, ({ viewer, params }) => withdrawInvitation(services, viewer, params.id))

  route(api.staff.invitationLink, ({ viewer, params }) => showInvitationLink(services, viewer, params.id), {
    limit: limits.invite,
  })

  route(api.staff.takeRole, ({ viewer, params, body }) =>
    revokeRole(services, viewer, { personId: params.id, reason: body.reason }),
  )

  route(
    api.staff.showLink,
    async ({ body }) => {
      const { role, email } = await openInvitation(services, body.token)
      return { role, email, isFirstAdmin: email === null }
    },
    { limit: limits.setup },
  )

  route(
    api.staff.accept,
    async ({ body: { token, ...newcomer }, request, reply }) => {
      const personId = await acceptInvitation(services, { token, ...newcomer })
      openGate(reply, services)
      const { user } = await startSession(services, personId, { request, reply })
      return { user }
    },
    { limit: limits.setup },
  )
}
