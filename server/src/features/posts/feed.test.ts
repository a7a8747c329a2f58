import { api } from '@touchline/contract/api.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { likePost } from './like-post.ts'
import { publishPost } from './publish-post.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const write = (title: string | null, content: string, minute: number, creator = club.people.creator) =>
  publishPost(club.services, {
    creatorId: creator.id,
    title,
    content,
    contentType: 'text',
    createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)),
  })

const listOf = (reply: unknown): Post[] => {
  if (!Array.isArray(reply)) throw new Error('the feed without a query is an array')
  return reply
}
async function pageFor(
  caller: Caller,
  query: { page?: number; limit?: number; search?: string; before?: string },
) {
  const { status, body } = await caller.call(api.posts.list, { query })
  expect(status).toBe(200)
  if (Array.isArray(body)) throw new Error('a page is asked for, so a page is the answer')
  return body
}
const titles = (posts: Post[]) => posts.map(({ title }) => title)

it('shows the feed newest first: everything, or five at a time [FEED-1]', async () => {
  const { member } = club.people
  expect(listOf((await member.call(api.posts.list)).body)).toEqual([])
  expect(await pageFor(member, { page: 1 })).toEqual({ posts: [], total: 0, hasMore: false })

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

it('continues after a post whatever was published meanwhile, and knows no unknown one [FEED-1]', async () => {
  const { member } = club.people
  const first = await pageFor(member, { limit: 3 })
  const last = first.posts.at(-1)!
  await write('Just in', 'Published while somebody reads', 30)
  const older = await pageFor(member, { limit: 3, before: last.id })
  expect(titles(older.posts)).toEqual(['Match 4', 'Match 3', 'Match 2'])
  expect(older.hasMore).toBe(true)
  for (const before of ['no-such-post', '0190b0d0-0000-7000-8000-000000000000'])
    expect(await member.call(api.posts.list, { query: { before } })).toMatchObject({
      status: 404,
      body: { message: 'Post not found', code: 'not_found' },
    })
})

it('searches title, text and the creator’s names, and takes wildcards literally [FEED-2]', async () => {
  const { member, otherCreator } = club.people
  await write('Half-time', 'Stamina was at 100% today', 40)
  await write('Line_up', 'C:\\tactics', 41)
  await write('Guest', 'Hello from Robin', 42, otherCreator)
  const found = async (search: string) => titles((await pageFor(member, { search, limit: 50 })).posts)

  expect(await found('half-TIME')).toEqual(['Half-time'])
  expect(await found('published while')).toEqual(['Just in'])
  expect(await found('vale')).toEqual(['Guest'])
  expect(await found('robin vale')).toEqual(['Guest'])
  expect(await found('%')).toEqual(['Half-time'])
  expect(await found('_')).toEqual(['Line_up'])
  expect(await found('\\')).toEqual(['Line_up'])
  expect(await found('nothing like this')).toEqual([])
  expect(await pageFor(member, { search: 'match', limit: 2 })).toMatchObject({ total: 7, hasMore: true })
  const firstTwo = await pageFor(member, { search: 'match', limit: 2 })
  const before = firstTwo.posts.at(-1)!.id
  expect(titles((await pageFor(member, { search: 'match', limit: 2, before })).posts)).toEqual([
    'Match 5',
    'Match 4',
  ])
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

it('lets only people with access read the feed, and refuses senseless pages [FEED-1]', async () => {
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

it('is changed and removed by its creator or an admin, by nobody else [FEED-4]', async () => {
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
