import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'

/** The number of posts in a range when ranges are rebuilt. The newest range grows to twice that. */
export const rangeSize = 500

/** Finds the range with the post at `offset`, after `newer` posts: deep pages are as cheap as the first. */
export const rangeAt = (isThere: SQL, offset: SQL) => sql`
  select until, newer from (
    select
      lag(c.from_at, 1, 'infinity') over newest as until,
      coalesce(sum(sum(c.count)) over (newest rows between unbounded preceding and 1 preceding), 0) as newer
    from post_counts c where ${isThere}
    group by c.from_at window newest as (order by c.from_at desc)
  ) as ranges
  where newer <= ${offset} order by newer desc limit 1`

/** The actual number of posts per creator, status and range, for ranges that begin at `bounds.at`. */
const counted = sql`
  select creator_id, status, coalesce(bounds.at[width_bucket(created_at, bounds.at)], '-infinity') as from_at,
    count(*)::int as count
  from posts, bounds group by 1, 2, 3`

export async function driftedCounts(tx: Transaction): Promise<unknown[]> {
  const { rows } = await tx.execute(sql`
    with bounds as (select array_agg(distinct from_at order by from_at) as at from post_counts),
    actual as (${counted})
    select creator_id, status, from_at, actual.count as there, said.count as said
    from actual full join post_counts as said using (creator_id, status, from_at)
    where coalesce(actual.count, 0) <> coalesce(said.count, 0)`)
  return rows
}

export async function hasOversizedRange(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from post_counts group by from_at having sum(count) > ${2 * rangeSize} limit 1`)
  return rows.length > 0
}

/** Rebuilds all ranges. The caller must block concurrent counting. */
export async function rebuildRanges(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from post_counts`)
  await tx.execute(sql`
    with numbered as (select created_at, row_number() over (order by created_at) - 1 as place from posts),
    bounds as (
      select array_prepend('-infinity', array_agg(distinct created_at order by created_at)) as at
      from numbered where place > 0 and place % ${rangeSize} = 0
    )
    insert into post_counts (creator_id, status, from_at, count) ${counted}`)
}
