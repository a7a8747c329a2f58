import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { v7 as uuid } from 'uuid'
import { lockUntilCommit } from '#db/database.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import type { JournalKind, LedgerAccount } from '#features/ledger/schema.ts'
import { membershipMovements } from '#features/subscriptions/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { rebuild, rollUp, rollUpIfChanged } from './roll-up.ts'
import { insightChanges, insightCounting, insightMemberDays, insightMoneyDays } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
beforeEach(async () => {
  await rollUp(club.services.db, new Date('2028-01-01T00:00:00Z'))
})
afterAll(() => club.close())

const db = () => club.services.db

type Moves = Partial<Record<LedgerAccount, number>>
const paid: Moves = {
  provider_balance: 1231,
  provider_fees: 68,
  creator_payable: -974,
  platform_revenue: -325,
}
const takenBack: Moves = { provider_balance: -1299, creator_payable: 974, platform_revenue: 325 }

const journal = (occurredAt: string, kind: JournalKind, moves: Moves) =>
  db().transaction((tx) =>
    writeJournal(tx, {
      kind,
      providerTxn: `txn_${uuid()}`,
      occurredAt: new Date(occurredAt),
      currency: 'usd',
      ...(kind === 'subscription' ? { shareBasisPoints: 7500 } : {}),
      moves,
    }),
  )

async function move(happenedAt: string, kind: 'new' | 'lost_by_choice', joinedMonth = '2028-02-01') {
  const { rows } = await db().execute<{ id: string; person_id: string }>(
    sql`select id, person_id from memberships limit 1`,
  )
  const sign = kind === 'new' ? 1 : -1
  await db()
    .insert(membershipMovements)
    .values({
      id: uuid(),
      membershipId: rows[0]!.id,
      personId: rows[0]!.person_id,
      kind,
      members: sign,
      cents: sign * 1299,
      joinedMonth,
      happenedAt: new Date(happenedAt),
      recordedAt: new Date(happenedAt),
    })
}

const moneyDays = (day: string) =>
  db()
    .select()
    .from(insightMoneyDays)
    .where(sql`day = ${day}`)
    .orderBy(sql`kind`)
const memberDays = (day: string) =>
  db()
    .select()
    .from(insightMemberDays)
    .where(sql`day = ${day}`)
    .orderBy(sql`kind, joined_month`)

describe('counted days', () => {
  it('hold payments, refunds and the creator’s share per UTC day [ANA-2]', async () => {
    await journal('2028-02-29T23:59:59.999Z', 'subscription', paid)
    await journal('2028-02-29T00:00:00Z', 'subscription', paid)
    await journal('2028-03-01T00:00:00Z', 'refund', takenBack)
    await rollUp(db(), new Date('2028-03-01T12:00:00Z'))
    expect(await moneyDays('2028-02-29')).toEqual([
      { day: '2028-02-29', kind: 'subscription', count: 2, grossCents: 2598, creatorCents: 1948 },
    ])
    expect(await moneyDays('2028-03-01')).toEqual([
      { day: '2028-03-01', kind: 'refund', count: 1, grossCents: -1299, creatorCents: -974 },
    ])
    expect(await db().select({ countedAt: insightCounting.countedAt }).from(insightCounting)).toEqual([
      { countedAt: new Date('2028-03-01T12:00:00Z') },
    ])
  })

  it('leave out payouts and the provider’s own fees', async () => {
    await journal('2028-04-01T08:00:00Z', 'provider_fee', { provider_fees: 200, provider_balance: -200 })
    await journal('2028-04-01T08:00:00Z', 'provider_payout', { bank: 500, provider_balance: -500 })
    await rollUp(db(), new Date('2028-04-01T12:00:00Z'))
    expect(await moneyDays('2028-04-01')).toEqual([])
  })

  it('are recounted when a late entry changes them, and only those [ANA-2]', async () => {
    await journal('2028-05-01T10:00:00Z', 'subscription', paid)
    await journal('2028-05-02T10:00:00Z', 'subscription', paid)
    await rollUp(db(), club.services.clock.now())
    await db().execute(sql`update insight_money_days set count = 40 where day = '2028-05-02'`)
    await journal('2028-05-01T11:00:00Z', 'subscription', paid)
    await rollUp(db(), club.services.clock.now())
    expect(await moneyDays('2028-05-01')).toMatchObject([{ count: 2, grossCents: 2598 }])
    expect(await moneyDays('2028-05-02')).toMatchObject([{ count: 40 }])
    expect(await db().select().from(insightChanges)).toEqual([])
    expect(await rebuild(db(), club.services.clock.now())).toMatchObject({ differing: 1 })
    expect(await moneyDays('2028-05-02')).toMatchObject([{ count: 1 }])
  })

  it('are recounted before a read, but only after a change [ANA-2]', async () => {
    await journal('2028-05-03T10:00:00Z', 'subscription', paid)
    await rollUpIfChanged(db(), new Date('2028-05-03T10:01:00Z'))
    expect(await moneyDays('2028-05-03')).toMatchObject([{ count: 1 }])
    await rollUpIfChanged(db(), new Date('2028-05-03T10:02:00Z'))
    const [{ countedAt } = {}] = await db().select().from(insightCounting)
    expect(countedAt).toEqual(new Date('2028-05-03T10:01:00Z'))
  })

  it('do not make a reader wait for a running count', async () => {
    await db().transaction(async (tx) => {
      await lockUntilCommit(tx, 'insights')
      await journal('2028-05-04T10:00:00Z', 'subscription', paid)
      await rollUpIfChanged(db(), club.services.clock.now())
      expect(await moneyDays('2028-05-04')).toEqual([])
    })
    await rollUpIfChanged(db(), club.services.clock.now())
    expect(await moneyDays('2028-05-04')).toMatchObject([{ count: 1 }])
  })

  it('separate movements by cohort [ANA-2]', async () => {
    await move('2028-06-03T10:00:00Z', 'new', '2028-06-01')
    await move('2028-06-03T11:00:00Z', 'lost_by_choice', '2028-02-01')
    await move('2028-06-03T12:00:00Z', 'lost_by_choice', '2028-06-01')
    await rollUp(db(), club.services.clock.now())
    const lost = { day: '2028-06-03', kind: 'lost_by_choice', count: 1, members: -1, cents: -1299 }
    expect(await memberDays('2028-06-03')).toEqual([
      { ...lost, joinedMonth: '2028-02-01' },
      { ...lost, joinedMonth: '2028-06-01' },
      { day: '2028-06-03', kind: 'new', joinedMonth: '2028-06-01', count: 1, members: 1, cents: 1299 },
    ])
  })

  it('miss nothing written during concurrent counts', async () => {
    const written = Array.from({ length: 40 }, (_, nth) =>
      journal(`2028-07-0${1 + (nth % 3)}T10:00:00Z`, 'subscription', paid),
    )
    const counting = Array.from({ length: 8 }, (_, nth) =>
      nth === 4 ? rebuild(db(), club.services.clock.now()) : rollUp(db(), club.services.clock.now()),
    )
    await Promise.all([...written, ...counting])
    await rollUp(db(), club.services.clock.now())
    const days = await db()
      .select()
      .from(insightMoneyDays)
      .where(sql`day between '2028-07-01' and '2028-07-03'`)
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(40)
    expect(await rebuild(db(), club.services.clock.now())).toMatchObject({ differing: 0 })
  })

  it('do not count queued changes as drift', async () => {
    await journal('2028-08-01T10:00:00Z', 'subscription', paid)
    await move('2028-08-01T10:00:00Z', 'new', '2028-08-01')
    const { differing, money, members } = await rebuild(db(), club.services.clock.now())
    expect(differing).toBe(0)
    const { rows } = await db().execute(sql`
      select (select count(*)::int from ledger_journals where kind in ('subscription', 'refund')) as money,
        (select count(*)::int from membership_movements) as members`)
    expect({ money: money.counted, members: members.counted }).toEqual(rows[0])
    expect(await moneyDays('2028-08-01')).toMatchObject([{ count: 1 }])
    expect(await memberDays('2028-08-01')).toMatchObject([{ count: 1 }])
  })
})

it('leaves more than a month of changed days to the job', async () => {
  for (let day = 1; day <= 32; day += 1) {
    const at = new Date(Date.UTC(2028, 9, day, 10)).toISOString()
    await move(at, day % 2 === 1 ? 'new' : 'lost_by_choice')
  }
  await rollUpIfChanged(db(), club.services.clock.now())
  expect(await memberDays('2028-10-01')).toEqual([])
  await rollUp(db(), club.services.clock.now())
  expect(await memberDays('2028-10-01')).toMatchObject([{ count: 1 }])
})

it('membership movements can be neither changed nor deleted', async () => {
  await move('2028-09-01T10:00:00Z', 'new')
  for (const attempt of [
    sql`update membership_movements set cents = 1`,
    sql`delete from membership_movements`,
    sql`truncate membership_movements`,
  ])
    await expect(db().execute(attempt)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    })
})
