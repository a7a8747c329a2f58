import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '#features/invariants/check-invariants.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { type Club, openClub } from '#testing/club.ts'
import { closeMonths } from '#testing/months.ts'
import { payoutLines, payoutOpenLines } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const earn = (day: string) =>
  club.services.db.transaction((tx) =>
    writeJournal(tx, {
      kind: 'tip',
      providerTxn: `txn_${day}`,
      shareBasisPoints: 7500,
      occurredAt: new Date(`${day}T12:00:00Z`),
      currency: 'usd',
      moves: { provider_balance: 500, creator_payable: -375, platform_revenue: -125 },
    }),
  )

const openIds = async () =>
  (await club.services.db.select().from(payoutOpenLines).orderBy(payoutOpenLines.occurredAt)).map(
    ({ journalId }) => journalId,
  )
const brokenOnes = async () =>
  (await checkInvariants({ ...club.services, payments: null })).filter(({ broken }) => broken > 0)

it('keeps a line open until a statement contains it, even if booked late', async () => {
  const january = await earn('2027-01-05')
  const february = await earn('2027-02-01')
  expect(await openIds()).toEqual([january, february])
  const [first] = await closeMonths(club, '2027-02-04T00:10:00Z')
  expect(first?.closingCents).toBe(375)
  expect(await openIds()).toEqual([february])
  const late = await earn('2027-01-20')
  expect(await openIds()).toEqual([late, february])
  const [second] = await closeMonths(club, '2027-03-04T00:10:00Z')
  expect(second?.closingCents).toBe(3 * 375)
  expect(await openIds()).toEqual([])
  const lines = await club.services.db
    .select({ id: payoutLines.journalId })
    .from(payoutLines)
    .where(eq(payoutLines.statementId, second!.id))
  expect(new Set(lines.map(({ id }) => id))).toEqual(new Set([late, february]))
})

it('is checked by doctor', async () => {
  const march = await earn('2027-03-01')
  // The clock has skipped months, perhaps while an email was being sent.
  await club.services.jobs.settled()
  expect(await brokenOnes()).toEqual([])
  await club.services.db.delete(payoutOpenLines)
  expect(await brokenOnes()).toMatchObject([
    {
      name: 'Every creator share is on a statement or open for the next',
      examples: [`journal ${march} moves 375 cents, of which 0 are open`],
    },
  ])
  await club.services.db.execute(sql`
    insert into payout_open_lines (journal_id, kind, occurred_at, amount_cents)
    select id, kind, occurred_at, 374 from ledger_journals where id = ${march}`)
  expect((await brokenOnes())[0]?.examples).toEqual([
    `journal ${march} moves 375 cents, of which 374 are open`,
  ])
})
