import { type MovementKind, movementKinds } from '@touchline/contract/insights.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accessOf } from '#features/subscriptions/access/access.ts'
import { membershipMovements, memberships } from '#features/subscriptions/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { type SimulatedMonths, simulateMonths, nextMonthCents } from '#testing/simulate-months.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { rebuild, rollUp } from './roll-up.ts'
import { insightMemberDays, insightMoneyDays } from './schema.ts'

/* HISTORIES runs more random histories, HISTORIES_SEED starts from another seed. A failing test names its seed. */
const count = Number(process.env['HISTORIES'] ?? 2)
const firstSeed = Number(process.env['HISTORIES_SEED'] ?? 1863)
const isUsual = process.env['HISTORIES_SEED'] === undefined
const seeds = Array.from({ length: count }, (_, nth) => firstSeed + nth)

const seen = new Set<MovementKind>()
const seenBills = new Set<string>()

let club: Club

type Standing = { members: number; cents: number }
const nothing: Standing = { members: 0, cents: 0 }

/** MRR calculated from current memberships and their discount codes. */
async function standing({ codeOf }: SimulatedMonths): Promise<Standing> {
  const { db, clock, payments } = club.services
  const now = clock.now()
  const rows = await db.select().from(memberships).where(eq(memberships.isCurrent, true))
  const paid = rows.filter((membership) =>
    ['active', 'canceled_pending'].includes(accessOf({ role: 'subscriber', membership }, now).state),
  )
  const subscriptions = await payments.stripe.subscriptions.list({ status: 'all', limit: 100 })
  expect(subscriptions.has_more).toBe(false)
  let cents = 0
  for (const { subscriptionId } of paid) {
    const subscription = subscriptions.data.find(({ id }) => id === subscriptionId)
    cents += nextMonthCents(codeOf.get(subscriptionId) ?? null, subscription!)
  }
  return { members: paid.length, cents }
}

/** MRR and members as the sum of all movements. */
async function moved(): Promise<Standing> {
  const [sums] = await club.services.db
    .select({
      members: sql<number>`coalesce(sum(${membershipMovements.members}), 0)::int`,
      cents: sql<number>`coalesce(sum(${membershipMovements.cents}), 0)::int`,
    })
    .from(membershipMovements)
  return sums!
}

/** Totals by month and kind, from the counted days. */
async function partsOf(month: string): Promise<Record<string, Standing>> {
  const rows = await club.services.db
    .select({
      kind: insightMemberDays.kind,
      members: sql<number>`sum(${insightMemberDays.members})::int`,
      cents: sql<number>`sum(${insightMemberDays.cents})::int`,
    })
    .from(insightMemberDays)
    .where(sql`to_char(${insightMemberDays.day}, 'YYYY-MM') = ${month}`)
    .groupBy(insightMemberDays.kind)
  return Object.fromEntries(rows.map(({ kind, ...part }) => [kind, part]))
}

const plus = (one: Standing, other: Standing) => ({
  members: one.members + other.members,
  cents: one.cents + other.cents,
})

/** Asserts that each membership counts once or not at all, and is worth nothing while it does not count. */
async function expectEachToCountOnce() {
  const rows = await club.services.db
    .select()
    .from(membershipMovements)
    .orderBy(membershipMovements.happenedAt, membershipMovements.id)
  for (const movements of Map.groupBy(rows, ({ membershipId }) => membershipId).values()) {
    let now = nothing
    for (const movement of movements) {
      now = plus(now, movement)
      const right = now.members === 0 ? nothing : { members: 1, cents: Math.max(now.cents, 0) }
      expect([movement, now]).toEqual([movement, right])
    }
  }
  for (const movements of Map.groupBy(rows, ({ personId }) => personId).values()) {
    expect(movements.filter(({ kind }) => kind === 'new')).toHaveLength(1)
    expect(new Set(movements.map(({ joinedMonth }) => joinedMonth)).size).toBe(1)
  }
}

async function daysByKind() {
  const rows = await club.services.db
    .select({
      kind: insightMoneyDays.kind,
      count: sql<number>`sum(${insightMoneyDays.count})::int`,
      grossCents: sql<number>`sum(${insightMoneyDays.grossCents})::int`,
    })
    .from(insightMoneyDays)
    .groupBy(insightMoneyDays.kind)
  return Object.fromEntries(rows.map(({ kind, ...sums }) => [kind, sums]))
}

/** The same totals from the provider: every balance transaction by journal kind. */
async function providerByKind() {
  const sums: Record<string, { count: number; grossCents: number }> = {}
  for await (const {
    reporting_category,
    amount,
    source,
  } of club.services.payments.stripe.balanceTransactions.list({
    limit: 100,
    expand: ['data.source'],
  })) {
    const isTip = typeof source === 'object' && source?.object === 'charge' && source.customer === null
    const kind =
      reporting_category === 'charge' ? (isTip ? 'tip' : 'subscription') : (kinds[reporting_category] ?? '?')
    const before = sums[kind] ?? { count: 0, grossCents: 0 }
    sums[kind] = { count: before.count + 1, grossCents: before.grossCents + amount }
  }
  return sums
}
const kinds: Record<string, string> = {
  refund: 'refund',
  refund_failure: 'refund_failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversed',
}

const allDays = async () => ({
  money: await club.services.db
    .select()
    .from(insightMoneyDays)
    .orderBy(sql`day, kind`),
  members: await club.services.db
    .select()
    .from(insightMemberDays)
    .orderBy(sql`day, kind, joined_month`),
})

describe('any history of a club', () => {
  beforeEach(async () => {
    club = await openClub()
    // The demo members have no payments at the provider.
    await club.services.db.delete(memberships)
  })
  afterEach(() => club.close())

  it.each(seeds)(
    'adds up to the current memberships and to the provider’s payments (seed %i) [ANA-2, REV-1]',
    async (seed) => {
      const { db, clock } = club.services
      const ends: { month: string; standing: Standing }[] = []
      const from = new Date('2028-01-01T06:00:00Z')
      await simulateMonths(club, { from, months: 4, seed }, async (lived, end) => {
        const now = await standing(lived)
        for (const bill of lived.bills) seenBills.add(bill)
        expect(await moved()).toEqual(now)
        await rollUp(db, clock.now())
        ends.push({ month: new Date(end.getTime() - 1).toISOString().slice(0, 7), standing: now })
      })
      await quiet(club)
      await rollUp(db, clock.now())
      await expectEachToCountOnce()

      let before = nothing
      for (const end of ends) {
        const parts = await partsOf(end.month)
        expect([end.month, Object.values(parts).reduce(plus, before)]).toEqual([end.month, end.standing])
        before = end.standing
      }

      expect(await daysByKind()).toEqual(await providerByKind())
      const { rows } = await db.execute<{ cents: number }>(
        sql`select -sum(amount_cents)::int as cents from ledger_lines where account = 'creator_payable'`,
      )
      const [creator] = await db
        .select({ cents: sql<number>`sum(${insightMoneyDays.creatorCents})::int` })
        .from(insightMoneyDays)
      expect(creator).toEqual(rows[0])

      const kept = await allDays()
      expect(await rebuild(db, clock.now())).toMatchObject({ differing: 0 })
      expect(await allDays()).toEqual(kept)
      for (const { kind } of kept.members) seen.add(kind)
    },
    300_000,
  )
})

it.runIf(isUsual)('every kind of movement and of bill is in those histories, or they show too little', () => {
  expect(movementKinds.filter((kind) => !seen.has(kind))).toEqual([])
  expect([...seenBills].toSorted()).toEqual(['failed often', 'given up', 'paid after all', 'voided'])
})
