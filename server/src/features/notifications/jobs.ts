import { lt } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { isAnyEmailDue, emailNotices } from './email-notices.ts'
import { pushNotices } from './push-notices.ts'
import { notifications } from './schema.ts'
import { type PushJob, sendPush } from './send-push.ts'
import { fanOutEvents } from './fan-out-events.ts'

const retentionMs = 30 * 24 * 60 * 60_000

/**
 * Sends what happened since the last run. Emails go out in a separate job, because they may take long and must not delay
 * the next push messages.
 */
async function notifyPeople(services: Services): Promise<void> {
  await fanOutEvents(services)
  if (await isAnyEmailDue(services)) await services.jobs.enqueue(services.db, 'mail-notices', {})
  await pushNotices(services)
}

/** Deletes notifications older than a month. */
export async function deleteOldNotices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(notifications)
    .where(lt(notifications.happenedAt, new Date(clock.now().getTime() - retentionMs)))
}

/** Declares the background jobs for notifications. */
export function notificationJobs(services: Services): void {
  const { jobs } = services
  jobs.every('* * * * *', 'tell-people', () => notifyPeople(services))
  jobs.work('mail-notices', () => emailNotices(services), { keyOf: () => 'all', isLong: true })
  jobs.every('53 3 * * *', 'forget-notices', () => deleteOldNotices(services))
  // Only this feature enqueues into this queue, always a PushJob.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  jobs.work('push', (data) => sendPush(services, data as PushJob))
}
