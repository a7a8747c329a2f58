import type { Services } from '#services.ts'
import { sendInvitation } from './invite.ts'

/** Declares the background work of staff. */
export function staffJobs(services: Services): void {
  services.jobs.work('staff-invitation', ({ id }) => sendInvitation(services, String(id)))
}
