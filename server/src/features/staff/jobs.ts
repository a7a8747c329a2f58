import type { Services } from '#services.ts'
import { endInvitations } from './end-invitations.ts'
import { sendInvitation } from './invite.ts'

/** Declares the background jobs for staff. */
export function staffJobs(services: Services): void {
  services.jobs.work('staff-invitation', ({ id }) => sendInvitation(services, String(id)))
  services.jobs.every('*/5 * * * *', 'end-invitations', () => endInvitations(services))
}
