import { lt } from 'drizzle-orm'
import { forEachInTurn } from '#for-each-in-turn.ts'
import type { Services } from '#services.ts'
import { mailNotices } from './mail-notices.ts'
import { pushNotices } from './push-notices.ts'
import { notifications } from './schema.ts'
import { type PushJob, sendPush } from './send-push.ts'
import { spreadEvents } from './spread-events.ts'

const keptMs = 30 * 24 * 60 * 60_000

/** Tells everybody what happened since the last time, by the ways they want. Rejects when somebody could not be told. */
export async function tellPeople(services: Services): Promise<void> {
  await spreadEvents(services)
  await forEachInTurn([mailNotices, pushNotices], (tell) => tell(services))
}

/** Forgets what people were told of a month ago. */
export async function forgetNotices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.delete(notifications).where(lt(notifications.happenedAt, new Date(clock.now().getTime() - keptMs)))
}

/** Declares the background work of notifications. */
export function notificationJobs(services: Services): void {
  const { jobs } = services
  jobs.every('* * * * *', 'tell-people', () => tellPeople(services))
  jobs.every('53 3 * * *', 'forget-notices', () => forgetNotices(services))
  // The queue holds exactly what this feature enqueues as PushJob.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  jobs.work('push', (data) => sendPush(services, data as PushJob))
}
