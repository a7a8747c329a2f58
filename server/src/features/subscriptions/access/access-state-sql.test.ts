import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { memberships } from '../schema.ts'
import { accessOf, membershipFacts, renewalWindowMs } from './access.ts'
import { accessStateSql } from './access-state-sql.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('agrees with the access rule on every kind of membership [NOACC-3]', async () => {
  const { db, clock } = club.services
  const now = clock.now()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const [template] = await db.select().from(memberships).limit(1)
  const statuses = [
    'active',
    'trialing',
    'past_due',
    'unpaid',
    'incomplete',
    'incomplete_expired',
    'canceled',
  ]
  const ends = [null, after(1), after(-1), now, after(-renewalWindowMs), after(1 - renewalWindowMs)]
  const crowd = statuses.flatMap((status) =>
    ends.flatMap((paidThrough) =>
      [null, after(1), after(-1), now].flatMap((end) =>
        ([null, 'processing', 'failed'] as const).flatMap((firstPayment) =>
          [null, now].map((revokedAt) => ({ status, paidThrough, end, firstPayment, revokedAt })),
        ),
      ),
    ),
  )
  const rows = crowd.map(({ end, ...facts }) => ({
    ...template!,
    ...facts,
    id: uuid(),
    personId: uuid(),
    subscriptionId: `sub_${uuid()}`,
    cancelAt: end,
    graceUntil: end,
    isCurrent: true,
  }))
  await db.insert(people).values(
    rows.map(({ personId }) => ({
      id: personId,
      role: 'subscriber' as const,
      email: `${personId}@kinds.example`,
      createdAt: now,
    })),
  )
  await db.insert(memberships).values(rows)
  const found = await db
    .select({
      role: people.role,
      membership: membershipFacts,
      state: accessStateSql(now).as('state'),
    })
    .from(people)
    .leftJoin(memberships, and(eq(memberships.personId, people.id), sql`${memberships.isCurrent}`))
  expect(found.length).toBeGreaterThan(rows.length)
  expect(found.filter((row) => row.state !== accessOf(row, now).state)).toEqual([])
})
