import { peopleStates, usersPerPage } from '@touchline/contract/admin.ts'
import { api } from '@touchline/contract/api.ts'
import { and, eq, like, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendResetLink } from '#features/accounts/reset-password.ts'
import { auditEntries } from '#features/audit/schema.ts'
import { rollUp } from '#features/insights/roll-up.ts'
import { createPerson } from '#features/people/create-person.ts'
import { people, sessions } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { posts } from '#features/posts/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { onLine } from '#testing/provider-line.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { cancelForPerson } from './cancel-for-person.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const dayMs = 86_400_000
const actsOn = async (personId: string, action: (typeof auditEntries.$inferSelect)['action']) => {
  const { db } = club.services
  const which = and(eq(auditEntries.personId, personId), eq(auditEntries.action, action))
  return (await db.select().from(auditEntries).where(which)).map(({ actorId }) => actorId)
}
const figures = async () => (await club.people.admin.call(api.admin.analytics)).body

const page = async (query: Record<string, string | number>) => {
  const { status, body } = await club.people.admin.call(api.admin.users, { query })
  expect(status).toBe(200)
  if (Array.isArray(body)) throw new Error('a page was asked for')
  return body
}

const look = (caller: Caller, id: string) => caller.call(api.admin.user, { params: { id } })

describe('the figures of the club', () => {
  it('are what there is: people, posts by kind, subscriptions that run, and what was paid less refunds [ADM-2]', async () => {
    const { db, clock } = club.services
    const before = await figures()
    expect(before).toMatchObject({ totalUsers: 10, activeUsers: 10, totalPosts: 0, totalRevenue: 0 })
    const { creator, admin } = club.people
    await publishPost(club.services, { creatorId: creator.id, content: 'Text', contentType: 'text' })
    for (const kind of ['image', 'image', 'video'] as const)
      await storedPost(club.services, { creatorId: creator.id, kind, files: [wholeVideo(9)] })
    await publishPost(club.services, {
      creatorId: creator.id,
      content: 'Against the rules',
      contentType: 'text',
    })
    await db.update(posts).set({ status: 'removed' }).where(eq(posts.content, 'Against the rules'))
    expect((await look(admin, creator.id)).body.postCount).toBe(4)
    const paying = await join(club)
    await quiet(club)
    await createPerson(db, { email: 'never-here@club.example', createdAt: clock.now() })
    expect(await figures()).toEqual({
      totalUsers: 12,
      activeUsers: 11,
      totalPosts: 4,
      videoPosts: 1,
      imagePosts: 2,
      textPosts: 1,
      totalSubscriptions: before.totalSubscriptions + 1,
      totalRevenue: 12.99,
    })
    // Counted ahead, and then changed again on a day that was counted.
    await rollUp(db, clock.now())
    expect((await figures()).totalRevenue).toBe(12.99)
    const { payments } = (await admin.call(api.ledger.payments, { query: {} })).body
    await admin.call(api.ledger.refund, { params: { id: payments[0]!.id }, body: { amountCents: 299 } })
    await quiet(club)
    expect((await figures()).totalRevenue).toBe(10)
    await rollUp(db, clock.now())
    expect((await figures()).totalRevenue).toBe(10)
    const [payer] = (await page({ search: paying.user.email })).users
    expect(payer).toMatchObject({ id: paying.user.id, paidCents: 1000 })
    // Who signs out was here all the same; who was not for 31 days was not.
    await paying.caller.call(api.accounts.logout)
    expect((await figures()).activeUsers).toBe(11)
    await db.execute(
      sql`update person_visits set last_seen_at = ${new Date(clock.now().getTime() - 31 * dayMs).toISOString()} where person_id = ${club.people.lapsed.id}`,
    )
    expect((await figures()).activeUsers).toBe(10)
  })
})

describe('the list of people', () => {
  it('is the array without a query, and pages without gap or repeat by number and by the last one read [ADM-3]', async () => {
    const { db, clock } = club.services
    for (let index = 0; index < 12; index += 1)
      await createPerson(db, {
        firstName: 'Crowd',
        email: `crowd${index}@crowd.example`,
        createdAt: clock.now(),
      })
    const { body: all } = await club.people.admin.call(api.admin.users)
    if (!Array.isArray(all)) throw new Error('without a query there is an array')
    const ids = all.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)

    const numbered: string[] = []
    for (let number = 1; ; number += 1) {
      const { users, total, hasMore } = await page({ page: number, limit: 5 })
      expect(total).toBe(ids.length)
      numbered.push(...users.map(({ id }) => id))
      if (!hasMore) break
    }
    const followed: string[] = []
    for (let before = ''; ; before = followed.at(-1)!) {
      const { users, hasMore } = await page({ limit: 7, ...(before ? { before } : {}) })
      followed.push(...users.map(({ id }) => id))
      if (!hasMore) break
    }
    expect([numbered, followed]).toEqual([ids, ids])
  })

  it('sends no more people at once than a page can hold, and a link to the rest [ADM-3]', async () => {
    const { db, clock } = club.services
    const crowd = Array.from({ length: usersPerPage }, (_, index) => ({
      id: uuid(),
      role: 'subscriber' as const,
      email: `many${index}@many.example`,
      createdAt: clock.now(),
    }))
    await db.insert(people).values(crowd)
    const { body, headers } = await club.people.admin.call(api.admin.users)
    if (!Array.isArray(body)) throw new Error('without a query there is an array')
    expect(body).toHaveLength(usersPerPage)
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
    const before = new URL(next, club.url).searchParams.get('before') ?? ''
    expect(before).toBe(body.at(-1)?.id)
    expect((await page({ limit: 50, before })).users[0]?.id).toBe(
      (await page({ page: 101, limit: 1 })).users[0]?.id,
    )
    await db.delete(people).where(like(people.email, '%@many.example'))
  })

  it('searches, filters by state, counts what it finds, and says how each stands [ADM-3] [T-IN-05]', async () => {
    expect((await page({ search: 'crowd', limit: 5 })).total).toBe(12)
    expect(await page({ search: '%' })).toEqual({ users: [], total: 0, hasMore: false })
    const [mina] = (await page({ search: 'osei' })).users
    expect(mina).toMatchObject({
      firstName: 'Mina',
      subscriptionState: 'active',
      isBlocked: false,
      block: null,
    })
    expect((await page({ search: 'stern' })).users[0]).toMatchObject({ isBlocked: true })
    const { users: all } = await page({ limit: 50 })
    for (const state of peopleStates) {
      const wanted = all.filter(({ isBlocked, subscriptionState }) =>
        state === 'blocked' ? isBlocked : subscriptionState === state,
      )
      const { users, total } = await page({ state, limit: 50 })
      expect([state, total, users]).toEqual([state, wanted.length, wanted])
    }
    expect((await page({ state: 'active', search: 'osei' })).total).toBe(1)
    expect((await page({ state: 'blocked', search: 'osei' })).total).toBe(0)
    for (const query of [
      { page: 0 },
      { page: 1.5 },
      { limit: 51 },
      { page: 'x' },
      { search: 'x'.repeat(201) },
    ])
      expect((await club.people.admin.call(api.admin.users, { query })).status).toBe(400)
  })
})

describe('one person', () => {
  it('is shown with all that concerns them, and who looked is written down once an hour [ADM-3] [ADM-4]', async () => {
    const { admin, member } = club.people
    const [first] = await Promise.all([1, 2, 3].map(() => look(admin, member.id)))
    expect(first!.body).toMatchObject({
      email: member.email,
      sessionCount: 1,
      membership: { status: 'active', isRunning: true, priceCents: 1299 },
      blocks: [],
    })
    const { activity } = first!.body
    expect(activity.sessions).toMatchObject([{ device: expect.stringContaining('browser') }])
    expect(activity.reports).toEqual({ count: 0, madeCount: 0, latest: [] })
    expect(JSON.stringify(first!.body)).not.toMatch(/hash|token|customer/i)
    expect(await actsOn(member.id, 'person_viewed')).toEqual([admin.id])
    club.clock.advance(61 * 60_000)
    await look(admin, member.id)
    expect(await actsOn(member.id, 'person_viewed')).toHaveLength(2)
    await look(admin, admin.id)
    expect(await actsOn(admin.id, 'person_viewed')).toEqual([])
    for (const id of ['nobody', '00000000-0000-7000-8000-000000000000'])
      expect((await look(admin, id)).status).toBe(404)
  })

  it('is shown with the latest payments, tips, comments and emails [ADM-3]', async () => {
    const { admin } = club.people
    const paying = await join(club)
    const postId = await publishPost(club.services, {
      creatorId: club.people.creator.id,
      content: 'Stoppage time',
      contentType: 'text',
    })
    for (let number = 1; number <= 6; number += 1)
      await paying.caller.call(api.comments.add, {
        params: { id: postId },
        body: { content: `Comment ${number}` },
      })
    await paying.caller.call(api.tips.send, { body: { amount: 5, message: 'Thanks' } })
    await quiet(club)
    const { activity, paidCents } = (await look(admin, paying.user.id)).body
    expect(paidCents).toBe(1799)
    expect(activity.payments).toMatchObject({
      count: 2,
      latest: [
        { kind: 'tip', grossCents: 500, state: 'paid' },
        { kind: 'subscription', grossCents: 1299 },
      ],
    })
    expect(activity.tips).toMatchObject({ count: 1, latest: [{ amountCents: 500, message: 'Thanks' }] })
    expect(activity.comments.count).toBe(6)
    expect(activity.comments.latest.map(({ content }) => content)).toEqual(
      [6, 5, 4, 3, 2].map((number) => `Comment ${number}`),
    )
    expect(activity.emails.count).toBeGreaterThan(0)
    expect(Object.keys(activity.emails.latest[0]!)).toEqual(['id', 'subject', 'state', 'at'])
  })

  it('gets a link for a new password that no admin sees, written down [ADM-3] [T-AU-20] [T-AD-01]', async () => {
    const { db, clock } = club.services
    const { admin, member } = club.people
    const send = () => admin.call(api.admin.sendPasswordLink, { params: { id: member.id } })
    await db.update(sessions).set({ confirmedAt: new Date(0) })
    const unproved = await send()
    expect([unproved.status, unproved.body]).toMatchObject([403, { code: 'confirmation_required' }])
    expect(await actsOn(member.id, 'password_link_sent')).toEqual([])
    await db.update(sessions).set({ confirmedAt: clock.now() })
    const sent = await send()
    expect(sent.body).toEqual({
      message: `A link to choose a new password is on its way to ${member.email}.`,
    })
    await quiet(club)
    const [email, ...others] = await allEmailsTo(club, member.email)
    expect([others, email]).toMatchObject([[], expect.stringContaining('/reset-password#')])
    expect(await actsOn(member.id, 'password_link_sent')).toEqual([admin.id])
    expect((await admin.call(api.admin.sendPasswordLink, { params: { id: 'nobody' } })).status).toBe(404)
  })

  it('gets that link however often they asked for one themselves, unless they are gone [ADM-3]', async () => {
    const { db, clock } = club.services
    const { admin, otherMember: person } = club.people
    const send = (id: string) => admin.call(api.admin.sendPasswordLink, { params: { id } })
    const links = async () => {
      await quiet(club)
      const sent = await allEmailsTo(club, person.email)
      return sent.filter((text) => text.includes('/reset-password#')).length
    }
    for (let time = 0; time < 6; time += 1) await sendResetLink(club.services, person.email)
    expect(await links()).toBe(5)
    expect((await send(person.id)).status).toBe(200)
    expect(await links()).toBe(6)

    const { id } = await createPerson(db, { email: 'gone@club.example', createdAt: clock.now() })
    await db.update(people).set({ erasedAt: clock.now() }).where(eq(people.id, id))
    expect((await send(id)).status).toBe(404)
    expect(await actsOn(id, 'password_link_sent')).toEqual([])
  })
})

describe('canceling for a person', () => {
  it('ends with the month that is paid; again changes nothing, and with nothing there it says so [ADM-3] [T-AD-02]', async () => {
    const { admin, newcomer } = club.people
    const paying = await join(club)
    const cancel = (id: string) => admin.call(api.admin.cancelSubscription, { params: { id } })
    const calls: string[] = []
    await club.services.db.update(sessions).set({ confirmedAt: club.clock.now() })
    const first = await cancel(paying.user.id)
    expect(first.body.message).toBe('The subscription ends with the month that is already paid for.')
    expect(first.body.accessUntil).not.toBeNull()
    const counted = onLine(club, (request, send) => {
      if (request.method !== 'GET') calls.push(request.url)
      return send(request)
    })
    await cancelForPerson(counted, { actorId: admin.id, personId: paying.user.id })
    expect(calls).toEqual([])
    expect((await cancel(paying.user.id)).status).toBe(200)
    expect(await actsOn(paying.user.id, 'subscription_cancelled')).toEqual([admin.id])
    const { cancel_at_period_end } = await club.services.payments.stripe.subscriptions.retrieve(
      paying.subscriptionId,
    )
    expect(cancel_at_period_end).toBe(true)

    const nothing = await cancel(newcomer.id)
    expect([nothing.status, nothing.message]).toEqual([409, 'This person has no subscription to cancel.'])
    expect((await cancel('nobody')).status).toBe(404)
    expect(await actsOn(newcomer.id, 'subscription_cancelled')).toEqual([])
  })

  it('records concurrent requests once, before Stripe changes anything [ADM-3] [T-AD-01]', async () => {
    const { admin, member } = club.people
    const paying = await join(club)
    const { id } = paying.user
    const cut = onLine(club, async (request, send) => {
      if (request.method !== 'GET') throw new Error('the line is cut')
      return send(request)
    })
    await expect(cancelForPerson(cut, { actorId: admin.id, personId: id })).rejects.toMatchObject({
      status: 503,
    })
    expect(await actsOn(id, 'subscription_cancelled')).toEqual([admin.id])
    await cancelForPerson(club.services, { actorId: admin.id, personId: id })
    expect(await actsOn(id, 'subscription_cancelled')).toEqual([admin.id])

    const another = (await join(club)).user.id
    await Promise.all(
      [admin, member].map((actor) =>
        cancelForPerson(club.services, { actorId: actor.id, personId: another }),
      ),
    )
    expect(await actsOn(another, 'subscription_cancelled')).toHaveLength(1)
  })

  it('says 503 while the provider does not answer, and writes nothing down [ADM-3]', async () => {
    const paying = await join(club)
    await quiet(club)
    const away = onLine(club, async () => {
      throw new Error('the line is down')
    })
    const asked = { actorId: club.people.admin.id, personId: paying.user.id }
    await expect(cancelForPerson(away, asked)).rejects.toMatchObject({ status: 503 })
    expect(await actsOn(paying.user.id, 'subscription_cancelled')).toEqual([])
  })
})
