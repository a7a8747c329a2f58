import { lt } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { isAnyEmailDue } from './email-notices.ts'
import { pushNotices } from './push-notices.ts'
import { notifications } from './schema.ts'
import { fanOutEvents } from './fan-out-events.ts'

const retentionMs = 30 * 24 * 60 * 60_000

/** Emails go out in a separate job, because they may take long and must not delay the next push messages. */
export async function notifyPeople(services: Services): Promise<void> {
  await fanOutEvents(services)
  if (await isAnyEmailDue(services)) await services.jobs.enqueue(services.db, 'mail-notices', {})
  await pushNotices(services)
}

export async function deleteOldNotices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(notifications)
    .where(lt(notifications.happenedAt, new Date(clock.now().getTime() - retentionMs)))
}
