import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { notificationEvents } from './schema.ts'

type Event = { kind: NoticeKind; subjectId: string; happenedAt: Date }

/** Notes that something happened, in the transaction in which it does: people are told of it within a minute. */
export async function recordEvent(tx: Queryable, event: Event): Promise<void> {
  await tx.insert(notificationEvents).values(event).onConflictDoNothing()
}

/** The same as a part of a statement that knows only itself what happened: `from` names its rows. */
export const eventRecorded = (
  kind: NoticeKind,
  { subjectId, happenedAt, from, where }: Record<'subjectId' | 'happenedAt' | 'from' | 'where', SQL>,
): SQL => sql`
  insert into ${notificationEvents} (kind, subject_id, happened_at)
  select ${sql.raw(`'${kind}'`)}, ${subjectId}, ${happenedAt} from ${from} where ${where}
  on conflict do nothing returning subject_id`

/** Forgets what happened so far and nobody was told of: what is written as history is no news. */
export async function deleteEvents(db: Queryable): Promise<void> {
  await db.delete(notificationEvents)
}
