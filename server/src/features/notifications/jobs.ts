import { lt } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { isAnyEmailDue, emailNotices } from './email-notices.ts'
import { pushNotices } from './push-notices.ts'
import { notifications } from './schema.ts'
import { type PushJob, sendPush } from './send-push.ts'
import { fanOutEvents } from './fan-out-events.ts'

const keptMs = 30 * 24 * 60 * 60_000

/**
 * Tells everybody what happened since the last time: by push now, by email in a job of its own, which may take long and
 * which no later push waits for.
 */
async function tellPeople(services: Services): Promise<void> {
  await fanOutEvents(services)
  if (await isAnyEmailDue(services)) await services.jobs.enqueue(services.db, 'mail-notices', {})
  await pushNotices(services)
}

/** Forgets what people were told of a month ago. */
export async function deleteOldNotices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.delete(notifications).where(lt(notifications.happenedAt, new Date(clock.now().getTime() - keptMs)))
}

/** Declares the background work of notifications. */
export function notificationJobs(services: Services): void {
  const { jobs } = services
  jobs.every('* * * * *', 'tell-people', () => tellPeople(services))
  jobs.work('mail-notices', () => emailNotices(services), { keyOf: () => 'all', isLong: true })
  jobs.every('53 3 * * *', 'forget-notices', () => deleteOldNotices(services))
  // The queue holds exactly what this feature enqueues as PushJob.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  jobs.work('push', (data) => sendPush(services, data as PushJob))
}
