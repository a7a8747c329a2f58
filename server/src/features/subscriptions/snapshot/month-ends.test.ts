import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { memberships } from '../schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('pays for short months and returns to its original day [fault 40, R-17]', async () => {
  club.clock.set(new Date('2028-01-31T12:00:00Z'))
  const { subscriptionId } = await join(club)
  const paidThrough = async () => {
    await quiet(club)
    const [row] = await club.services.db
      .select()
      .from(memberships)
      .where(eq(memberships.subscriptionId, subscriptionId))
    return row!.paidThrough!
  }
  const days = [await paidThrough()]
  for (let renewal = 0; renewal < 3; renewal += 1) {
    club.clock.set(new Date(days.at(-1)!.getTime() + 7_200_000))
    days.push(await paidThrough())
  }
  expect(days.map((day) => day.toISOString().slice(0, 10))).toEqual([
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
    '2028-05-31',
  ])
})
