import { type SQL, sql } from 'drizzle-orm'
import { type Database, lockUntilCommit, type Transaction } from '#db/database.ts'
import { countMemberDays, countMoneyDays } from './count-days.ts'

const longestMinutes = 10

/**
 * Counts every day anew of which something was written since it was counted, and notes `now` as the time of it. Several
 * processes may call it at once: one counts after the other.
 */
export async function rollUp(db: Database, now: Date): Promise<void> {
  await alone(db, async (tx) => {
    const { rows } = await tx.execute<{ source: 'money' | 'members'; day: string }>(sql`
      with gone as (delete from insight_changes returning source, day)
      select distinct source, day::text as day from gone`)
    const daysOf = (wanted: string) => rows.flatMap(({ source, day }) => (source === wanted ? [day] : []))
    await recount(tx, 'money', daysOf('money'))
    await recount(tx, 'members', daysOf('members'))
    await noteCounted(tx, now)
  })
}

/** Counts at once where something waits to be counted: whoever looks need not wait for the minute to be over. */
export async function rollUpIfChanged(db: Database, now: Date): Promise<void> {
  const { rows } = await db.execute(sql`select from insight_changes limit 1`)
  if (rows.length > 0) await rollUp(db, now)
}

/** How many journals or movements were counted, and on how many days. */
export type Found = { counted: number; days: number }

/** `differing` rows had been kept otherwise than they are counted now: there is a fault in the keeping when it is not 0. */
export type Rebuilt = { money: Found; members: Found; differing: number }

/** Counts all days from nothing, and compares them with those that were kept. */
export async function rebuild(db: Database, now: Date): Promise<Rebuilt> {
  return alone(db, async (tx) => {
    const differing = (await differingRows(tx, 'money')) + (await differingRows(tx, 'members'))
    // What is committed after this is counted below and once more by the next roll-up.
    await tx.execute(sql`delete from insight_changes`)
    await recount(tx, 'money', 'all')
    await recount(tx, 'members', 'all')
    await noteCounted(tx, now)
    return { money: await foundIn(tx, 'money'), members: await foundIn(tx, 'members'), differing }
  })
}

const alone = <Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await lockUntilCommit(tx, 'insights')
    // All days of many years are more than a request may ask for.
    await tx.execute(sql.raw(`set local statement_timeout = '${longestMinutes}min'`))
    return work(tx)
  })

type Source = 'money' | 'members'

const kept = { money: sql`insight_money_days`, members: sql`insight_member_days` }
const counted = { money: countMoneyDays, members: countMemberDays }
const key = { money: sql`day, kind`, members: sql`day, kind, joined_month` }
const figures = { money: sql`count, gross_cents, creator_cents`, members: sql`count, members, cents` }

/** Puts the days as they are counted now in the place of those that were kept. */
async function recount(tx: Transaction, source: Source, days: string[] | 'all'): Promise<void> {
  if (days.length === 0) return
  await tx.execute(
    days === 'all'
      ? sql`delete from ${kept[source]}`
      : sql`delete from ${kept[source]} where day = any(${`{${days.join(',')}}`}::date[])`,
  )
  await tx.execute(
    sql`insert into ${kept[source]} (${key[source]}, ${figures[source]}) ${counted[source](days)}`,
  )
}

async function foundIn(tx: Transaction, source: Source): Promise<Found> {
  const { rows } = await tx.execute<Found>(
    sql`select coalesce(sum(count), 0)::int as counted, count(distinct day)::int as days from ${kept[source]}`,
  )
  return rows[0] ?? { counted: 0, days: 0 }
}

/** One statement, so that both sides are of one moment; days that wait to be counted may differ. */
async function differingRows(tx: Transaction, source: Source): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with counted as (${counted[source]('all')}), differing as (
      (table counted except ${keptRows(source)}) union (${keptRows(source)} except table counted)
    )
    select count(*)::int as count from (select distinct ${key[source]} from differing) rows
    where day not in (select day from insight_changes where source = ${source})`)
  return rows[0]?.count ?? 0
}

const keptRows = (source: Source): SQL => sql`select ${key[source]}, ${figures[source]} from ${kept[source]}`

const noteCounted = (tx: Transaction, now: Date) =>
  tx.execute(sql`
    insert into insight_counting (is_it, counted_at) values (true, ${now})
    on conflict (is_it) do update set counted_at = excluded.counted_at`)
