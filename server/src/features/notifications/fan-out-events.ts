import { asc, inArray, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { type Receiver, findReceivers } from './receivers.ts'
import { notifications, notificationSettings } from './schema.ts'
import { withDefaults, settingsColumns, channelsFor } from './settings.ts'
import { notificationEvents } from '#events/schema.ts'

/** What is older was missed: nobody is told of it any more. */
const newsForMs = 24 * 60 * 60_000

/** As many as one transaction spreads. */
const mostAtOnce = 100

/** Turns what happened into what each person is to be told: each event once, however often a process dies over it. */
export async function fanOutEvents({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  while (await db.transaction((tx) => spreadNext(tx, clock.now())));
}

/** Spreads the oldest events; false when there were no others. */
async function spreadNext(tx: Transaction, now: Date): Promise<boolean> {
  // Another process that is at the same work has the next ones.
  const oldest = await tx
    .select()
    .from(notificationEvents)
    .orderBy(asc(notificationEvents.happenedAt))
    .limit(mostAtOnce)
    .for('update', { skipLocked: true })
  // Of a post all members hear: it is a transaction of its own.
  const firstPost = oldest.findIndex(({ kind }) => kind === 'new_post')
  const events = firstPost === -1 ? oldest : oldest.slice(0, Math.max(firstPost, 1))
  if (events.length === 0) return false
  const news = events.filter(({ happenedAt }) => happenedAt.getTime() > now.getTime() - newsForMs)
  for await (const receivers of findReceivers(tx, news, now)) await note(tx, receivers)
  const spread = sql.join(
    events.map(({ kind, subjectId }) => sql`(${kind}, ${subjectId}::uuid)`),
    sql`, `,
  )
  await tx
    .delete(notificationEvents)
    .where(sql`(${notificationEvents.kind}, ${notificationEvents.subjectId}) in (${spread})`)
  return events.length < oldest.length || oldest.length === mostAtOnce
}

async function note(tx: Transaction, receivers: Receiver[]): Promise<void> {
  if (receivers.length === 0) return
  const ids = new Set(receivers.map(({ personId }) => personId))
  const kept = await tx
    .select({ personId: notificationSettings.personId, settings: settingsColumns })
    .from(notificationSettings)
    .where(inArray(notificationSettings.personId, [...ids]))
  const settingsBy = new Map(kept.map(({ personId, settings }) => [personId, settings]))
  const told = receivers.flatMap((receiver) => {
    const ways = channelsFor(withDefaults(settingsBy.get(receiver.personId)), receiver.kind)
    const due = { isEmailDue: ways.email, isPushDue: ways.push }
    return ways.email || ways.push ? [{ id: uuid(), ...receiver, ...due }] : []
  })
  if (told.length > 0) await tx.insert(notifications).values(told).onConflictDoNothing()
}
