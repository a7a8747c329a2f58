import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { v7 as uuid } from 'uuid'
import { createPerson } from '#features/people/create-person.ts'
import { type Club, openClub } from '#testing/club.ts'
import { accessOf, renewalWindowMs } from './access.ts'
import { activeMembers } from './active-members.ts'
import { memberships } from '../schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const read = async (now = club.clock.now()) => {
  const { rows } = await club.services.db.execute<{ person_id: string }>(activeMembers(now))
  return rows.map((row) => row.person_id)
}

it('lists paying members, without staff, blocked or erased people', async () => {
  const { member, otherMember } = club.people
  expect((await read()).toSorted()).toEqual([member.id, otherMember.id].toSorted())
  await club.services.db.execute(sql`update people set erased_at = now() where id = ${otherMember.id}`)
  expect(await read()).toEqual([member.id])
})

it('are counted for creators', async () => {
  const { creator, member } = club.people
  expect((await creator.call(api.subscriptions.memberCount)).body).toEqual({ members: (await read()).length })
  expect((await member.call(api.subscriptions.memberCount)).status).toBe(403)
})

it('lists the same people as the access rule for every membership state', async () => {
  const { services, clock } = club
  const now = clock.now()
  const around = (ms: number) => [null, new Date(now.getTime() + ms), new Date(now.getTime() - ms)]
  const second = 1000
  const facts = [
    'active',
    'trialing',
    'past_due',
    'unpaid',
    'incomplete',
    'canceled',
    'paused',
    'new word',
  ].flatMap((status) =>
    [
      ...around(second),
      new Date(now.getTime() - renewalWindowMs),
      new Date(now.getTime() - renewalWindowMs + 1),
    ].flatMap((paidThrough) =>
      around(2 * second).flatMap((cancelAt) =>
        [null, 'processing' as const, 'failed' as const].map((firstPayment) => ({
          status,
          paidThrough,
          cancelAt,
          firstPayment,
          graceUntil: cancelAt,
          endedAt: null,
          revokedAt: firstPayment === 'failed' && cancelAt ? now : null,
        })),
      ),
    ),
  )
  const drawn: { id: string; membership: (typeof facts)[number] }[] = []
  await services.db.transaction(async (tx) => {
    for (const [index, membership] of facts.entries()) {
      const { id } = await createPerson(tx, { email: `drawn${index}@club.example`, createdAt: now })
      await tx.insert(memberships).values({
        id: uuid(),
        personId: id,
        customerId: `cus_${index}`,
        subscriptionId: `sub_${index}`,
        priceCents: 1299,
        periodEnd: now,
        startedAt: now,
        isCurrent: true,
        syncedAt: now,
        ...membership,
      })
      drawn.push({ id, membership })
    }
  })
  const found = new Set(await read(now))
  const different = drawn.filter(
    ({ id, membership }) => found.has(id) !== accessOf({ role: 'subscriber', membership }, now).hasAccess,
  )
  expect(different).toEqual([])
  const members = drawn.filter(({ id }) => found.has(id)).length
  expect([members > 20, members < drawn.length - 20]).toEqual([true, true])
})
