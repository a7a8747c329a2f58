import { type SQL, sql } from 'drizzle-orm'
import { type Database, lockIfFree, lockUntilCommit, type Transaction } from '#db/database.ts'
import { countMemberDays, countMoneyDays } from './count-days.ts'

type Source = 'money' | 'members'

/** Lock name: only one process counts at a time. */
const counting = 'insights'

/** Concurrent calls run one after the other. */
export async function rollUp(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await extendTimeout(tx)
    await lockUntilCommit(tx, counting)
    await recountChanged(tx, now)
  })
}

/** More changed days are left to the job, so that a request does not exceed its time limit. */
const maxDays = 31

/** Counts at once when only a few days changed, so that a page does not wait for the job or another count. */
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
    await tx.execute(sql`delete from ${tables[source]} where day in ${days}`)
    await insertCounts(tx, source, counted[source](days))
  }
  await recordCountedAt(tx, now)
}

export type CountTotals = { counted: number; days: number }

/** `differing`: rows whose saved count was wrong. Anything but 0 indicates a bug in counting. */
export type Rebuilt = { money: CountTotals; members: CountTotals; differing: number }

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
      await tx.execute(sql`delete from ${tables[source]}`)
      await insertCounts(tx, source, sql`select * from ${fresh[source]}`)
    }
    await recordCountedAt(tx, now)
    return { money: await totalsOf(tx, 'money'), members: await totalsOf(tx, 'members'), differing }
  })
}

/** A full recount, or waiting for one, takes longer than the statement timeout of requests. */
const extendTimeout = (tx: Transaction) => tx.execute(sql`set local statement_timeout = '10min'`)

const tables = { money: sql`insight_money_days`, members: sql`insight_member_days` }
const fresh = { money: sql`fresh_money_days`, members: sql`fresh_member_days` }
const counted = { money: countMoneyDays, members: countMemberDays }
const key = { money: sql`day, kind`, members: sql`day, kind, joined_month` }
const columns = {
  money: sql`day, kind, count, gross_cents, creator_cents`,
  members: sql`day, kind, joined_month, count, members, cents`,
}

/** A later commit inserts its own row, so a day may be counted twice but is never missed. */
async function takeChanges(tx: Transaction): Promise<Record<Source, string[]>> {
  const { rows } = await tx.execute<{ source: Source; day: string }>(sql`
    with gone as (delete from insight_changes returning source, day)
    select distinct source, day::text as day from gone`)
  const daysOf = (wanted: Source) => rows.flatMap(({ source, day }) => (source === wanted ? [day] : []))
  return { money: daysOf('money'), members: daysOf('members') }
}

const insertCounts = (tx: Transaction, source: Source, rows: SQL) =>
  tx.execute(sql`insert into ${tables[source]} (${columns[source]}) ${rows}`)

/** The number of saved rows that differ from the recount, except days that were queued. */
async function differingRows(tx: Transaction, source: Source, queued: string[]): Promise<number> {
  const wasQueued = queued.length > 0 ? sql`day in ${queued}` : sql`false`
  const { rows } = await tx.execute<{ count: number }>(sql`
    with saved as (select ${columns[source]} from ${tables[source]}), differing as (
      (table ${fresh[source]} except table saved) union (table saved except table ${fresh[source]})
    )
    select count(*)::int as count from (select distinct ${key[source]} from differing) rows
    where not ${wasQueued} and day not in (select day from insight_changes where source = ${source})`)
  return rows[0]?.count ?? 0
}

async function totalsOf(tx: Transaction, source: Source): Promise<CountTotals> {
  const { rows } = await tx.execute<CountTotals>(
    sql`select coalesce(sum(count), 0)::int as counted, count(distinct day)::int as days from ${tables[source]}`,
  )
  return rows[0] ?? { counted: 0, days: 0 }
}

const recordCountedAt = (tx: Transaction, now: Date) =>
  tx.execute(sql`
    insert into insight_counting (is_it, counted_at) values (true, ${now})
    on conflict (is_it) do update set counted_at = excluded.counted_at`)
