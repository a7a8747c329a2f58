import { byAddress } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { endInvitations } from './end-invitations.ts'
import { sendInvitation } from './invite.ts'
import { routes } from './routes.ts'

export const staff: Feature = {
  routes,
  jobs(services) {
    services.jobs.work('staff-invitation', ({ id }) => sendInvitation(services, String(id)))
    services.jobs.every('*/5 * * * *', 'end-invitations', () => endInvitations(services))
  },
  erase: [{ table: 'invitations', fate: 'deleted', holds: 'invitations to their address', whose: byAddress }],
}
