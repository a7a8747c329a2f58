import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#db/database.ts'
import { isAfterRow } from '#db/place-in-list.ts'
import { fullNameSql } from '#features/people/full-name-sql.ts'
import { people } from '#features/people/schema.ts'
import { findPeople, matchesPerson } from '#features/people/search-people.ts'
import { ledgerJournals, ledgerLines, ledgerRefunds } from './schema.ts'
import { pageSize, pageOf } from './paged.ts'

const reversals = alias(ledgerJournals, 'reversals')

const ownSum = (account: SQL) =>
  sql<number>`coalesce((select sum(${ledgerLines.amountCents}) from ${ledgerLines} where ${ledgerLines.journalId} = ${ledgerJournals.id} and ${account}), 0)::int`

const reversedSum = (kinds: SQL) =>
  sql<number>`coalesce((select sum(${ledgerLines.amountCents}) from ${ledgerJournals} ${reversals} join ${ledgerLines} on ${ledgerLines.journalId} = ${reversals}.id where ${reversals}.payment_journal_id = ${ledgerJournals.id} and ${reversals}.kind in ${kinds} and ${ledgerLines.account} in ('creator_payable', 'platform_revenue')), 0)::int`

const paymentColumns = {
  id: ledgerJournals.id,
  kind: sql<'subscription' | 'tip'>`${ledgerJournals.kind}`,
  occurredAt: ledgerJournals.occurredAt,
  name: sql<string>`coalesce(${fullNameSql('people')}, '')`,
  email: people.email,
  grossCents: ownSum(sql`${ledgerLines.account} in ('provider_balance', 'provider_fees')`),
  feeCents: ownSum(sql`${ledgerLines.account} = 'provider_fees'`),
  creatorCents: sql<number>`-${ownSum(sql`${ledgerLines.account} = 'creator_payable'`)}`,
  refundedCents: reversedSum(sql`('refund', 'refund_failed')`),
  disputedCents: reversedSum(sql`('dispute', 'dispute_reversed')`),
  // The limit stops the planner from answering a bare `exists` by reading all journals.
  wasDisputed: sql<boolean>`coalesce((select true from ${ledgerJournals} ${reversals} where ${reversals}.payment_journal_id = ${ledgerJournals.id} and ${reversals}.kind = 'dispute' limit 1), false)`,
  pendingCents: sql<number>`coalesce((select sum(${ledgerRefunds.amountCents}) from ${ledgerRefunds} where ${ledgerRefunds.paymentJournalId} = ${ledgerJournals.id} and ${ledgerRefunds.state} in ('asked', 'sent') and ${ledgerRefunds.journalId} is null), 0)::int`,
}

export type PaymentRow = Awaited<ReturnType<typeof paymentsBefore>>['rows'][number]

/** Spelled exactly like the predicate of the partial index, which PostgreSQL requires to use it. */
const isPayment = sql`${ledgerJournals.kind} in ('subscription', 'tip')`

/** Returns a page, newest first; sums in cents. `search` is a payer's name or email, or a transaction id. */
export async function paymentsBefore(
  db: Queryable,
  {
    before,
    search = '',
    personId,
  }: { before?: string | undefined; search?: string | undefined; personId?: string },
) {
  const rows = await db
    .select(paymentColumns)
    .from(ledgerJournals)
    .leftJoin(people, eq(people.id, ledgerJournals.personId))
    .where(
      and(
        isPayment,
        personId ? eq(ledgerJournals.personId, personId) : undefined,
        search === '' ? undefined : await matches(db, search),
        before ? isAfterRow([ledgerJournals.occurredAt, ledgerJournals.id], before) : undefined,
      ),
    )
    .orderBy(desc(ledgerJournals.occurredAt), desc(ledgerJournals.id))
    .limit(pageSize + 1)
  return pageOf(rows)
}

/** With more matching payers than this, payments are scanned newest first instead of being looked up by payer. */
const maxPayers = 500

async function matches(db: Queryable, search: string): Promise<SQL> {
  const payers = await findPeople(db, { search, limit: maxPayers + 1 })
  const isByPayer =
    payers.length > maxPayers
      ? matchesPerson(search, ledgerJournals.personId)
      : sql`${ledgerJournals.personId} = any(${sql.param(payers)}::uuid[])`
  return sql`(${isByPayer} or ${ledgerJournals.providerTxn} = ${search})`
}
