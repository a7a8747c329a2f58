import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { notificationEvents } from './schema.ts'

type Event = { kind: NoticeKind; subjectId: string; happenedAt: Date; personId?: string; detail?: string }

/** Records an event in the transaction that causes it. People are notified within a minute. */
export async function recordEvent(tx: Queryable, event: Event): Promise<void> {
  await tx.insert(notificationEvents).values(event).onConflictDoNothing()
}

/** Like `recordEvent`, as part of a statement: `from` and `where` select the rows that become events. */
export const eventRecorded = (
  kind: NoticeKind,
  { subjectId, happenedAt, from, where }: Record<'subjectId' | 'happenedAt' | 'from' | 'where', SQL>,
): SQL => sql`
  insert into ${notificationEvents} (kind, subject_id, happened_at)
  select ${sql.raw(`'${kind}'`)}, ${subjectId}, ${happenedAt} from ${from} where ${where}
  on conflict do nothing returning subject_id`

/** Deletes all pending events, so that seeded history causes no notifications. */
export async function deleteEvents(db: Queryable): Promise<void> {
  await db.delete(notificationEvents)
}
