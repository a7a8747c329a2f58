import { api } from '@touchline/contract/api.ts'
import { leaseDays, maxSaved } from '@touchline/contract/saved.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '#features/accounts/start-session.ts'
import { blockPerson, unblockPerson } from '#features/blocks/block-person.ts'
import { sessions } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { posts } from '#features/posts/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { sessionCookie } from '#http/cookies.ts'
import { type Caller, newCaller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { exportedBy, jsonOf } from '#testing/exporting.ts'
import { waitingForALock } from '#testing/waiting-for-a-lock.ts'
import { leasePost, revokeLeases } from './lease.ts'
import { savedPosts } from './schema.ts'

const dayMs = 24 * 60 * 60_000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())
beforeEach(async () => void (await club.services.db.delete(savedPosts)))

const newPost = (title = 'A derby') =>
  publishPost(club.services, {
    creatorId: club.people.creator.id,
    title,
    content: 'Text',
    contentType: 'text',
  })
const lend = (who: Caller, id: string) => who.call(api.saved.lend, { params: { id } })
const renew = (who: Caller, ...postIds: string[]) => who.call(api.saved.renew, { body: { postIds } })
const leases = () => club.services.db.select().from(savedPosts).orderBy(savedPosts.savedAt)

/** A person in another browser. */
async function elsewhere({ id, email }: Caller) {
  const { token } = await openSession(club.services, id, 'another browser')
  const caller = newCaller(() => club.url, { id, email })
  caller.cookies.set(sessionCookie, token)
  return caller
}

it('tells browsers which of their copies have been edited since [EDIT-4]', async () => {
  const { creator, member } = club.people
  const [edited, same] = [await newPost(), await newPost()]
  for (const id of [edited, same]) await lend(member, id)
  expect((await renew(member, edited, same)).body.edited).toEqual({})
  const change = { params: { id: edited }, body: { title: 'Corrected' } }
  const { editedAt } = (await creator.call(api.posts.edit, change)).body
  expect((await renew(member, edited, same)).body.edited).toEqual({ [edited]: editedAt })
})

describe('a lease', () => {
  it('is given to members for a week by the site’s clock, and written down once [OFF-3]', async () => {
    const { member } = club.people
    const id = await newPost()
    const before = club.clock.now().getTime()
    const first = await lend(member, id)
    const { now, until } = first.body
    expect([first.status, Date.parse(now) >= before, Date.parse(now) <= club.clock.now().getTime()]).toEqual([
      200,
      true,
      true,
    ])
    expect(Date.parse(until) - Date.parse(now)).toBe(leaseDays * dayMs)
    await lend(member, id)
    expect(await leases()).toMatchObject([{ postId: id, personId: member.id }])
  })

  it('returns 403 without access and 404 for missing posts [OFF-3, OFF-4]', async () => {
    const { people } = club
    const id = await newPost()
    expect([(await lend(club.visitor(), id)).status, (await renew(club.visitor(), id)).status]).toEqual([
      401, 401,
    ])
    for (const name of ['lapsed', 'pastDue', 'newcomer', 'blocked'] as const)
      expect([name, (await lend(people[name], id)).status, (await renew(people[name], id)).status]).toEqual([
        name,
        403,
        403,
      ])
    for (const unknown of ['x', '0190b0d0-0000-7000-8000-000000000000'])
      expect(await lend(people.member, unknown)).toMatchObject({ status: 404, message: 'Post not found' })
    await club.services.db.update(posts).set({ status: 'processing' }).where(eq(posts.id, id))
    expect((await lend(people.creator, id)).status).toBe(404)
    expect(await leases()).toEqual([])
    expect((await renew(people.member, ...Array<string>(maxSaved + 1).fill(id))).status).toBe(400)
  })

  it('is lengthened while it runs, and never brought back once it has ended [OFF-3]', async () => {
    const { member } = club.people
    const [id, other] = [await newPost(), await newPost()]
    await lend(member, id)
    club.clock.advance(6 * dayMs)
    const { body } = await renew(member, id, other, 'x')
    expect([body.postIds, Date.parse(body.until) - Date.parse(body.now)]).toEqual([[id], leaseDays * dayMs])
    expect((await leases()).map(({ endsAt }) => endsAt.toISOString())).toEqual([body.until])
    club.clock.advance(leaseDays * dayMs)
    expect((await renew(member, id)).body.postIds).toEqual([])
    await revokeLeases(club.services)
    expect(await leases()).toEqual([])
  })

  it('is refused for a post that is deleted at the same moment [OFF-3]', async () => {
    const id = await newPost()
    const { lent } = await club.services.db.transaction(async (tx) => {
      await tx.delete(posts).where(eq(posts.id, id))
      const lending = lend(club.people.member, id)
      await expect.poll(() => waitingForALock(club)).toBe(1)
      return { lent: lending }
    })
    expect((await lent).status).toBe(404)
  })

  it('is refused to a browser that is signed out at the same moment [OFF-3]', async () => {
    const [id, phone] = [await newPost(), await elsewhere(club.people.member)]
    const { lent } = await club.services.db.transaction(async (tx) => {
      await tx.delete(sessions).where(eq(sessions.userAgent, 'another browser'))
      const lending = lend(phone, id)
      await expect.poll(() => waitingForALock(club)).toBe(1)
      return { lent: lending }
    })
    expect((await lent).status).toBe(401)
  })

  it('belongs to one browser, which can release it [OFF-3]', async () => {
    const { member, otherMember } = club.people
    const phone = await elsewhere(member)
    const [kept, dropped] = [await newPost(), await newPost()]
    for (const id of [kept, dropped]) await lend(member, id)
    await lend(phone, dropped)
    expect((await renew(otherMember, kept)).body.postIds).toEqual([])
    expect((await renew(member, kept)).body.postIds).toEqual([kept])
    expect((await renew(member, kept, dropped)).body.postIds).toEqual([kept])
    expect((await renew(phone, dropped)).body.postIds).toEqual([dropped])
    for (let again = 0; again < 2; again++)
      expect((await phone.call(api.saved.giveBack, { params: { id: dropped } })).status).toBe(204)
    expect((await renew(phone, dropped)).body.postIds).toEqual([])
  })

  it('is limited per browser, with a message on what to do [OFF-3]', async () => {
    const { creator, member } = club.people
    const one = await newPost()
    await lend(member, one)
    const [row] = await leases()
    const many = await Promise.all(Array.from({ length: maxSaved - 1 }, () => newPost()))
    await club.services.db.insert(savedPosts).values(many.map((postId) => Object.assign({}, row, { postId })))
    const refused = await lend(member, await newPost())
    expect([refused.status, refused.message]).toEqual([
      409,
      `You can save at most ${maxSaved} posts in one browser. Please remove some first.`,
    ])
    expect((await lend(member, one)).status).toBe(200)
    expect((await lend(creator, one)).status).toBe(200)
  })
})

describe('the end of a lease', () => {
  it('comes with the post and with the session [OFF-4]', async () => {
    const { creator, member } = club.people
    const [gone, hidden, stays] = [await newPost(), await newPost(), await newPost()]
    for (const id of [gone, hidden, stays]) await lend(member, id)
    await creator.call(api.posts.remove, { params: { id: gone } })
    await club.services.db.update(posts).set({ status: 'removed' }).where(eq(posts.id, hidden))
    expect((await renew(member, gone, hidden, stays)).body.postIds).toEqual([stays])

    const phone = await elsewhere(member)
    await lend(phone, stays)
    await phone.call(api.accounts.logout)
    expect(await leases()).toHaveLength(2)
    await member.call(api.accounts.endOtherSessions)
    expect((await renew(member, stays)).body.postIds).toEqual([stays])
    expect((await renew(phone, stays)).status).toBe(401)
  })

  it('comes with a block, and being let in again does not bring it back [OFF-4]', async () => {
    const { admin, otherMember } = club.people
    const id = await newPost()
    await lend(otherMember, id)
    const act = { actorId: admin.id, personId: otherMember.id, reason: 'Spam', until: null }
    await blockPerson(club.services, act)
    expect(await renew(otherMember, id)).toMatchObject({ status: 403, message: 'Account suspended' })
    await revokeLeases(club.services)
    await unblockPerson(club.services, act)
    expect((await renew(otherMember, id)).body.postIds).toEqual([])
  })

  it('comes with the membership, and only with it [OFF-4]', async () => {
    const { creator, member } = club.people
    const { db } = club.services
    const id = await newPost()
    for (const who of [member, creator]) await lend(who, id)
    await revokeLeases(club.services)
    expect(await leases()).toHaveLength(2)
    const past = new Date(club.clock.now().getTime() - dayMs)
    const before = await db.select().from(memberships).where(eq(memberships.personId, member.id))
    await db
      .update(memberships)
      .set({ status: 'canceled', paidThrough: past, endedAt: past })
      .where(eq(memberships.personId, member.id))
    expect(await renew(member, id)).toMatchObject({ status: 403, message: 'Subscription required' })
    await revokeLeases(club.services)
    expect(await leases()).toMatchObject([{ personId: creator.id }])
    await db.update(memberships).set(before[0]!).where(eq(memberships.personId, member.id))
    expect((await renew(member, id)).body.postIds).toEqual([])
  })
})

it('is not given, and not lengthened, where the operator has switched it off [OFF-2, OFF-4]', async () => {
  const off = await openClub({ OFFLINE: 'off' })
  const { member, creator } = off.people
  const given = { creatorId: creator.id, title: 'A derby', content: 'Text', contentType: 'text' } as const
  const id = await publishPost(off.services, given)
  expect((await member.call(api.site.show)).body.features.offline).toBe(false)
  expect(await lend(member, id)).toMatchObject({ status: 409, message: 'Saving posts is switched off here.' })
  // It was on when the post was saved.
  const config = { ...off.services.config, opensOffline: true }
  const [session] = await off.services.db.select().from(sessions).where(eq(sessions.personId, member.id))
  await leasePost({ ...off.services, config }, { id: member.id, sessionId: session!.id }, id)
  expect((await renew(member, id)).body.postIds).toEqual([])
  expect(await off.services.db.$count(savedPosts)).toBe(0)
  await off.close()
})

it('is part of one’s own data [OFF-3, EXP-1]', async () => {
  const { member } = club.people
  const id = await newPost('Two watches')
  const { body } = await lend(member, id)
  const { files } = await exportedBy(await elsewhere(member), ['profile'])
  expect(jsonOf(files, 'profile.json')).toMatchObject({
    savedForOffline: [{ postId: id, postTitle: 'Two watches', until: body.until }],
  })
})
