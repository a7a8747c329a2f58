import { type HistoryEntry, maxHistory } from '@touchline/contract/library.ts'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { describePerson } from '#features/people/describe-person.ts'
import { people } from '#features/people/schema.ts'
import { type PostLineRow, postLineColumns, toPostLine } from '#features/posts/post-lines.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Row = PostLineRow & { partId: string | null; seconds: number; percent: number; at: string }

const isOn = async (db: Database, personId: string): Promise<boolean> => {
  const [person] = await db.select({ isOn: people.keepsHistory }).from(people).where(eq(people.id, personId))
  return person?.isOn ?? false
}

/** What a person played and read last, in posts that they may read. A film that was replaced is left out. */
export async function historyOf(
  { db, clock }: Deps,
  viewer: Pick<Viewer, 'id' | 'hasAccess'>,
): Promise<{ isOn: boolean; entries: HistoryEntry[] }> {
  const { rows } = await db.execute<Row>(sql`
    select ${postLineColumns}, s.media_id as "partId", s.seconds, coalesce(s.percent, 0) as percent, s.played_at as at
    from playback_positions s join posts p on p.id = s.post_id
    where s.person_id = ${viewer.id}::uuid and p.status = 'ready'
      and (${viewer.hasAccess}::boolean or p.opens_at <= ${clock.now().toISOString()}::timestamptz)
      and (s.media_id is null
        or exists (select from post_parts part where part.media_id = s.media_id and part.post_id = s.post_id))
    order by s.played_at desc, s.post_id desc limit ${maxHistory}`)
  const entries = rows.map((row) => ({
    ...toPostLine(row),
    partId: row.partId,
    seconds: row.seconds,
    percent: row.percent,
    at: new Date(row.at).toISOString(),
  }))
  return { isOn: await isOn(db, viewer.id), entries }
}

/** Switches the history of a person on or off. */
export async function switchHistory(
  { db, live }: Pick<Services, 'db' | 'live'>,
  { personId, isOn: keepsHistory }: { personId: string; isOn: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    await describePerson(tx, personId, { keepsHistory })
    await live.publish(tx, { person: personId }, { type: 'history_changed' })
  })
}

/** Forgets what a person has seen and where they stopped. Views still count for the creators. */
export async function clearHistory(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  personId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    // First, so that a position that is saved at this moment is deleted too or comes after it.
    await describePerson(tx, personId, { historyClearedAt: clock.now() })
    await tx.execute(sql`delete from playback_positions where person_id = ${personId}::uuid`)
    await tx.execute(
      sql`update post_views set in_history = false where person_id = ${personId}::uuid and in_history`,
    )
    await live.publish(tx, { person: personId }, { type: 'history_changed' })
  })
}
