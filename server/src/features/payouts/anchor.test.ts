import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { closeMonths } from '#testing/months.ts'
import { payoutLines, payoutStatements } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('a membership from 31 January is on every monthly statement once [fault 40, R-17]', async () => {
  const { db, payments } = club.services
  club.clock.set(new Date('2028-01-31T20:00:00Z'))
  const { user } = await join(club)
  const booked = () =>
    db
      .select()
      .from(ledgerJournals)
      .where(eq(ledgerJournals.personId, user.id))
      .orderBy(asc(ledgerJournals.occurredAt))
  await expect.poll(booked).toHaveLength(1)
  // The last day of each month: the billing anchor returns after short months.
  for (const [index, day] of ['2028-02-29', '2028-03-31', '2028-04-30'].entries()) {
    club.clock.set(new Date(`${day}T22:00:00Z`))
    await payments.sandbox!.control.runDue()
    await expect.poll(booked).toHaveLength(index + 2)
  }
  expect((await booked()).map(({ occurredAt }) => occurredAt.toISOString().slice(0, 10))).toEqual([
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
  ])
  await closeMonths(club, '2028-05-04T00:10:00Z')
  const lines = await db
    .select({ month: payoutStatements.month, cents: payoutLines.amountCents })
    .from(payoutLines)
    .innerJoin(payoutStatements, eq(payoutStatements.id, payoutLines.statementId))
    .orderBy(asc(payoutStatements.month))
  expect(lines).toEqual(['01', '02', '03', '04'].map((month) => ({ month: `2028-${month}-01`, cents: 974 })))
})
