import { expect, it } from 'vitest'
import { rowInvariants } from '../server/src/features/invariants/row-invariants.ts'
import {
  coverageCheck,
  oneEachCheck,
  payableCheck,
  payoutCheck,
} from '../server/src/features/reconciliation/internal-checks.ts'
import { databaseOf } from './fill-club.ts'
import { fillLargeClub } from './fill-large-club.ts'
import { send } from './load.ts'
import { openEmptySite } from './site-under-test.ts'

const small = {
  members: 100,
  gone: 60,
  visitors: 90,
  journals: 2400,
  posts: 40,
  months: 24,
  recentPosts: 6,
  eachSeenBy: 30,
  daysEach: 2,
  likes: 1500,
  comments: 400,
  answers: 30,
  messages: 20,
  cases: 20,
  acts: 50,
  admins: 2,
}

it('fills a club with consistent counters, ledger and payouts', async () => {
  const site = await openEmptySite()
  const database = databaseOf(site.folder)
  try {
    const { admins, creator } = await fillLargeClub(database, small)
    const now = new Date()
    const invariants = await rowInvariants(database.db, now)
    expect(invariants.filter(({ broken }) => broken > 0)).toEqual([])
    const equations = [
      await payableCheck(database.db),
      await coverageCheck(database.db, now),
      await oneEachCheck(database.db),
      await payoutCheck(database.db),
    ]
    expect(equations.filter(({ holds }) => !holds)).toEqual([])
    for (const cookie of [creator[0]!, admins[0]!]) {
      const asked = { method: 'GET', path: '/api/payouts', headers: { cookie } }
      const { statements } = JSON.parse((await send(site.url, asked, '127.0.0.1')).body)
      expect(statements.length).toBeGreaterThan(12)
    }
  } finally {
    await database.close()
    await site.close()
  }
})
