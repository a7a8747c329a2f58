import { sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import { type Database, lockUntilCommit, type Transaction } from '#db/database.ts'
import { activeMembers } from '#features/subscriptions/access/active-members.ts'

const postsPerPage = 50

/** Recounts posts that were seen or watched since the last count. Concurrent calls run one after the other. */
export async function countReach(db: Database, now: Date): Promise<void> {
  await counting(db, async (tx) => {
    // A later commit inserts its own row, which the next count finds.
    const { rows } = await tx.execute<{ id: string }>(sql`
      with gone as (delete from reach_changes returning post_id) select distinct post_id as id from gone`)
    for (let first = 0; first < rows.length; first += postsPerPage)
      await countPosts(
        tx,
        now,
        rows.slice(first, first + postsPerPage).map(({ id }) => id),
      )
  })
}

/** Members who join or leave change reach without a view. Returns the number of posts. */
export async function recountReach(db: Database, now: Date): Promise<number> {
  let posts = 0
  let last: string | undefined = NIL
  while (last) {
    const ids: string[] = await counting(db, async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`select id from posts where id > ${last}::uuid order by id limit ${postsPerPage}`,
      )
      const found = rows.map(({ id }) => id)
      await countPosts(tx, now, found)
      return found
    })
    posts += ids.length
    last = ids.at(-1)
  }
  return posts
}

const counting = <Found>(db: Database, count: (tx: Transaction) => Promise<Found>) =>
  db.transaction(async (tx) => {
    // Counting popular posts, or waiting for another count, takes longer than the statement timeout of requests.
    await tx.execute(sql`set local statement_timeout = '10min'`)
    await lockUntilCommit(tx, 'reach')
    return count(tx)
  })

const countPosts = (tx: Transaction, now: Date, ids: string[]) =>
  ids.length > 0 &&
  tx.execute(sql`
    with members as materialized (${activeMembers(now)}), counted as materialized (
      -- Prevents deletion during the count.
      select p.id from posts p where p.id in ${ids} order by p.id for key share
    ), seen as (
      -- Distinct in key order before the join.
      select d.post_id, count(*)::int as people
      from (
        select distinct v.post_id, v.person_id from post_views v
        where v.post_id = any(array(select id from counted))
      ) d join members on members.person_id = d.person_id
      group by d.post_id
    ), played as (
      select w.post_id, sum(w.seconds) as seconds from post_watches w
      where w.post_id = any(array(select id from counted)) group by w.post_id
    )
    insert into post_reaches (post_id, reached, members, watched_seconds, counted_at)
    select c.id, coalesce(seen.people, 0), (select count(*)::int from members), coalesce(played.seconds, 0), ${now}
    from counted c left join seen on seen.post_id = c.id left join played on played.post_id = c.id
    on conflict (post_id) do update set reached = excluded.reached, members = excluded.members,
      watched_seconds = excluded.watched_seconds, counted_at = excluded.counted_at`)
