import { api } from '@touchline/contract/api.ts'
import { maxCounted, newForDays } from '@touchline/contract/needs-attention.ts'
import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { addComment } from '#features/comments/add-comment.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { addMovements, newMembership } from '#testing/membership-movements.ts'
import { signInAgain } from '#testing/months.ts'
import { quiet } from '#testing/wait-until-settled.ts'

let club: Club
beforeEach(async () => {
  await club?.close()
  club = await openClub()
})
afterAll(() => club.close())

const dayMs = 24 * 60 * 60_000
const todayOf = async (creator: Caller) => (await creator.call(api.needsAttention.show)).body
const nothing = { count: 0, isExact: true, oldestAt: null }

async function tipTo(creator: Caller, createdAt: Date, status: 'completed' | 'processing' | 'failed') {
  const id = uuid()
  await club.services.db.insert(tips).values({
    id,
    fromPersonId: club.people.member.id,
    toPersonId: creator.id,
    amountCents: 500,
    customerId: 'cus_test',
    paymentMethodId: 'pm_test',
    cardBrand: 'visa',
    cardLast4: '4242',
    status,
    createdAt,
    completedAt: status === 'completed' ? createdAt : null,
  })
  return id
}

it('counts the comments that wait for each creator’s answer, and says since when [HOME-1, CMT-1]', async () => {
  const { creator, otherCreator, member } = club.people
  expect((await todayOf(creator)).comments).toEqual(nothing)
  const { services } = club
  const postId = await publishPost(services, { creatorId: creator.id, content: 'Text', contentType: 'text' })
  const say = (createdAt: Date) =>
    addComment(services, { postId, personId: member.id, content: 'Was it offside?', createdAt })
  const [first, second] = [new Date('2026-01-02T10:00:00.000Z'), new Date('2026-01-03T10:00:00.000Z')]
  const { id } = await say(first)
  await say(second)
  expect((await todayOf(creator)).comments).toEqual({
    count: 2,
    isExact: true,
    oldestAt: first.toISOString(),
  })
  await creator.call(api.comments.markAnswered, { params: { id } })
  expect((await todayOf(creator)).comments).toEqual({
    count: 1,
    isExact: true,
    oldestAt: second.toISOString(),
  })
  expect((await todayOf(otherCreator)).comments).toEqual(nothing)
  await services.db.execute(sql`
    insert into comments (id, post_id, person_id, content, inbox_of, created_at)
    select gen_random_uuid(), ${postId}, ${member.id}, 'Again', ${creator.id}, ${second.toISOString()}
    from generate_series(1, ${maxCounted})`)
  expect((await todayOf(creator)).comments).toMatchObject({ count: maxCounted, isExact: false })
})

it('counts the tips that arrived and are not hearted yet [HOME-1, TREC-4]', async () => {
  const { creator, otherCreator } = club.people
  const [first, second] = [new Date('2026-01-02T10:00:00.000Z'), new Date('2026-01-03T10:00:00.000Z')]
  const id = await tipTo(creator, first, 'completed')
  await tipTo(creator, second, 'completed')
  for (const status of ['processing', 'failed'] as const) await tipTo(creator, new Date(0), status)
  expect((await todayOf(creator)).tips).toEqual({ count: 2, isExact: true, oldestAt: first.toISOString() })
  await creator.call(api.tips.acknowledge, { params: { id } })
  expect((await todayOf(creator)).tips).toEqual({ count: 1, isExact: true, oldestAt: second.toISOString() })
  expect((await todayOf(otherCreator)).tips).toEqual(nothing)
})

it('tells the main creator how many renewals failed and what their bills ask for, until they are paid or closed [HOME-1]', async () => {
  const { creator, otherCreator } = club.people
  const { db, payments } = club.services
  await db.delete(memberships)
  expect((await todayOf(creator)).failedPayments).toEqual({ count: 0, dueCents: 0 })
  const members = [await join(club), await join(club), await join(club)]
  await quiet(club)
  const [failing, alsoFailing] = members
  let renewsAt = 0
  for (const { user, subscriptionId } of [failing!, alsoFailing!]) {
    const bad = await payments.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: user.stripeCustomerId!,
    })
    const living = await payments.stripe.subscriptions.update(subscriptionId, {
      default_payment_method: bad.id,
    })
    renewsAt = living.items.data[0]!.current_period_end
  }
  club.clock.set(new Date((renewsAt + 7200) * 1000))
  await quiet(club)
  await signInAgain(club, creator)
  await signInAgain(club, otherCreator)
  expect((await todayOf(creator)).failedPayments).toEqual({ count: 2, dueCents: 2598 })
  // The club's money is not for every creator.
  expect(await todayOf(otherCreator)).toMatchObject({ failedPayments: null, newMembers: null })

  const good = await payments.stripe.paymentMethods.attach('pm_card_visa', {
    customer: failing!.user.stripeCustomerId!,
  })
  const [bill] = (
    await payments.stripe.invoices.list({ subscription: failing!.subscriptionId, status: 'open' })
  ).data
  await payments.stripe.invoices.pay(bill!.id, { payment_method: good.id })
  await payments.stripe.subscriptions.cancel(alsoFailing!.subscriptionId)
  await quiet(club)
  expect((await todayOf(creator)).failedPayments).toEqual({ count: 0, dueCents: 0 })
})

const rowsOf = async (creator: Caller, query: { figure: 'joined' | 'failed_payments'; since?: string }) =>
  (await creator.call(api.insights.rows, { query: { ...query, limit: '50' } })).body.rows

it('asks for nothing where the bill was closed unpaid [HOME-1]', async () => {
  const { creator } = club.people
  const { db } = club.services
  const theirs = and(eq(memberships.personId, club.people.member.id), memberships.isCurrent)
  const owe = (dueCents: number | null) =>
    db.update(memberships).set({ status: 'past_due', dueCents, unpaidSince: new Date() }).where(theirs)
  const failed = async () => [
    (await todayOf(creator)).failedPayments,
    (await rowsOf(creator, { figure: 'failed_payments' })).map(({ amountCents }) => amountCents),
  ]
  await owe(1299)
  expect(await failed()).toEqual([{ count: 1, dueCents: 1299 }, [1299]])
  for (const dueCents of [null, 0]) {
    await owe(dueCents)
    expect(await failed()).toEqual([{ count: 0, dueCents: 0 }, []])
  }
})

it('counts first-time members of the last seven days, not returning ones [HOME-1]', async () => {
  const { creator } = club.people
  const { clock } = club.services
  const newMembers = async () => {
    const { newMembers: found } = await todayOf(creator)
    expect(await rowsOf(creator, { figure: 'joined', since: found!.since })).toHaveLength(found!.count)
    return found
  }
  const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  expect((await newMembers())?.count).toBe(0)
  await join(club)
  await quiet(club)
  const joined = await newMembers()
  expect(joined?.count).toBe(1)
  expect(Math.abs(Date.parse(joined!.since) - ago(newForDays).getTime())).toBeLessThan(60_000)

  await addMovements(club, [newMembership(ago(newForDays + 1).toISOString())])
  await addMovements(club, [{ ...newMembership(ago(1).toISOString()), kind: 'returning' }])
  expect((await newMembers())?.count).toBe(1)
  // Counted though they left since: it says who joined.
  const left = { kind: 'lost_by_choice', at: clock.now().toISOString(), members: -1, cents: -1299 } as const
  await addMovements(club, [newMembership(ago(newForDays - 1).toISOString()), left])
  expect((await newMembers())?.count).toBe(2)

  club.clock.advance((newForDays + 1) * dayMs)
  await signInAgain(club, creator)
  expect((await newMembers())?.count).toBe(0)
})
