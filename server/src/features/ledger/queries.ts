import { and, desc, eq, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { validate as isUuid } from 'uuid'
import { containsPattern } from '#db/contains-pattern.ts'
import type { Queryable } from '#db/database.ts'
import { rowBefore } from '#db/place-in-list.ts'
import { nameInSql } from '#features/accounts/name-in-sql.ts'
import { people } from '#features/accounts/schema.ts'
import { type PaymentAlert, paymentAlerts } from '#payments/schema.ts'
import { ledgerJournals, ledgerLines, ledgerRefunds } from './schema.ts'

const pageSize = 20

type Paged<Row> = { rows: Row[]; hasMore: boolean }

const pageOf = <Row>(rows: Row[]): Paged<Row> => ({
  rows: rows.slice(0, pageSize),
  hasMore: rows.length > pageSize,
})

/** A page of alerts, the newest first, beginning after the one of id `before`. */
export async function alertsBefore(
  db: Queryable,
  { state = 'open', before }: { state?: 'open' | 'resolved' | undefined; before?: string | undefined },
): Promise<Paged<PaymentAlert>> {
  const rows = await db
    .select()
    .from(paymentAlerts)
    .where(
      and(
        state === 'open' ? isNull(paymentAlerts.resolvedAt) : isNotNull(paymentAlerts.resolvedAt),
        before ? lt(paymentAlerts.id, rowBefore(before)) : undefined,
      ),
    )
    .orderBy(desc(paymentAlerts.id))
    .limit(pageSize + 1)
  return pageOf(rows)
}

/** One alert; null for an id that is none. */
export async function alertById(db: Queryable, id: string): Promise<PaymentAlert | null> {
  if (!isUuid(id)) return null
  const [found] = await db.select().from(paymentAlerts).where(eq(paymentAlerts.id, id)).limit(1)
  return found ?? null
}

const taking = alias(ledgerJournals, 'taking')

const own = (account: SQL) =>
  sql<number>`coalesce((select sum(${ledgerLines.amountCents}) from ${ledgerLines} where ${ledgerLines.journalId} = ${ledgerJournals.id} and ${account}), 0)::int`

const taken = (kinds: SQL) =>
  sql<number>`coalesce((select sum(${ledgerLines.amountCents}) from ${ledgerJournals} ${taking} join ${ledgerLines} on ${ledgerLines.journalId} = ${taking}.id where ${taking}.payment_journal_id = ${ledgerJournals.id} and ${taking}.kind in ${kinds} and ${ledgerLines.account} in ('creator_payable', 'platform_revenue')), 0)::int`

const paymentColumns = {
  id: ledgerJournals.id,
  kind: sql<'subscription' | 'tip'>`${ledgerJournals.kind}`,
  occurredAt: ledgerJournals.occurredAt,
  name: sql<string>`coalesce(${nameInSql('people')}, '')`,
  email: people.email,
  grossCents: own(sql`${ledgerLines.account} in ('provider_balance', 'provider_fees')`),
  feeCents: own(sql`${ledgerLines.account} = 'provider_fees'`),
  creatorCents: sql<number>`-${own(sql`${ledgerLines.account} = 'creator_payable'`)}`,
  refundedCents: taken(sql`('refund', 'refund_failed')`),
  disputedCents: taken(sql`('dispute', 'dispute_reversed')`),
  wasDisputed: sql<boolean>`exists (select 1 from ${ledgerJournals} ${taking} where ${taking}.payment_journal_id = ${ledgerJournals.id} and ${taking}.kind = 'dispute')`,
  pendingCents: sql<number>`coalesce((select sum(${ledgerRefunds.amountCents}) from ${ledgerRefunds} where ${ledgerRefunds.paymentJournalId} = ${ledgerJournals.id} and ${ledgerRefunds.state} in ('asked', 'sent') and ${ledgerRefunds.journalId} is null), 0)::int`,
}

export type PaymentRow = Awaited<ReturnType<typeof paymentsBefore>>['rows'][number]

/**
 * A page of booked payments, the newest first, beginning after the one of id `before`; sums in cents. `search` looks for
 * the payer's name or address, and for the provider's transaction.
 */
export async function paymentsBefore(
  db: Queryable,
  { before, search = '' }: { before?: string | undefined; search?: string | undefined },
) {
  const rows = await db
    .select(paymentColumns)
    .from(ledgerJournals)
    .leftJoin(people, eq(people.id, ledgerJournals.personId))
    .where(
      and(
        inArray(ledgerJournals.kind, ['subscription', 'tip']),
        search === '' ? undefined : matches(search),
        before
          ? sql`(${ledgerJournals.occurredAt}, ${ledgerJournals.id}) < (select last.occurred_at, last.id from ${ledgerJournals} last where last.id = ${rowBefore(before)})`
          : undefined,
      ),
    )
    .orderBy(desc(ledgerJournals.occurredAt), desc(ledgerJournals.id))
    .limit(pageSize + 1)
  return pageOf(rows)
}

function matches(search: string) {
  const anywhere = containsPattern(search)
  return or(
    ilike(people.email, anywhere),
    ilike(sql`concat_ws(' ', ${people.firstName}, ${people.lastName})`, anywhere),
    eq(ledgerJournals.providerTxn, search),
  )
}
