import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { writeJournal } from './write-journal.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const minuteMs = 60_000

async function pay(personId: string, minute: number): Promise<string> {
  const { db } = club.services
  const id = await db.transaction((tx) =>
    writeJournal(tx, {
      kind: 'tip',
      providerTxn: `txn_${uuid()}`,
      personId,
      shareBasisPoints: 7500,
      occurredAt: new Date(Date.UTC(2026, 0, 1) + minute * minuteMs),
      currency: 'usd',
      moves: { provider_balance: 455, provider_fees: 45, creator_payable: -375, platform_revenue: -125 },
    }),
  )
  if (id === null) throw new Error('this payment is in the books already')
  return id
}

async function paymentsOf(query: { search?: string; before?: string }) {
  const { status, body } = await club.people.admin.call(api.ledger.payments, { query })
  expect(status).toBe(200)
  return body
}

describe('the list of payments', () => {
  it('pages through every payment once, also with equal times', async () => {
    const { member } = club.people
    const paid: string[] = []
    for (let n = 0; n < 45; n += 1) paid.push(await pay(member.id, Math.floor(n / 15)))
    const listed: string[] = []
    for (let hasMore = true; hasMore;) {
      const before = listed.at(-1)
      const page = await paymentsOf(before ? { before } : {})
      listed.push(...page.payments.map(({ id }) => id))
      hasMore = page.hasMore
    }
    expect(listed).toHaveLength(45)
    expect(listed.toSorted()).toEqual(paid.toSorted())
  })

  it('finds payers by name among few and among many', async () => {
    const { db } = club.services
    const crowd = Array.from({ length: 510 }, (_, index) => ({
      id: uuid(),
      role: 'subscriber' as const,
      email: `crowd${index}@crowd.example`,
      firstName: 'Ćosima',
      lastName: `Number ${index}`,
      createdAt: new Date(Date.UTC(2026, 0, 1) + index),
    }))
    await db.insert(people).values(crowd)
    const [oldest, newest] = [crowd[0]!, crowd.at(-1)!]
    const payments = [await pay(oldest.id, 100), await pay(newest.id, 101), await pay(oldest.id, 102)]
    const found = async (search: string) =>
      (await paymentsOf({ search })).payments.map(({ id }) => payments.indexOf(id))
    expect(await found('cosima')).toEqual([2, 1, 0])
    expect(await found('Cosi number')).toEqual([2, 1, 0])
    expect(await found('number 509')).toEqual([1])
    expect(await found('crowd0@crowd')).toEqual([2, 0])
    expect(await found('%')).toEqual([])
    await db.update(people).set({ firstName: 'Ana' }).where(eq(people.id, oldest.id))
    expect(await found('ana')).toEqual([2, 0])
  })
})
