import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberships } from '#features/subscriptions/schema.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { closeMonths } from '#testing/months.ts'
import { payoutStatements } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const renewals = 13
const creatorCents = 974

/** The number of booked membership months of a person. */
async function bookedMonths(personId: string) {
  const rows = await club.services.db
    .select({ id: ledgerJournals.id })
    .from(ledgerJournals)
    .where(and(eq(ledgerJournals.personId, personId), eq(ledgerJournals.kind, 'subscription')))
  return rows.length
}

const monthLater = (from: Date, months: number, hours: number) =>
  new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, from.getUTCDate(), hours))

it('books thirteen renewals per member in thirteen months, matching the statements [fault 44]', async () => {
  const { db, payments } = club.services
  // No anchor is a day that some month lacks: each month on the clock is one renewal.
  const start = new Date('2027-01-15T09:00:00Z')
  club.clock.set(start)
  const members = [await join(club), await join(club), await join(club)]
  for (let month = 1; month <= renewals; month += 1) {
    club.clock.set(monthLater(start, month, 12))
    await payments.sandbox!.control.runDue()
    for (const { user } of members) await expect.poll(() => bookedMonths(user.id)).toBe(1 + month)
  }
  const { data } = await payments.stripe.invoices.list({ status: 'paid', limit: 100 })
  expect(data.filter(({ billing_reason }) => billing_reason === 'subscription_cycle')).toHaveLength(
    renewals * members.length,
  )
  expect(await db.select().from(memberships).where(eq(memberships.status, 'active'))).toEqual(
    expect.arrayContaining(members.map(({ user }) => expect.objectContaining({ personId: user.id }))),
  )

  await closeMonths(club, '2028-03-04T00:10:00Z')
  const statements = await db.select().from(payoutStatements).orderBy(asc(payoutStatements.month))
  expect(statements).toHaveLength(renewals + 1)
  for (const [index, { openingCents, closingCents }] of statements.entries()) {
    expect(openingCents).toBe(index * members.length * creatorCents)
    expect(closingCents).toBe((index + 1) * members.length * creatorCents)
  }
  const { rows } = await db.execute<{ cents: number }>(
    sql`select -sum(amount_cents)::int as cents from ledger_lines where account = 'creator_payable'`,
  )
  expect(statements.at(-1)?.closingCents).toBe(rows[0]?.cents)
  expect(statements.at(-1)?.payableCents).toBe((renewals + 1) * members.length * creatorCents)
})
