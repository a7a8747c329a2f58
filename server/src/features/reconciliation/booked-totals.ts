import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '#db/database.ts'
import type { Totals } from './checkpoint.ts'

/** Ledger totals in cents. `balanceCents` includes everything that moved the provider's balance. */
export type BookedTotals = Totals & { balanceCents: number }

/** Of entries younger than `since` only the walked ones count; the rest arrived during the walk. */
export type Cut = {
  since: Date
  isCounted: (txnId: string) => boolean
  isTipCounted: (tipId: string) => boolean
}

/** The ledger totals, limited to what the walk over the provider's movements covered. */
export function bookedTotals(db: Database, cut: Cut): Promise<BookedTotals> {
  return db.transaction(
    async (tx) => {
      const sums = await allTotals(tx)
      for (const { txn, netCents, feeCents } of await recentJournals(tx, cut.since)) {
        if (cut.isCounted(txn)) continue
        sums.count -= 1
        sums.netCents -= netCents
        sums.feeCents -= feeCents
        sums.balanceCents -= netCents
      }
      for (const { id } of await recentTips(tx, cut.since)) if (!cut.isTipCounted(id)) sums.tipCount -= 1
      return sums
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function allTotals(db: Queryable): Promise<BookedTotals> {
  const { rows } = await db.execute<Record<keyof BookedTotals, string | number>>(sql`
    select (select count(*) from ledger_journals where provider_txn is not null) as "count",
      coalesce(sum(l.amount_cents) filter (where l.account = 'provider_balance' and j.provider_txn is not null), 0) as "netCents",
      coalesce(sum(l.amount_cents) filter (where l.account = 'provider_fees' and j.provider_txn is not null), 0) as "feeCents",
      coalesce(sum(l.amount_cents) filter (where l.account = 'provider_balance'), 0) as "balanceCents",
      (select count(*) from tips where status = 'completed') as "tipCount"
    from ledger_journals j join ledger_lines l on l.journal_id = j.id`)
  const [sums] = rows
  if (!sums) throw new Error('the books gave no sums')
  return {
    count: Number(sums.count),
    netCents: Number(sums.netCents),
    feeCents: Number(sums.feeCents),
    balanceCents: Number(sums.balanceCents),
    tipCount: Number(sums.tipCount),
  }
}

async function recentJournals(db: Queryable, since: Date) {
  const { rows } = await db.execute<{ txn: string; netCents: number; feeCents: number }>(sql`
    select j.provider_txn as txn,
      coalesce(sum(l.amount_cents) filter (where l.account = 'provider_balance'), 0)::int as "netCents",
      coalesce(sum(l.amount_cents) filter (where l.account = 'provider_fees'), 0)::int as "feeCents"
    from ledger_journals j join ledger_lines l on l.journal_id = j.id
    where j.provider_txn is not null and j.occurred_at > ${since} group by j.id`)
  return rows
}

async function recentTips(db: Queryable, since: Date) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from tips where status = 'completed' and completed_at > ${since}`,
  )
  return rows
}
