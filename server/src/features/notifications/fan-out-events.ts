import { asc, inArray, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { lockIfFree, type Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { type Receiver, findReceivers } from './receivers.ts'
import { notifications, notificationSettings } from './schema.ts'
import { emailDueAt, paceOf } from './timing.ts'
import { withDefaults, settingsColumns, channelsFor } from './settings.ts'
import { notificationEvents } from '#events/schema.ts'

/** Older events are dropped without a notification. */
const maxEventAgeMs = 24 * 60 * 60_000

/** The number of events per transaction. */
const batchSize = 100

/** Turns events into notifications for each person. Each event is processed once, even across crashes. */
export async function fanOutEvents({
  db,
  clock,
  live,
}: Pick<Services, 'db' | 'clock' | 'live'>): Promise<void> {
  while (await db.transaction((tx) => fanOutNext(tx, live, clock.now())));
}

/** Processes the oldest events. Returns false when none are left. */
async function fanOutNext(tx: Transaction, live: Services['live'], now: Date): Promise<boolean> {
  // Ids are the order of the list: while another process writes notifications, later ids must not be committed first.
  if (!(await lockIfFree(tx, 'fan-out-events'))) return false
  const oldest = await tx
    .select()
    .from(notificationEvents)
    .orderBy(asc(notificationEvents.happenedAt))
    .limit(batchSize)
  // A post notifies all members, so it gets its own transaction.
  const firstPost = oldest.findIndex(({ kind }) => kind === 'new_post')
  const events = firstPost === -1 ? oldest : oldest.slice(0, Math.max(firstPost, 1))
  if (events.length === 0) return false
  const recent = events.filter(({ happenedAt }) => happenedAt.getTime() > now.getTime() - maxEventAgeMs)
  for await (const receivers of findReceivers(tx, recent, now))
    await insertNotifications(tx, live, receivers, now)
  const processed = sql.join(
    events.map(({ kind, subjectId }) => sql`(${kind}, ${subjectId}::uuid)`),
    sql`, `,
  )
  await tx
    .delete(notificationEvents)
    .where(sql`(${notificationEvents.kind}, ${notificationEvents.subjectId}) in (${processed})`)
  return events.length < oldest.length || oldest.length === batchSize
}

async function insertNotifications(
  tx: Transaction,
  live: Services['live'],
  receivers: Receiver[],
  now: Date,
): Promise<void> {
  if (receivers.length === 0) return
  const ids = receivers.flatMap(({ personId }) => personId ?? [])
  const saved = await tx
    .select({ personId: notificationSettings.personId, settings: settingsColumns })
    .from(notificationSettings)
    .where(inArray(notificationSettings.personId, [...new Set(ids)]))
  const settingsBy = new Map(saved.map(({ personId, settings }) => [personId, settings]))
  const rows = receivers.flatMap((receiver) => {
    const { personId, kind } = receiver
    if (personId === null) return [{ id: uuid(), ...receiver }]
    const settings = withDefaults(settingsBy.get(personId))
    const ways = channelsFor(settings, kind)
    const pace = paceOf(settings, kind)
    // All members share one row of a new post; theirs only carry it by email and push.
    const isOnSite = ways.site && kind !== 'new_post'
    const due = {
      emailDueAt: ways.email ? emailDueAt(settings, pace, now) : null,
      pushDueAt: ways.push ? now : null,
    }
    return isOnSite || ways.email || ways.push
      ? [{ id: uuid(), ...receiver, ...due, isOnSite, emailPace: pace }]
      : []
  })
  if (rows.length === 0) return
  const added = await tx.insert(notifications).values(rows).onConflictDoNothing().returning({
    personId: notifications.personId,
    isOnSite: notifications.isOnSite,
    subjectId: notifications.subjectId,
  })
  const onSite = added.filter((row) => row.isOnSite)
  for (const { personId, subjectId: postId } of onSite)
    if (personId === null) await live.publish(tx, 'members', { type: 'post_noticed', postId })
  for (const person of new Set(onSite.flatMap(({ personId }) => personId ?? [])))
    await live.publish(tx, { person }, { type: 'notices_changed' })
}
