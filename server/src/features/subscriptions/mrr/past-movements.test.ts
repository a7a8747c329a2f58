import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { v7 as uuid } from 'uuid'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { rebuild, rollUp } from '#features/insights/roll-up.ts'
import { type Club, openClub } from '#testing/club.ts'
import { membershipMovements, memberships } from '../schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  await club.services.db.delete(memberships)
})
afterAll(() => club.close())

const folder = fileURLToPath(new URL('../../../db/migrations/', import.meta.url))
const step = () =>
  readFileSync(`${folder}${readdirSync(folder).find((name) => name.endsWith('_past_movements.sql'))}`, 'utf8')

const at = (day: string) => new Date(`2028-${day}T12:00:00Z`)

type Row = Partial<typeof memberships.$inferInsert> & { startedAt: Date; paidThrough: Date | null }

async function held(personId: string, row: Row): Promise<string> {
  const id = uuid()
  await club.services.db.insert(memberships).values({
    id,
    personId,
    customerId: 'cus_past',
    subscriptionId: `sub_${id}`,
    status: row.endedAt ? 'canceled' : 'active',
    priceCents: 1299,
    periodEnd: at('04-10'),
    syncedAt: at('04-01'),
    ...row,
  })
  return id
}

async function paidAndRefunded(sourceId: string, refundedCents: number, refundedAt: Date) {
  await club.services.db.transaction(async (tx) => {
    const facts = { sourceId, personId: club.people.lapsed.id, currency: 'usd' }
    const paymentJournalId = await writeJournal(tx, {
      ...facts,
      kind: 'subscription',
      providerTxn: `txn_${uuid()}`,
      occurredAt: at('01-10'),
      shareBasisPoints: 7500,
      moves: { provider_balance: 1299, creator_payable: -974, platform_revenue: -325 },
    })
    await writeJournal(tx, {
      ...facts,
      kind: 'refund',
      providerTxn: `txn_${uuid()}`,
      paymentJournalId,
      occurredAt: refundedAt,
      moves: { provider_balance: -refundedCents, platform_revenue: refundedCents },
    })
  })
}

/** What is said of a membership: kind, members and cents, and the day it happened. */
async function saidOf(id: string) {
  const rows = await club.services.db
    .select()
    .from(membershipMovements)
    .where(sql`${membershipMovements.membershipId} = ${id}`)
    .orderBy(membershipMovements.happenedAt, sql`${membershipMovements.members} desc`)
  return rows.map(({ kind, cents, happenedAt }) => [kind, cents, happenedAt.toISOString().slice(5, 10)])
}

it('backfills movements from memberships and the ledger [ANA-2]', async () => {
  const { member, otherMember, lapsed, pastDue, newcomer, blocked } = club.people
  const live = await held(member.id, { startedAt: at('01-31'), paidThrough: at('04-30'), isCurrent: true })
  const second = await held(member.id, {
    startedAt: at('02-03'),
    paidThrough: at('03-03'),
    endedAt: at('02-03'),
  })
  const first = await held(otherMember.id, {
    startedAt: at('01-05'),
    paidThrough: at('02-05'),
    endedAt: at('02-05'),
  })
  const again = await held(otherMember.id, {
    startedAt: at('03-07'),
    paidThrough: at('04-07'),
    isCurrent: true,
  })
  const unpaid = await held(pastDue.id, {
    status: 'past_due',
    startedAt: at('02-08'),
    paidThrough: at('03-08'),
    unpaidSince: at('03-08'),
    isCurrent: true,
  })
  const givenUp = await held(newcomer.id, {
    startedAt: at('01-09'),
    paidThrough: at('02-09'),
    endedAt: at('02-23'),
  })
  const ends = { startedAt: at('01-10'), paidThrough: at('02-10'), endedAt: at('02-10') }
  const refunded = await held(lapsed.id, ends)
  await paidAndRefunded(refunded, 1299, at('01-20'))
  const inPart = await held(blocked.id, ends)
  await paidAndRefunded(inPart, 1298, at('01-20'))
  const never = await held(newcomer.id, { status: 'incomplete', startedAt: at('03-01'), paidThrough: null })
  const revoked = await held(club.people.admin.id, {
    startedAt: at('02-28'),
    paidThrough: at('03-28'),
    revokedAt: at('02-29'),
    isCurrent: true,
  })

  await club.services.db.execute(sql.raw(step()))

  expect(await saidOf(live)).toEqual([['new', 1299, '01-31']])
  expect(await saidOf(second)).toEqual([])
  expect(await saidOf(first)).toEqual([
    ['new', 1299, '01-05'],
    ['lost_by_choice', -1299, '02-05'],
  ])
  expect(await saidOf(again)).toEqual([['returning', 1299, '03-07']])
  expect(await saidOf(unpaid)).toEqual([
    ['new', 1299, '02-08'],
    ['lost_by_failed_payment', -1299, '03-08'],
  ])
  expect(await saidOf(givenUp)).toEqual([
    ['new', 1299, '01-09'],
    ['lost_by_failed_payment', -1299, '02-09'],
  ])
  expect(await saidOf(refunded)).toEqual([
    ['new', 1299, '01-10'],
    ['taken_back', -1299, '01-20'],
  ])
  expect(await saidOf(inPart)).toEqual([
    ['new', 1299, '01-10'],
    ['lost_by_choice', -1299, '02-10'],
  ])
  expect(await saidOf(never)).toEqual([])
  expect(await saidOf(revoked)).toEqual([
    ['new', 1299, '02-28'],
    ['taken_back', -1299, '02-29'],
  ])
  const joined = await club.services.db
    .selectDistinct({ month: membershipMovements.joinedMonth })
    .from(membershipMovements)
    .where(sql`${membershipMovements.personId} = ${otherMember.id}`)
  expect(joined).toEqual([{ month: '2028-01-01' }])
  await rollUp(club.services.db, club.services.clock.now())
  expect(await rebuild(club.services.db, club.services.clock.now())).toMatchObject({ differing: 0 })
})
