import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { listenIn } from '#testing/received.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addComment } from './add-comment.ts'
import { posts } from '#features/posts/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const newPost = () =>
  publishPost(club.services, { creatorId: club.people.creator.id, content: 'Text', contentType: 'text' })
const countOn = async (id: string) =>
  (await club.people.member.call(api.posts.show, { params: { id } })).body.commentsCount

it('adds a trimmed comment and lists them oldest first [CMT-1]', async () => {
  const { member, otherMember } = club.people
  const id = await newPost()
  const say = (content: string) => member.call(api.comments.add, { params: { id }, body: { content } })
  const first = await say('  Great call!  ')
  expect(first).toMatchObject({ status: 201, body: { postId: id, content: 'Great call!' } })
  const second = await otherMember.call(api.comments.add, {
    params: { id },
    body: { content: 'Second' },
  })
  const { body } = await member.call(api.comments.list, { params: { id } })
  expect(body.map((comment) => comment.id)).toEqual([first.body.id, second.body.id])
  expect(await countOn(id)).toBe(2)

  for (const content of ['', '   ', 'x'.repeat(2001), 'nul \u0000', '\ud800'])
    expect((await say(content)).status).toBe(400)
  expect((await say('⚽'.repeat(2000))).status).toBe(201)
  expect(await countOn(id)).toBe(3)
})

it('pages back from the newest comments, and knows no unknown one [CMT-1]', async () => {
  const { services, people } = club
  const id = await newPost()
  for (let second = 0; second < 5; second += 1)
    await addComment(services, {
      postId: id,
      personId: people.member.id,
      content: `Comment ${second}`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
    })
  const read = async (query: { before?: string; limit?: number }) =>
    (await people.member.call(api.comments.list, { params: { id }, query })).body
  const latest = await read({ limit: 2 })
  expect(latest.map(({ content }) => content)).toEqual(['Comment 3', 'Comment 4'])
  const earlier = await read({ limit: 2, before: latest[0]!.id })
  expect(earlier.map(({ content }) => content)).toEqual(['Comment 1', 'Comment 2'])
  const unknown = { params: { id }, query: { before: '0190b0d0-0000-7000-8000-000000000000' } }
  expect((await people.member.call(api.comments.list, unknown)).status).toBe(404)
  expect((await people.member.call(api.comments.list, { params: { id: 'x' } })).status).toBe(404)
})

it('only admins and the main influencer may remove comments [CMT-1]', async () => {
  const { creator, otherCreator, admin, member } = club.people
  const id = await newPost()
  const add = async () =>
    (await member.call(api.comments.add, { params: { id }, body: { content: 'Mine' } })).body.id
  const commentId = await add()
  for (const person of [member, otherCreator])
    expect(await person.call(api.comments.remove, { params: { id: commentId } })).toMatchObject({
      status: 403,
      message: 'Access denied',
    })
  expect(await countOn(id)).toBe(1)
  expect((await creator.call(api.comments.remove, { params: { id: commentId } })).status).toBe(204)
  expect(await creator.call(api.comments.remove, { params: { id: commentId } })).toMatchObject({
    status: 404,
    message: 'Comment not found',
  })
  expect((await admin.call(api.comments.remove, { params: { id: await add() } })).status).toBe(204)
  expect(await countOn(id)).toBe(0)
})

it('refuses a comment on a post that is gone with a sentence', async () => {
  const { creator, member } = club.people
  const id = await newPost()
  await creator.call(api.posts.remove, { params: { id } })
  expect(await member.call(api.comments.add, { params: { id }, body: { content: 'Hello?' } })).toMatchObject({
    status: 404,
    message: 'Post not found',
  })
})

it('names authors without giving members each other’s address [CMT-3]', async () => {
  const { member, otherMember, creator } = club.people
  const id = await newPost()
  await otherMember.call(api.comments.add, { params: { id }, body: { content: 'I have no name' } })
  await creator.call(api.comments.add, { params: { id }, body: { content: 'Welcome' } })
  const seen = (await member.call(api.comments.list, { params: { id } })).body
  expect(seen[0]!.user).toMatchObject({
    firstName: 'othermember',
    lastName: null,
    email: null,
    isMainInfluencer: false,
  })
  expect(seen[1]!.user).toMatchObject({ firstName: 'Sam', email: null, isMainInfluencer: true })
  expect(JSON.stringify(seen)).not.toContain('@club.example')
  const staff = (await creator.call(api.comments.list, { params: { id } })).body
  expect(staff[0]!.user).toMatchObject({ firstName: null, email: otherMember.email })
})

it('returns 404 for comments of a post the reader may not see [T-ID-04]', async () => {
  const { services, people } = club
  const { creator, otherCreator, admin, member, otherMember } = people
  const id = await newPost()
  const said = await addComment(services, { postId: id, personId: member.id, content: 'Seen it' })
  const answer = { postId: id, personId: creator.id, content: 'So did I', replyToId: said.id }
  await addComment(services, answer)
  const add = (caller: Caller) =>
    caller.call(api.comments.add, { params: { id }, body: { content: 'Me too' } })
  const seenBy = async (caller: Caller) =>
    Promise.all([
      caller.call(api.comments.list, { params: { id } }),
      caller.call(api.comments.show, { params: { id: said.id } }),
      caller.call(api.comments.replies, { params: { id: said.id } }),
    ]).then((answers) => answers.map(({ status }) => status))
  const heard = listenIn(club)
  const before = (await heard.soFar()).length

  for (const status of ['processing', 'failed'] as const) {
    await services.db
      .update(posts)
      .set({ status })
      .where(sql`id = ${id}`)
    for (const caller of [member, otherCreator])
      expect([status, ...(await seenBy(caller))]).toEqual([status, 404, 404, 404])
    for (const caller of [creator, admin])
      expect([status, ...(await seenBy(caller))]).toEqual([status, 200, 200, 200])
    expect(await add(otherMember)).toMatchObject({ status: 404, message: 'Post not found' })
    expect((await add(creator)).status).toBe(404)
    expect((await otherCreator.call(api.comments.remove, { params: { id: said.id } })).status).toBe(404)
  }
  const second = await services.db.execute<{ id: string }>(
    sql`select id from comments where reply_to_id = ${said.id}`,
  )
  expect((await creator.call(api.comments.remove, { params: { id: second.rows[0]!.id } })).status).toBe(204)
  expect((await heard.soFar()).slice(before + 1)).toEqual([])

  await services.db.delete(posts).where(sql`id = ${id}`)
  for (const caller of [member, creator, admin]) expect(await seenBy(caller)).toEqual([404, 404, 404])
})

it('reads ten thousand comments a page at a time, each of them once [CMT-1]', async () => {
  const { services, people } = club
  const id = await newPost()
  await services.db.execute(sql`
    insert into comments (id, post_id, person_id, content, created_at)
    select gen_random_uuid(), ${id}, ${people.member.id}, 'Comment ' || n,
      timestamptz '2026-01-01' + (n / 3) * interval '1 second'
    from generate_series(1, 10000) n
  `)
  const pageBefore = async (before?: string) =>
    (await people.otherMember.call(api.comments.list, { params: { id }, query: { before } })).body
  const seen = new Set<string>()
  let page = await pageBefore()
  let last = ''
  while (page.length > 0) {
    expect(page.length).toBe(50)
    // Oldest first in a page, and every page before the one read before it.
    const places = page.map(({ createdAt, id: commentId }) => `${createdAt} ${commentId}`)
    expect(places).toEqual(places.toSorted())
    expect(last === '' || places.at(-1)! < last).toBe(true)
    last = places[0]!
    for (const comment of page) seen.add(comment.id)
    page = await pageBefore(page[0]!.id)
  }
  expect(seen.size).toBe(10_000)
})

it('takes ten comments a minute of one person, and those of others beside them [T-DOS-03]', async () => {
  const { pastDue, admin, otherCreator } = club.people
  const id = await newPost()
  const say = (caller: Caller) =>
    caller.call(api.comments.add, { params: { id }, body: { content: 'Again' } })
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1) statuses.push((await say(otherCreator)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  expect((await say(admin)).status).toBe(201)
  expect((await say(pastDue)).status).toBe(403)
  expect(await countOn(id)).toBe(11)
})
