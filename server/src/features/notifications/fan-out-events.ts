import { asc, inArray, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { type Receiver, findReceivers } from './receivers.ts'
import { notifications, notificationSettings } from './schema.ts'
import { withDefaults, settingsColumns, channelsFor } from './settings.ts'
import { notificationEvents } from '#events/schema.ts'

/** Older events are dropped without a notification. */
const maxEventAgeMs = 24 * 60 * 60_000

/** The number of events per transaction. */
const batchSize = 100

/** Turns events into notifications for each person. Each event is processed once, even across crashes. */
export async function fanOutEvents({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  while (await db.transaction((tx) => fanOutNext(tx, clock.now())));
}

/** Processes the oldest events. Returns false when none are left. */
async function fanOutNext(tx: Transaction, now: Date): Promise<boolean> {
  // A concurrent process takes the next batch.
  const oldest = await tx
    .select()
    .from(notificationEvents)
    .orderBy(asc(notificationEvents.happenedAt))
    .limit(batchSize)
    .for('update', { skipLocked: true })
  // A post notifies all members, so it gets its own transaction.
  const firstPost = oldest.findIndex(({ kind }) => kind === 'new_post')
  const events = firstPost === -1 ? oldest : oldest.slice(0, Math.max(firstPost, 1))
  if (events.length === 0) return false
  const recent = events.filter(({ happenedAt }) => happenedAt.getTime() > now.getTime() - maxEventAgeMs)
  for await (const receivers of findReceivers(tx, recent, now)) await insertNotifications(tx, receivers)
  const processed = sql.join(
    events.map(({ kind, subjectId }) => sql`(${kind}, ${subjectId}::uuid)`),
    sql`, `,
  )
  await tx
    .delete(notificationEvents)
    .where(sql`(${notificationEvents.kind}, ${notificationEvents.subjectId}) in (${processed})`)
  return events.length < oldest.length || oldest.length === batchSize
}

async function insertNotifications(tx: Transaction, receivers: Receiver[]): Promise<void> {
  if (receivers.length === 0) return
  const ids = new Set(receivers.map(({ personId }) => personId))
  const saved = await tx
    .select({ personId: notificationSettings.personId, settings: settingsColumns })
    .from(notificationSettings)
    .where(inArray(notificationSettings.personId, [...ids]))
  const settingsBy = new Map(saved.map(({ personId, settings }) => [personId, settings]))
  const rows = receivers.flatMap((receiver) => {
    const ways = channelsFor(withDefaults(settingsBy.get(receiver.personId)), receiver.kind)
    const due = { isEmailDue: ways.email, isPushDue: ways.push }
    return ways.email || ways.push ? [{ id: uuid(), ...receiver, ...due }] : []
  })
  if (rows.length > 0) await tx.insert(notifications).values(rows).onConflictDoNothing()
}
