import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { validate as isUuid } from 'uuid'
import type { Database } from '#db/database.ts'
import { tips } from '#features/tips/schema.ts'
import type { Services } from '#services.ts'
import { type BreakingRow, isFull, keepFirst } from './breaking-rows.ts'
import { type Checkpoint, noTotals, plus, readCheckpoint, type Totals } from './checkpoint.ts'
import { type LedgerAccount, ledgerJournals, ledgerLines } from './schema.ts'
import { tipPaidBy, walkTransactions } from './walk-transactions.ts'

/** A movement so young that its journal may still be on its way is no difference. */
export const onItsWayMs = 10 * 60_000
const overlapMs = 3 * 24 * 60 * 60_000

export type ForBooks = Pick<Services, 'db' | 'clock'> & { payments: Pick<Services['payments'], 'stripe'> }

export type Comparison = {
  /** All that the provider moved. */
  provider: Totals
  /** The part of it whose journal or tip is not there yet, and is young. */
  onItsWay: Totals
  /** What differs: movements without a journal or with another amount, journals without a movement. */
  rows: BreakingRow[]
  /** Tips that are paid and not completed. */
  tipRows: BreakingRow[]
  /** Up to where all was compared, some days back: where the next comparison may start. */
  reached: Checkpoint | null
}

type Settled = Stripe.BalanceTransaction

/**
 * Compares every balance transaction of the provider with its journal, from the last checkpoint on, or with `isWhole`
 * from the first of all. Memory holds the ids since then and nothing else that grows.
 */
export async function compareTransactions(
  { db, clock, payments }: ForBooks,
  { isWhole = false, toleranceMs = onItsWayMs }: { isWhole?: boolean; toleranceMs?: number } = {},
): Promise<Comparison> {
  const start = isWhole ? null : await readCheckpoint(db)
  const walk = walkTransactions(payments.stripe, start?.lastId)
  const seen = new Set<string>()
  const tally = { newer: noTotals, older: noTotals, onItsWay: noTotals, rows: [], tipRows: [] } as Tally
  let nowMs = clock.now().getTime()
  let lastId: string | null = null
  let next = await walk.next()
  for (; !next.done; next = await walk.next()) {
    const page = next.value
    // Rehearsed time may run ahead of this process's clock.
    nowMs = Math.max(nowMs, ...page.map(({ created }) => created * 1000))
    const [booked, completed] = [await bookedOf(db, page), await completedOf(db, page)]
    for (const settled of page) {
      const ageMs = nowMs - settled.created * 1000
      seen.add(settled.id)
      if (ageMs >= overlapMs) lastId ??= settled.id
      count(tally, settled, {
        isOld: lastId !== null,
        isYoung: ageMs < toleranceMs,
        booked: booked.get(settled.id),
        isCompleted: (tipId) => completed.has(tipId),
      })
    }
  }
  const { isReached } = next.value
  const { newer, older, onItsWay, rows, tipRows } = tally
  const before = isReached && start ? start.totals : noTotals
  const totals = plus(before, older)
  const provider = plus(totals, newer)
  if (!(isReached && start)) await findStrangers(db, seen, rows)
  const reached = lastId ? { lastId, totals } : isReached ? start : null
  return { provider, onItsWay, rows, tipRows, reached }
}

type Tally = { newer: Totals; older: Totals; onItsWay: Totals; rows: BreakingRow[]; tipRows: BreakingRow[] }
type Booked = { netCents: number; feeCents: number }
type Known = {
  isOld: boolean
  isYoung: boolean
  booked: Booked | undefined
  isCompleted: (tipId: string) => boolean
}

/** What the provider keeps of a movement. A fee of its own is all fee, and says so in the amount. */
const feeOf = ({ reporting_category: category, net, fee }: Settled) => (category === 'fee' ? -net : fee)

function count(tally: Tally, settled: Settled, { isOld, isYoung, booked, isCompleted }: Known) {
  const { id, net, amount, fee } = settled
  const tipId = tipPaidBy(settled)
  const moved = amount !== 0 || fee !== 0
  const totals = {
    count: moved ? 1 : 0,
    netCents: net,
    feeCents: feeOf(settled),
    tipCount: tipId ? 1 : 0,
  }
  if (isOld) tally.older = plus(tally.older, totals)
  else tally.newer = plus(tally.newer, totals)
  const isTipLate = tipId !== null && !isCompleted(tipId)
  if (isYoung)
    tally.onItsWay = plus(tally.onItsWay, { ...(booked ? noTotals : totals), tipCount: isTipLate ? 1 : 0 })
  else if (isTipLate) keepFirst(tally.tipRows, { id: tipId, note: `is paid by ${id}, and not completed` })
  if (!booked && moved && !isYoung)
    keepFirst(tally.rows, { id, note: `moved ${net} cents at the provider, and is not in the books` })
  if (booked && (booked.netCents !== net || booked.feeCents !== totals.feeCents))
    keepFirst(tally.rows, {
      id,
      note: `is ${net} less a fee of ${totals.feeCents} at the provider, ${booked.netCents} and ${booked.feeCents} in the books`,
    })
}

const on = (account: LedgerAccount) =>
  sql<number>`coalesce(sum(${ledgerLines.amountCents}) filter (where ${ledgerLines.account} = ${account}), 0)::int`

async function bookedOf(db: Database, page: Settled[]): Promise<Map<string, Booked>> {
  if (page.length === 0) return new Map()
  const ids = page.map(({ id }) => id)
  const found = await db
    .select({
      id: ledgerJournals.providerTxn,
      netCents: on('provider_balance'),
      feeCents: on('provider_fees'),
    })
    .from(ledgerJournals)
    .innerJoin(ledgerLines, eq(ledgerLines.journalId, ledgerJournals.id))
    .where(inArray(ledgerJournals.providerTxn, ids))
    .groupBy(ledgerJournals.id)
  return new Map(found.map(({ id, ...sums }) => [id ?? '', sums]))
}

async function completedOf(db: Database, page: Settled[]): Promise<Set<string>> {
  const paid = page.flatMap((settled) => tipPaidBy(settled) ?? []).filter((tipId) => isUuid(tipId))
  if (paid.length === 0) return new Set()
  const found = await db
    .select({ id: tips.id })
    .from(tips)
    .where(and(inArray(tips.id, paid), eq(tips.status, 'completed')))
  return new Set(found.map(({ id }) => id))
}

/** Looks through the books for movements the provider does not have. */
async function findStrangers(db: Database, seen: Set<string>, rows: BreakingRow[]): Promise<void> {
  let after: string | null = null
  do {
    const page: { id: string; txn: string | null }[] = await db
      .select({ id: ledgerJournals.id, txn: ledgerJournals.providerTxn })
      .from(ledgerJournals)
      .where(and(isNotNull(ledgerJournals.providerTxn), after ? gt(ledgerJournals.id, after) : undefined))
      .orderBy(ledgerJournals.id)
      .limit(1000)
    for (const { id, txn } of page)
      if (txn && !seen.has(txn))
        keepFirst(rows, { id, note: `is in the books as ${txn}, which the provider does not have` })
    after = page.at(-1)?.id ?? null
  } while (after && !isFull(rows))
}
