import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { payoutAccounts, payouts, type Payout, payoutStatements, type PayoutStatement } from './schema.ts'

const creatorColumns = { id: people.id, email: people.email, firstName: people.firstName }

/** The creator who receives the club's revenue; null while there is none. */
export async function paidCreator(db: Queryable) {
  const [creator] = await db
    .select(creatorColumns)
    .from(people)
    .where(eq(people.isMainInfluencer, true))
    .limit(1)
  return creator ?? null
}
export type PaidCreator = NonNullable<Awaited<ReturnType<typeof paidCreator>>>

export async function creatorById(db: Queryable, id: string) {
  const [creator] = await db.select(creatorColumns).from(people).where(eq(people.id, id)).limit(1)
  return creator ?? null
}

/** The newest statement of a creator; null before the first. */
export async function newestStatement(db: Queryable, creatorId: string): Promise<PayoutStatement | null> {
  const [newest] = await db
    .select()
    .from(payoutStatements)
    .where(eq(payoutStatements.creatorId, creatorId))
    .orderBy(desc(payoutStatements.month))
    .limit(1)
  return newest ?? null
}

export async function statementById(db: Queryable, id: string): Promise<PayoutStatement | null> {
  if (!validate(id)) return null
  const [found] = await db.select().from(payoutStatements).where(eq(payoutStatements.id, id)).limit(1)
  return found ?? null
}

/** Statements of a creator, newest first, optionally before a month. */
export async function statementsOf(
  db: Queryable,
  creatorId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<PayoutStatement[]> {
  return db
    .select()
    .from(payoutStatements)
    .where(
      and(
        eq(payoutStatements.creatorId, creatorId),
        before === undefined ? undefined : lt(payoutStatements.month, before),
      ),
    )
    .orderBy(desc(payoutStatements.month))
    .limit(limit)
}

/** All payout attempts of statements, newest first. */
export async function payoutsOf(db: Queryable, statementIds: readonly string[]): Promise<Payout[]> {
  if (statementIds.length === 0) return []
  return db
    .select()
    .from(payouts)
    .where(inArray(payouts.statementId, [...statementIds]))
    .orderBy(desc(payouts.approvedAt), desc(payouts.id))
}

/** Approved payouts of a creator that have not arrived, in cents. */
export async function onItsWayCents(db: Queryable, creatorId: string): Promise<number> {
  const [sum] = await db
    .select({ cents: sql<string>`coalesce(sum(${payouts.amountCents}), 0)` })
    .from(payouts)
    .innerJoin(payoutStatements, eq(payoutStatements.id, payouts.statementId))
    .where(and(eq(payoutStatements.creatorId, creatorId), inArray(payouts.state, ['approved', 'sending'])))
  return Number(sum?.cents ?? 0)
}

/** Paid payouts of a creator less reversals, in cents. */
export async function paidCents(db: Queryable, creatorId: string): Promise<number> {
  const { rows } = await db.execute<{ cents: string | number }>(sql`
    select coalesce(sum(-l.amount_cents), 0) as cents
    from payouts p
    join payout_statements s on s.id = p.statement_id and s.creator_id = ${creatorId}
    join ledger_journals j on j.source_id = p.id and j.kind in ('payout_paid', 'payout_reversed')
    join ledger_lines l on l.journal_id = j.id and l.account in ('provider_balance', 'bank')`)
  return Number(rows[0]?.cents ?? 0)
}

/** The transfer account of a creator; null when payouts are sent by hand. */
export async function accountOf(db: Queryable, creatorId: string): Promise<string | null> {
  const [found] = await db
    .select({ accountId: payoutAccounts.accountId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.creatorId, creatorId))
    .limit(1)
  return found?.accountId ?? null
}
