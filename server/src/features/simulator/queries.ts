import type { choices, Simulator } from '@touchline/contract/simulator.ts'
import { subscriptionStates } from '@touchline/contract/subscriptions.ts'
import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { revenueKinds } from '#features/insights/count-days.ts'
import { ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'

export async function membersByState(db: Queryable, now: Date): Promise<Simulator['members']> {
  const all = await db
    .select({ isBlocked: people.isBlocked, membership: membershipFacts })
    .from(people)
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
    .where(eq(people.role, 'subscriber'))
  const found = Map.groupBy(all, ({ isBlocked, membership }) =>
    isBlocked ? 'blocked' : accessOf({ role: 'subscriber', membership }, now).state,
  )
  return [...subscriptionStates, 'blocked' as const].flatMap((state) => {
    const count = found.get(state)?.length ?? 0
    return count > 0 ? [{ state, count }] : []
  })
}

/** Returns the ledger balances and the creator's earnings in the month (UTC) of `now`. */
export async function booksAt(db: Queryable, now: Date): Promise<Simulator['books']> {
  const accounts = await db
    .select({ account: ledgerLines.account, sumCents: sql<number>`sum(${ledgerLines.amountCents})` })
    .from(ledgerLines)
    .groupBy(ledgerLines.account)
    .orderBy(asc(ledgerLines.account))
  const begin = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const [earned] = await db
    .select({ sumCents: sql<number>`coalesce(-sum(${ledgerLines.amountCents}), 0)` })
    .from(ledgerLines)
    .innerJoin(ledgerJournals, eq(ledgerJournals.id, ledgerLines.journalId))
    .where(
      and(
        eq(ledgerLines.account, 'creator_payable'),
        inArray(ledgerJournals.kind, revenueKinds),
        gte(ledgerJournals.occurredAt, begin),
        lt(ledgerJournals.occurredAt, end),
      ),
    )
  return {
    month: now.toISOString().slice(0, 7),
    payableCents: earned?.sumCents ?? 0,
    accounts,
    balanceCents: accounts.reduce((sum, { sumCents }) => sum + sumCents, 0),
  }
}

type Choices = z.output<typeof choices.reply & {}>

const nameOf = ({
  firstName,
  lastName,
  email,
}: Pick<typeof people.$inferSelect, 'firstName' | 'lastName' | 'email'>) =>
  [firstName, lastName].filter(Boolean).join(' ') || email

const named = { firstName: people.firstName, lastName: people.lastName, email: people.email }

const maxChoices = 200

/** Selects memberships that will renew, the next renewal first; of one person or of all. */
export const renewingMemberships = (db: Queryable, personId: string | null = null) =>
  db
    .select({ ...named, personId: people.id, membership: memberships })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(
      and(
        personId === null ? undefined : eq(memberships.personId, personId),
        memberships.isCurrent,
        inArray(memberships.status, ['active', 'trialing', 'past_due']),
        isNull(memberships.cancelAt),
        isNull(memberships.endedAt),
      ),
    )
    .orderBy(asc(memberships.periodEnd), asc(memberships.id))

/** Returns the members whose next charge can be made to fail. */
export async function chargeableMembers(db: Queryable): Promise<Choices['members']> {
  const found = await renewingMemberships(db).limit(maxChoices)
  return found.map(({ personId, membership, ...person }) => ({
    personId,
    name: nameOf(person),
    card: membership.cardLast4 ? `${membership.cardBrand ?? 'card'} •••• ${membership.cardLast4}` : null,
    renewsAt: membership.periodEnd.toISOString(),
  }))
}

export async function recentPayments(db: Queryable): Promise<Choices['payments']> {
  const gross = sql<number>`-sum(${ledgerLines.amountCents})`
  const found = await db
    .select({
      ...named,
      id: ledgerJournals.id,
      kind: ledgerJournals.kind,
      occurredAt: ledgerJournals.occurredAt,
      amountCents: gross,
    })
    .from(ledgerJournals)
    .innerJoin(people, eq(people.id, ledgerJournals.personId))
    .innerJoin(ledgerLines, eq(ledgerLines.journalId, ledgerJournals.id))
    .where(
      and(
        inArray(ledgerJournals.kind, ['subscription', 'tip']),
        inArray(ledgerLines.account, ['creator_payable', 'platform_revenue']),
        sql`not exists (select 1 from ledger_journals later where later.payment_journal_id = ${ledgerJournals.id})`,
      ),
    )
    .groupBy(ledgerJournals.id, people.id)
    .orderBy(desc(ledgerJournals.occurredAt), desc(ledgerJournals.id))
    .limit(50)
  return found.map(({ id, kind, occurredAt, amountCents, ...person }) => ({
    id,
    name: nameOf(person),
    kind: kind === 'tip' ? 'tip' : 'subscription',
    amountCents,
    paidAt: occurredAt.toISOString(),
  }))
}
