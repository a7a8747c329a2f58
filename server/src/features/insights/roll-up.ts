import { type SQL, sql } from 'drizzle-orm'
import { type Database, lockIfFree, lockUntilCommit, type Transaction } from '#db/database.ts'
import { countMemberDays, countMoneyDays } from './count-days.ts'

type Source = 'money' | 'members'

/** Who counts holds this: one at a time, in whatever process. */
const counting = 'insights'

/**
 * Counts every day anew of which something was written since it was counted, and notes `now` as the time of it. Several
 * processes may call it at once: one counts after the other.
 */
export async function rollUp(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await extendTimeout(tx)
    await lockUntilCommit(tx, counting)
    await recountChanged(tx, now)
  })
}

/** More than this are left to the minute's job: whoever looks waits no longer than any request may take. */
const maxDays = 31

/**
 * Counts at once where a month of days or less waits to be counted: whoever looks need not wait for the minute to be
 * over. Waits for nobody who is counting already.
 */
export async function rollUpIfChanged(db: Database, now: Date): Promise<void> {
  const { rows } = await db.execute<{ days: number }>(
    sql`select count(distinct day)::int as days from insight_changes`,
  )
  const days = rows[0]?.days ?? 0
  if (days === 0 || days > maxDays) return
  await db.transaction(async (tx) => {
    if (await lockIfFree(tx, counting)) await recountChanged(tx, now)
  })
}

async function recountChanged(tx: Transaction, now: Date): Promise<void> {
  const changed = await takeChanges(tx)
  for (const source of ['money', 'members'] as const) {
    const days = changed[source]
    if (days.length === 0) continue
    await tx.execute(sql`delete from ${kept[source]} where day in ${days}`)
    await insertCounts(tx, source, counted[source](days))
  }
  await recordCountedAt(tx, now)
}

/** How many journals or movements were counted, and on how many days. */
export type CountTotals = { counted: number; days: number }

/** `differing` rows had been kept otherwise than they are counted now: there is a fault in the keeping when it is not 0. */
export type Rebuilt = { money: CountTotals; members: CountTotals; differing: number }

/** Counts all days from nothing, and compares them with those that were kept. */
export async function rebuild(db: Database, now: Date): Promise<Rebuilt> {
  return db.transaction(async (tx) => {
    await extendTimeout(tx)
    await lockUntilCommit(tx, counting)
    const changed = await takeChanges(tx)
    let differing = 0
    for (const source of ['money', 'members'] as const) {
      await tx.execute(
        sql`create temporary table ${fresh[source]} on commit drop as ${counted[source]('all')}`,
      )
      differing += await differingRows(tx, source, changed[source])
      await tx.execute(sql`delete from ${kept[source]}`)
      await insertCounts(tx, source, sql`select * from ${fresh[source]}`)
    }
    await recordCountedAt(tx, now)
    return { money: await foundIn(tx, 'money'), members: await foundIn(tx, 'members'), differing }
  })
}

/** All days of many years take longer than a request may ask for, and so does waiting for whoever counts them. */
const extendTimeout = (tx: Transaction) => tx.execute(sql`set local statement_timeout = '10min'`)

const kept = { money: sql`insight_money_days`, members: sql`insight_member_days` }
const fresh = { money: sql`fresh_money_days`, members: sql`fresh_member_days` }
const counted = { money: countMoneyDays, members: countMemberDays }
const key = { money: sql`day, kind`, members: sql`day, kind, joined_month` }
const columns = {
  money: sql`day, kind, count, gross_cents, creator_cents`,
  members: sql`day, kind, joined_month, count, members, cents`,
}

/**
 * The days that wait to be counted, which wait no longer. Whatever is committed later than this has a row of its own,
 * which the next one finds: a day may be counted twice, but never not at all.
 */
async function takeChanges(tx: Transaction): Promise<Record<Source, string[]>> {
  const { rows } = await tx.execute<{ source: Source; day: string }>(sql`
    with gone as (delete from insight_changes returning source, day)
    select distinct source, day::text as day from gone`)
  const daysOf = (wanted: Source) => rows.flatMap(({ source, day }) => (source === wanted ? [day] : []))
  return { money: daysOf('money'), members: daysOf('members') }
}

const insertCounts = (tx: Transaction, source: Source, rows: SQL) =>
  tx.execute(sql`insert into ${kept[source]} (${columns[source]}) ${rows}`)

/** Rows that are kept otherwise than they were just counted, but for days that waited to be counted. */
async function differingRows(tx: Transaction, source: Source, waited: string[]): Promise<number> {
  const hasWaited = waited.length > 0 ? sql`day in ${waited}` : sql`false`
  const { rows } = await tx.execute<{ count: number }>(sql`
    with kept as (select ${columns[source]} from ${kept[source]}), differing as (
      (table ${fresh[source]} except table kept) union (table kept except table ${fresh[source]})
    )
    select count(*)::int as count from (select distinct ${key[source]} from differing) rows
    where not ${hasWaited} and day not in (select day from insight_changes where source = ${source})`)
  return rows[0]?.count ?? 0
}

async function foundIn(tx: Transaction, source: Source): Promise<CountTotals> {
  const { rows } = await tx.execute<CountTotals>(
    sql`select coalesce(sum(count), 0)::int as counted, count(distinct day)::int as days from ${kept[source]}`,
  )
  return rows[0] ?? { counted: 0, days: 0 }
}

const recordCountedAt = (tx: Transaction, now: Date) =>
  tx.execute(sql`
    insert into insight_counting (is_it, counted_at) values (true, ${now})
    on conflict (is_it) do update set counted_at = excluded.counted_at`)
