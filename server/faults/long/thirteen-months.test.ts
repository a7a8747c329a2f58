import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { api } from '@touchline/contract/api.ts'
import { measureBooks } from '#features/reconciliation/book-checks.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { payoutStatements } from '#features/payouts/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { closeMonths, signInAgain } from '#testing/months.ts'
import { report } from '#testing/test-report.ts'

const creatorCents = 974
const long = { timeout: 10 * 60_000, interval: 200 }

let club: Club
afterAll(() => club.close())

/** An empty club on a day that every month has. */
async function openedIn2027() {
  await club?.close()
  club = await openClub()
  // The test people's memberships do not exist at the provider.
  await club.services.db.delete(memberships)
  club.clock.set(new Date('2027-01-15T09:00:00Z'))
}
const monthsOf = (personId: string) =>
  club.services.db
    .select()
    .from(ledgerJournals)
    .where(and(eq(ledgerJournals.personId, personId), eq(ledgerJournals.kind, 'subscription')))
const statements = () => club.services.db.select().from(payoutStatements).orderBy(asc(payoutStatements.month))
const broken = async () => (await measureBooks(club.services)).equations.filter(({ holds }) => !holds)
const booksSum = async () => {
  const { rows } = await club.services.db.execute<{ cents: number }>(
    sql`select sum(amount_cents) as cents from ledger_lines`,
  )
  return Number(rows[0]?.cents)
}

it('thirteen months of simultaneous events lose and duplicate nothing [fault 44]', async () => {
  await openedIn2027()
  const { db, jobs, payments } = club.services
  const members = [await join(club), await join(club), await join(club)]
  for (const { user } of members) await expect.poll(() => monthsOf(user.id), long).toHaveLength(1)
  const startedAt = performance.now()
  club.clock.set(new Date('2028-02-15T12:00:00Z'))
  await payments.sandbox!.control.runDue()
  do await payments.sandbox!.control.webhooks.drained()
  while (await jobs.settled())
  const tookMs = performance.now() - startedAt
  for (const { user } of members) expect(await monthsOf(user.id)).toHaveLength(14)
  const { data } = await payments.stripe.invoices.list({ status: 'paid', limit: 100 })
  expect(data.filter(({ billing_reason }) => billing_reason === 'subscription_cycle')).toHaveLength(
    13 * members.length,
  )
  for (const { user } of members)
    expect(await db.select().from(memberships).where(eq(memberships.personId, user.id))).toMatchObject([
      { status: 'active', endedAt: null, revokedAt: null },
    ])
  await closeMonths(club, '2028-03-04T00:10:00Z')
  const closed = await statements()
  expect(closed.map(({ openingCents, closingCents }) => closingCents - openingCents)).toEqual(
    Array.from({ length: 14 }, () => members.length * creatorCents),
  )
  expect(closed.at(-1)?.payableCents).toBe(14 * members.length * creatorCents)
  expect(await booksSum()).toBe(0)
  expect(await broken()).toEqual([])
  report('fault 44', `13 months of ${members.length} members in one leap`, { startedAt, seed: 0 })
  expect(tookMs).toBeLessThan(30_000)
})

it('a simulated year has consistent payments, statements and ledger [fault 44]', async () => {
  await openedIn2027()
  const { admin } = club.people
  const { user } = await join(club)
  await expect.poll(() => monthsOf(user.id), long).toHaveLength(1)
  await signInAgain(club, admin)
  expect((await admin.call(api.simulator.advance, { body: { by: 'year' } })).status).toBe(202)
  const shown = async () => (await admin.call(api.simulator.show)).body
  await expect.poll(async () => (await shown()).run?.state, long).not.toBe('running')
  const { run, books } = await shown()
  expect(run).toMatchObject({ state: 'done', percent: 100 })
  // The thirteenth month is charged an hour after the year ends.
  expect(run?.happened).toMatchObject({ renewals: 11, journals: 11, failures: 0, cancellations: 0 })
  expect(await monthsOf(user.id)).toHaveLength(12)
  const closed = await statements()
  expect(closed.map(({ month, closingCents }) => [month, closingCents])).toEqual(
    Array.from({ length: 12 }, (_, index) => [
      `2027-${String(index + 1).padStart(2, '0')}-01`,
      (index + 1) * creatorCents,
    ]),
  )
  expect(books.balanceCents).toBe(0)
  expect(await broken()).toEqual([])
})
