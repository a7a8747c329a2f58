import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { statsReader } from './stats.ts'
import { beginRun, endRun, lastRun } from './runs.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('the figures are counted once for all who look while the clock moves, and afresh when it stands still', async () => {
  const { db, clock } = club.services
  const figures = statsReader(db)
  const now = clock.now()
  const noMember = async () => {
    const { members } = await figures(await lastRun(db), now)
    return members.find(({ state }) => state === 'none')?.count
  }
  const before = await noMember()
  expect(before).toBeGreaterThan(0)
  const later = new Date(now.getTime() + 60_000)
  const run = await beginRun(club.services, { leap: 'day', fromAt: now, toAt: later })
  expect(await noMember()).toBe(before)
  await db.update(people).set({ isBlocked: true })
  expect(await noMember()).toBe(before)
  await endRun(db, run, 'done')
  expect(await noMember()).toBeUndefined()
})
