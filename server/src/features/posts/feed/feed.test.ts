import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { listOf, pageFor, titles, writePost } from '#testing/feed-pages.ts'
import { likePost } from '../like-post.ts'
import { people as peopleTable } from '#features/people/schema.ts'
import { type PostRow, posts } from '../schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const write = (title: string | null, content: string, minute: number, creator = club.people.creator) =>
  writePost(club, title, content, minute, creator)

it('shows the whole feed newest first, or five posts a page [FEED-1]', async () => {
  const { member } = club.people
  expect(listOf((await member.call(api.posts.list)).body)).toEqual([])
  expect(await pageFor(member, { page: 1 })).toEqual({
    posts: [],
    total: 0,
    isTotalExact: true,
    hasMore: false,
  })

  for (let minute = 1; minute <= 7; minute += 1) await write(`Match ${minute}`, `Report ${minute}`, minute)

  const everything = listOf((await member.call(api.posts.list)).body)
  expect(titles(everything)).toEqual([7, 6, 5, 4, 3, 2, 1].map((minute) => `Match ${minute}`))
  const first = await pageFor(member, { page: 1 })
  expect(first).toMatchObject({ total: 7, hasMore: true })
  expect(titles(first.posts)).toEqual(titles(everything).slice(0, 5))
  const second = await pageFor(member, { page: 2 })
  expect(second).toMatchObject({ total: 7, hasMore: false })
  expect(titles(second.posts)).toEqual(['Match 2', 'Match 1'])
  expect((await pageFor(member, { page: 99 })).posts).toEqual([])
})

it('continues after a post despite newer ones, and returns 404 for an unknown one [FEED-1]', async () => {
  const { member } = club.people
  const first = await pageFor(member, { limit: 3 })
  const last = first.posts.at(-1)!
  await write('Just in', 'Published while a member reads', 30)
  const older = await pageFor(member, { limit: 3, before: last.id })
  expect(titles(older.posts)).toEqual(['Match 4', 'Match 3', 'Match 2'])
  expect(older.hasMore).toBe(true)
  for (const before of ['no-such-post', '0190b0d0-0000-7000-8000-000000000000'])
    expect(await member.call(api.posts.list, { query: { before } })).toMatchObject({
      status: 404,
      body: { message: 'Post not found', code: 'not_found' },
    })
})

const found = async (search: string, caller = club.people.member) =>
  titles((await pageFor(caller, { search, limit: 50 })).posts)

it('shows an unready post only to people who may change it [FEED-1, LIKE-1]', async () => {
  const { services, people } = club
  const id = await write('In the making', 'Unfinished business', 45)
  const setStatus = (status: 'ready' | 'processing' | 'failed') =>
    services.db.update(posts).set({ status }).where(eq(posts.id, id))
  const { total } = await pageFor(people.member, { page: 1 })
  const seenBy = async (caller: Caller) => ({
    isListed: titles((await pageFor(caller, { page: 1 })).posts)[0] === 'In the making',
    isInAll: listOf((await caller.call(api.posts.list)).body)[0]?.id === id,
    isFound: (await found('unfinished', caller)).length,
    isShown: (await caller.call(api.posts.show, { params: { id } })).status,
    total: (await pageFor(caller, { page: 1 })).total,
    // A page cannot continue after a hidden post.
    isCursor: (await caller.call(api.posts.list, { query: { before: id } })).status,
  })
  const all = { isListed: true, isInAll: true, isFound: 1, isShown: 200, total, isCursor: 200 }
  const nothing = {
    isListed: false,
    isInAll: false,
    isFound: 0,
    isShown: 404,
    total: total - 1,
    isCursor: 404,
  }
  for (const status of ['processing', 'failed'] as const) {
    await setStatus(status)
    expect([status, await seenBy(people.creator), await seenBy(people.admin)]).toEqual([status, all, all])
    expect([status, await seenBy(people.member), await seenBy(people.otherCreator)]).toEqual([
      status,
      nothing,
      nothing,
    ])
    expect((await people.member.call(api.posts.like, { params: { id } })).status).toBe(404)
  }
  await setStatus('ready')
  expect(await seenBy(people.member)).toEqual(all)
  await people.creator.call(api.posts.remove, { params: { id } })
  expect((await pageFor(people.creator, { page: 1 })).total).toBe(total - 1)
})

const show = (caller: Caller, postId: string) => caller.call(api.posts.show, { params: { id: postId } })

it('opens a post to everyone signed in at its time, and hides it before [SYS-10, T-MD-13]', async () => {
  const { services, people, clock } = club
  const hour = 60 * 60 * 1000
  const [id, shut] = [await write('Open letter', 'To all', 46), await write('For members', 'Only', 47)]
  await likePost(services, { postId: id, personId: people.lapsed.id })
  const opensAt = new Date(clock.now().getTime() + hour)
  await services.db.update(posts).set({ opensAt }).where(eq(posts.id, id))
  const answers = async (caller: Caller) =>
    Promise.all(
      [id, shut, '0190b0d0-0000-7000-8000-000000000000', 'no-such-post'].map(async (postId) => {
        const { status, body, headers } = await show(caller, postId)
        return { status, body, length: headers.get('content-length') }
      }),
    )
  // Who has no access cannot tell a post from none: the same words, the same length.
  for (const caller of [people.lapsed, people.newcomer, people.blocked, club.visitor()]) {
    const [first, ...others] = await answers(caller)
    expect(first!.status).toBe(caller.id ? 403 : 401)
    expect(others).toEqual([first, first, first])
  }
  clock.set(new Date(opensAt.getTime() + 1))
  expect(await show(people.lapsed, id)).toMatchObject({
    status: 200,
    body: { title: 'Open letter', isLiked: false, opensAt: opensAt.toISOString() },
  })
  expect((await show(people.newcomer, id)).status).toBe(200)
  expect([await show(people.blocked, id), await show(club.visitor(), id)]).toMatchObject([
    { status: 403, message: 'Account suspended' },
    { status: 401 },
  ])
  expect([await show(people.lapsed, shut), await show(people.member, shut)]).toMatchObject([
    { status: 403, body: { requiresSubscription: true } },
    { status: 200 },
  ])
  expect((await people.lapsed.call(api.posts.like, { params: { id } })).status).toBe(403)
  expect((await people.lapsed.call(api.comments.list, { params: { id } })).status).toBe(403)
  expect((await people.lapsed.call(api.posts.list)).status).toBe(403)
  await services.db.update(posts).set({ status: 'failed' }).where(eq(posts.id, id))
  expect((await show(people.lapsed, id)).status).toBe(403)
})

it('shows counts, whether I like it, and a creator without an address [FEED-3]', async () => {
  const { member, otherMember, creator } = club.people
  const postId = await write('Liked', 'By one of two', 50)
  await likePost(club.services, { postId, personId: member.id })
  const mine = await member.call(api.posts.show, { params: { id: postId } })
  expect(mine.body).toMatchObject({
    likesCount: 1,
    commentsCount: 0,
    isLiked: true,
    mediaUrl: null,
    mediaType: 'text',
    creator: { firstName: 'Sam', lastName: 'Whitlock', email: null, isMainInfluencer: true },
  })
  const theirs = await otherMember.call(api.posts.show, { params: { id: postId } })
  expect(theirs.body).toMatchObject({ likesCount: 1, isLiked: false })
  const own = await creator.call(api.posts.show, { params: { id: postId } })
  expect(own.body.creator.email).toBe(creator.email)
})

it('requires access and rejects invalid pages [FEED-1]', async () => {
  const { lapsed, pastDue, newcomer, blocked, member } = club.people
  for (const person of [lapsed, pastDue, newcomer])
    expect(await person.call(api.posts.list)).toMatchObject({
      status: 403,
      body: { message: 'Subscription required', requiresSubscription: true },
    })
  expect(await blocked.call(api.posts.list)).toMatchObject({ status: 403, message: 'Account suspended' })
  expect((await club.visitor().call(api.posts.list)).status).toBe(401)
  for (const query of ['page=-1', 'page=x', 'limit=0', 'limit=51', 'page=1.5'])
    expect((await member.fetch(`/api/posts?${query}`)).status).toBe(400)
})

it('only its creator and admins may change and remove it [FEED-4]', async () => {
  const { creator, otherCreator, admin, member } = club.people
  const id = await write('Before', 'Text', 55)
  const edit = (caller: Caller, body: { title?: string | null; content?: string }) =>
    caller.call(api.posts.edit, { params: { id }, body })

  expect(await edit(otherCreator, { title: 'Mine now' })).toMatchObject({
    status: 403,
    message: 'Access denied',
  })
  expect((await edit(member, { title: 'Mine now' })).status).toBe(403)
  expect((await edit(creator, {})).body).toMatchObject({ title: 'Before', content: 'Text' })
  expect((await edit(creator, { content: 'New text' })).body).toMatchObject({
    title: 'Before',
    content: 'New text',
  })
  expect((await edit(admin, { title: ' ' })).body).toMatchObject({ title: null, content: 'New text' })
  expect(await edit(creator, { content: '' })).toMatchObject({
    status: 400,
    message: 'Please write some content for your text post.',
  })
  expect((await edit(creator, { title: 'x'.repeat(201) })).status).toBe(400)

  const remove = (caller: Caller) => caller.call(api.posts.remove, { params: { id } })
  expect((await remove(otherCreator)).status).toBe(403)
  expect((await remove(member)).status).toBe(403)
  expect((await remove(admin)).status).toBe(204)
  expect(await remove(creator)).toMatchObject({ status: 404, message: 'Post not found' })
  expect((await edit(creator, { title: 'Gone' })).status).toBe(404)
})

it('does not notify members of changes before it is visible [FEED-4] [T-ID-04]', async () => {
  const { services, people } = club
  const { creator } = people
  const files = [wholeVideo(1000)]
  const heard = listenIn(club)
  for (const status of ['processing', 'failed'] as const) {
    const { id } = await storedPost(services, { creatorId: creator.id, kind: 'video', files, status })
    await creator.call(api.posts.edit, { params: { id }, body: { title: 'Not yet' } })
    await creator.call(api.posts.remove, { params: { id } })
    const ofThis = (await heard.soFar()).filter(({ message }) => 'postId' in message && message.postId === id)
    expect(ofThis).toEqual([
      { audience: { person: creator.id }, message: { type: 'post_updated', postId: id } },
      { audience: { person: creator.id }, message: { type: 'post_deleted', postId: id } },
    ])
  }
})

it('shows members each change of a post or its creator in the next request [FEED-1]', async () => {
  const { people, services } = club
  const { member, otherMember, otherCreator: creator } = people
  const id = await write('Cached', 'First text', 600_000, creator)
  const seenBy = async (caller: Caller) => {
    const page = (await pageFor(caller, { limit: 1 })).posts[0]!
    const { body: single } = await caller.call(api.posts.show, { params: { id } })
    expect(single).toEqual({ ...page, id })
    return page
  }
  const before = await seenBy(member)
  // Written past the program, as another process would.
  const change = (values: Partial<PostRow>) => services.db.update(posts).set(values).where(eq(posts.id, id))
  const changes: Partial<PostRow>[] = [
    { title: 'Changed' },
    { content: 'Second text' },
    { blocks: [], markdown: '' },
    { isMadeWithAi: true },
    { commentsOff: true },
    { opensAt: new Date(0) },
    { isPremium: false },
    { tags: ['derby'] },
    { pinnedAt: new Date(0) },
    { editedAt: new Date(0) },
    { likesCount: 7 },
    { commentsCount: 8 },
    { createdAt: new Date(Date.UTC(2026, 0, 1, 12, 600_001)) },
  ]
  for (const values of changes) {
    const last = await seenBy(member)
    await change(values)
    expect([values, await seenBy(member)]).not.toEqual([values, last])
  }
  await services.db.update(peopleTable).set({ lastName: 'Renamed' }).where(eq(peopleTable.id, creator.id))
  expect((await seenBy(member)).creator.lastName).toBe('Renamed')
  await likePost(services, { postId: id, personId: member.id })
  expect(await seenBy(member)).toMatchObject({ likesCount: 8, isLiked: true })
  expect(await seenBy(otherMember)).toMatchObject({ likesCount: 8, isLiked: false })
  expect(before.creator.email).toBeNull()
  expect((await seenBy(people.admin)).creator.email).not.toBeNull()
  expect((await seenBy(member)).creator.email).toBeNull()

  await change({ status: 'removed' })
  expect((await pageFor(member, { limit: 1 })).posts[0]?.id).not.toBe(id)
  expect((await member.call(api.posts.show, { params: { id } })).status).toBe(404)
})
