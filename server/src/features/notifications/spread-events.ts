import { and, asc, eq, inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { type Receiver, receiversOf } from './receivers.ts'
import { notificationEvents, notifications, notificationSettings } from './schema.ts'
import { orAtFirst, settingsColumns, waysFor } from './settings.ts'

type Event = typeof notificationEvents.$inferSelect

/** What is older was missed: nobody is told of it any more. */
const newsForMs = 24 * 60 * 60_000

/** Turns what happened into what each person is to be told: each event once, however often a process dies over it. */
export async function spreadEvents({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  while (await db.transaction((tx) => spreadNext(tx, clock.now())));
}

async function spreadNext(tx: Transaction, now: Date): Promise<boolean> {
  // Another process that is at the same work has the next one.
  const [event] = await tx
    .select()
    .from(notificationEvents)
    .orderBy(asc(notificationEvents.happenedAt))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!event) return false
  const { kind, subjectId, happenedAt } = event
  if (happenedAt.getTime() > now.getTime() - newsForMs)
    for await (const receivers of receiversOf(tx, event, now)) await note(tx, event, receivers)
  await tx
    .delete(notificationEvents)
    .where(and(eq(notificationEvents.kind, kind), eq(notificationEvents.subjectId, subjectId)))
  return true
}

async function note(tx: Transaction, { subjectId, happenedAt }: Event, receivers: Receiver[]): Promise<void> {
  if (receivers.length === 0) return
  const ids = receivers.map(({ personId }) => personId)
  const kept = await tx
    .select({ personId: notificationSettings.personId, settings: settingsColumns })
    .from(notificationSettings)
    .where(inArray(notificationSettings.personId, ids))
  const settingsBy = new Map(kept.map(({ personId, settings }) => [personId, settings]))
  const told = receivers.flatMap(({ personId, kind }) => {
    const ways = waysFor(orAtFirst(settingsBy.get(personId)), kind)
    const due = { isEmailDue: ways.email, isPushDue: ways.push }
    return ways.email || ways.push ? [{ id: uuid(), personId, kind, subjectId, happenedAt, ...due }] : []
  })
  if (told.length > 0) await tx.insert(notifications).values(told).onConflictDoNothing()
}
