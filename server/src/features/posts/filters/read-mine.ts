import type { MineFilter } from '@touchline/contract/filters.ts'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import type { Viewer } from '#http/viewer.ts'
import { isUnderWay } from '../feed/reading-position.ts'
import type { Archive } from './archive.ts'
import type { Mine } from './select-posts.ts'

const none = new Uint32Array()

/** Returns the places of the posts that these filters are about; of the others none. */
export async function readMine(
  db: Database,
  { placeOf }: Archive,
  viewer: Pick<Viewer, 'id' | 'role'>,
  names: readonly MineFilter[],
): Promise<Mine> {
  const mine: Mine = { liked: none, bookmarked: none, unfinished: none, seen: null }
  if (names.length === 0) return mine
  const me = sql`${viewer.id}::uuid`
  const is = (name: MineFilter) => sql`${names.includes(name)}::boolean`
  const { rows } = await db.execute<{ name: keyof Mine; postIds: string[] }>(sql`
    select 'liked' as name, array(select post_id::text from likes where person_id = ${me} and ${is('liked')}) as "postIds"
    union all
    select 'bookmarked', array(select post_id::text from bookmarks where person_id = ${me} and ${is('bookmarked')})
    union all
    select 'unfinished', array(
      select s.post_id::text from playback_positions s
      where s.person_id = ${me} and ${isUnderWay} and ${is('unfinished')})
    union all
    select 'seen', array(
      select v.post_id::text from post_views v where v.person_id = ${me} and v.in_history and ${is('unseen')}
      union
      select p.id::text from posts p join people c on c.id = p.creator_id and not c.counts_views where ${is('unseen')})
    -- Without this row no post counts as unseen: for staff, and while the history is off.
    where ${viewer.role === 'subscriber'}::boolean and (select keeps_history from people where id = ${me})`)
  for (const { name, postIds } of rows)
    mine[name] = Uint32Array.from(postIds.flatMap((id) => placeOf.get(id) ?? [])).toSorted()
  return mine
}
