import { asc, sql } from 'drizzle-orm'
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
    .where(sql`${notificationSettings.personId} = any(${sql.param([...new Set(ids)])}::uuid[])`)
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
  const onSite = await insertRows(tx, rows)
  for (const { personId, subjectId: postId } of onSite)
    if (personId === null) await live.publish(tx, 'members', { type: 'post_noticed', postId })
  for (const person of new Set(onSite.flatMap(({ personId }) => personId ?? [])))
    await live.publish(tx, { person }, { type: 'notices_changed' })
}

type NewRow = typeof notifications.$inferInsert

/** Inserts rows that are not there yet and returns those in the bell. One parameter, because a post has many rows. */
async function insertRows(tx: Transaction, rows: NewRow[]) {
  const { rows: onSite } = await tx.execute<{ personId: string | null; subjectId: string }>(sql`
    with added as (
      insert into notifications (id, person_id, kind, subject_id, happened_at, detail, is_on_site, email_pace,
        email_due_at, push_due_at)
      select id, "personId", kind, "subjectId", "happenedAt", detail, coalesce("isOnSite", true),
        coalesce("emailPace", 'hourly'), "emailDueAt", "pushDueAt"
      from json_to_recordset(${JSON.stringify(rows)}::json) as new (id uuid, "personId" uuid, kind text,
        "subjectId" uuid, "happenedAt" timestamptz, detail text, "isOnSite" boolean, "emailPace" text,
        "emailDueAt" timestamptz, "pushDueAt" timestamptz)
      on conflict do nothing
      returning person_id as "personId", subject_id as "subjectId", is_on_site
    )
    select "personId", "subjectId" from added where is_on_site`)
  return onSite
}
