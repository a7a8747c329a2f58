import { and, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Database } from '#db/database.ts'
import { tips } from '#features/tips/schema.ts'
import { type ViolatingRow, isFull, addRow } from './check-result.ts'
import { type LedgerAccount, ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'

/** A booked movement in cents. */
export type Booked = { netCents: number; feeCents: number }

const on = (account: LedgerAccount) =>
  sql<number>`coalesce(sum(${ledgerLines.amountCents}) filter (where ${ledgerLines.account} = ${account}), 0)::int`

export async function findBooked(db: Database, ids: string[]): Promise<Map<string, Booked>> {
  if (ids.length === 0) return new Map()
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

/** The completed ones among these tips; invalid ids are skipped. */
export async function findCompletedTips(db: Database, tipIds: string[]): Promise<Set<string>> {
  const paid = tipIds.filter((tipId) => isUuid(tipId))
  if (paid.length === 0) return new Set()
  const found = await db
    .select({ id: tips.id })
    .from(tips)
    .where(and(inArray(tips.id, paid), eq(tips.status, 'completed')))
  return new Set(found.map(({ id }) => id))
}

/** The ones among these movements that have an open or closed unknown-movement alert. */
export async function findAlerted(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .selectDistinct({ id: paymentAlerts.subject })
    .from(paymentAlerts)
    .where(and(eq(paymentAlerts.kind, 'unknown-movement'), inArray(paymentAlerts.subject, ids)))
  return new Set(found.map(({ id }) => id))
}

/** Finds journals up to a moment whose movement the provider does not have. */
export async function findUnknownJournals(
  db: Database,
  { seen, until, rows }: { seen: Set<string>; until: Date; rows: ViolatingRow[] },
): Promise<void> {
  let after: string | null = null
  do {
    const page: { id: string; txn: string | null }[] = await db
      .select({ id: ledgerJournals.id, txn: ledgerJournals.providerTxn })
      .from(ledgerJournals)
      .where(
        and(
          isNotNull(ledgerJournals.providerTxn),
          lte(ledgerJournals.occurredAt, until),
          after ? gt(ledgerJournals.id, after) : undefined,
        ),
      )
      .orderBy(ledgerJournals.id)
      .limit(1000)
    for (const { id, txn } of page)
      if (txn && !seen.has(txn))
        addRow(rows, { id, note: `is in the books as ${txn}, which the provider does not have` })
    after = page.at(-1)?.id ?? null
  } while (after && !isFull(rows))
}
