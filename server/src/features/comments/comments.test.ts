import { api } from '@touchline/contract/api.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { listenIn } from '#testing/received.ts'
import { type Club, openClub } from '#testing/club.ts'
import { writtenPost } from '#testing/written-content.ts'
import { addComment } from './add-comment.ts'
import { editComment, withdrawComment } from './own-comment.ts'
import { people as persons } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const newPost = () => writtenPost(club)
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

it('pages back from the newest comments and returns 404 for an unknown cursor [CMT-1]', async () => {
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

it('explains why a comment on a deleted post is refused', async () => {
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

const longAgo = new Date(Date.UTC(2025, 0, 1))
const said = (
  postId: string,
  caller: Caller,
  content: string,
  more: { replyToId?: string; createdAt?: Date } = {},
) => addComment(club.services, { postId, personId: caller.id, content, ...more })
const edit = (caller: Caller, id: string, content: string, version = 1) =>
  caller.call(api.comments.edit, { params: { id }, body: { content, version } })
const withdraw = (caller: Caller, id: string) => caller.call(api.comments.withdraw, { params: { id } })
const pin = (caller: Caller, id: string) => caller.call(api.comments.pin, { params: { id } })
const stub = { content: 'Comment deleted by its author', isRemoved: true, editedAt: null }

it('marks comments by staff for moderators only and refuses to remove them [MOD-1]', async () => {
  const { member, creator, admin, moderator } = club.people
  const postId = await newPost()
  const ofMember = await said(postId, member, 'Hello')
  const ofCreator = await said(postId, creator, 'Welcome')
  const reply = await said(postId, admin, 'The gates open at six', { replyToId: ofMember.id })
  const list = async (caller: Caller) =>
    (await caller.call(api.comments.list, { params: { id: postId } })).body.flatMap((thread) =>
      [thread, ...thread.replies].map(({ id, isOfStaff }) => [id, isOfStaff]),
    )
  expect(await list(moderator)).toEqual([
    [ofMember.id, undefined],
    [reply.id, true],
    [ofCreator.id, true],
  ])
  for (const caller of [member, creator, admin])
    expect((await list(caller)).map(([, isOfStaff]) => isOfStaff)).toEqual([undefined, undefined, undefined])
  for (const { id } of [ofMember, ofCreator, reply])
    expect((await moderator.call(api.comments.remove, { params: { id } })).status).toBe(403)
})

it('edits a comment for 15 minutes and keeps its earlier texts for moderators [CMT-4]', async () => {
  const { member, otherMember, creator, admin } = club.people
  const postId = await newPost()
  const { id, createdAt } = await said(postId, member, 'Ofside')
  const heard = listenIn(club)
  const edited = await edit(member, id, 'Offside')
  expect(edited).toMatchObject({ status: 200, body: { id, content: 'Offside', version: 2 } })
  expect(edited.body.editedAt).not.toBeNull()
  expect((await heard.soFar()).map(({ message }) => message)).toContainEqual({
    type: 'comment_changed',
    postId,
    commentId: id,
    replyToId: null,
  })
  expect((await otherMember.call(api.comments.show, { params: { id } })).body).toMatchObject({
    content: 'Offside',
    editedAt: edited.body.editedAt,
  })
  // A repeated request whose first response was lost.
  expect(await edit(member, id, 'Offside')).toMatchObject({ status: 200, body: { version: 2 } })

  for (const person of [otherMember, creator, admin])
    expect((await edit(person, id, 'Mine now', 2)).status).toBe(403)
  for (const content of [' ', 'x'.repeat(2001)]) expect((await edit(member, id, content, 2)).status).toBe(400)

  const versions = (caller: Caller) => caller.call(api.comments.versions, { params: { id } })
  for (const person of [member, otherMember, creator]) expect((await versions(person)).status).toBe(403)
  expect((await versions(admin)).body).toEqual([{ content: 'Ofside', writtenAt: createdAt.toISOString() }])

  club.clock.advance(15 * 60_000 + 1000)
  expect(await edit(member, id, 'Too late', 2)).toMatchObject({
    status: 409,
    message: 'A comment can be edited for 15 minutes, and they are over. You can still delete it.',
  })
})

it('saves one of two edits at once and rejects the other [CMT-4]', async () => {
  const { member } = club.people
  const { id } = await said(await newPost(), member, 'First')
  const edits = await Promise.all([edit(member, id, 'Here'), edit(member, id, 'There')])
  expect(edits.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { body } = await member.call(api.comments.show, { params: { id } })
  expect(body).toMatchObject({
    content: edits.find(({ status }) => status === 200)!.body.content,
    version: 2,
  })
})

it('refuses edits and deletions by a blocked person [CMT-4]', async () => {
  const { services, people } = club
  const { id } = await said(await newPost(), people.otherCreator, 'Before the block')
  const viewer = { id: people.otherCreator.id, role: 'creator' as const }
  await services.db
    .update(persons)
    .set({ isBlocked: true })
    .where(sql`id = ${viewer.id}`)
  // The request was authenticated before the block.
  const own = { viewer, commentId: id }
  await expect(editComment(services, { ...own, content: 'After', version: 1 })).rejects.toMatchObject({
    status: 403,
  })
  await expect(withdrawComment(services, own)).rejects.toMatchObject({ status: 403 })
  expect((await withdraw(people.otherCreator, id)).status).toBe(403)
  await services.db
    .update(persons)
    .set({ isBlocked: false })
    .where(sql`id = ${viewer.id}`)
})

it('deletes an own comment at any time and leaves a stub where others answered [CMT-4]', async () => {
  const { member, otherMember, creator, admin } = club.people
  const postId = await newPost()
  const list = async () => (await otherMember.call(api.comments.list, { params: { id: postId } })).body
  const alone = await said(postId, member, 'Unanswered', { createdAt: longAgo })
  await said(postId, member, 'Talking to myself', { replyToId: alone.id })
  const first = await said(postId, member, 'Answered', { createdAt: longAgo })
  const reply = await said(postId, otherMember, 'An answer', { replyToId: first.id })

  for (const person of [otherMember, creator, admin])
    expect((await withdraw(person, first.id)).status).toBe(403)
  expect((await withdraw(member, alone.id)).status).toBe(204)
  expect((await withdraw(member, alone.id)).status).toBe(404)
  expect(await countOn(postId)).toBe(2)

  expect((await withdraw(member, first.id)).status).toBe(204)
  expect((await withdraw(member, first.id)).status).toBe(204)
  expect(await list()).toMatchObject([{ id: first.id, ...stub, replies: [{ content: 'An answer' }] }])
  expect(await edit(member, first.id, 'Back again')).toMatchObject({
    status: 409,
    message: 'You have deleted this comment.',
  })
  // The stub goes with the last answer.
  expect((await withdraw(otherMember, reply.id)).status).toBe(204)
  expect(await list()).toEqual([])
  expect(await countOn(postId)).toBe(0)
})

it('counts one heart per member and comment, live and despite races [CMT-5]', async () => {
  const { member, otherMember, lapsed, blocked } = club.people
  const postId = await newPost()
  const { id } = await said(postId, member, 'Well spotted')
  const reply = await said(postId, otherMember, 'Thanks', { replyToId: id })
  const like = (caller: Caller, commentId = id) =>
    caller.call(api.comments.like, { params: { id: commentId } })
  const heard = listenIn(club)
  const likes = await Promise.all([like(otherMember), like(otherMember), like(member)])
  expect(likes.map(({ status, body }) => [status, body.isLiked])).toEqual(
    Array.from({ length: 3 }, () => [200, true]),
  )
  const messages = (await heard.soFar())
    .map(({ message }) => message)
    .filter((message) => message.type === 'comment_heart_update')
  expect(messages).toEqual(
    [1, 2].map((likesCount) => ({ type: 'comment_heart_update', postId, commentId: id, likesCount })),
  )
  expect((await like(member, reply.id)).body).toEqual({ likesCount: 1, isLiked: true })
  expect((await otherMember.call(api.comments.list, { params: { id: postId } })).body).toMatchObject([
    { likesCount: 2, isLiked: true, replies: [{ likesCount: 1, isLiked: false }] },
  ])

  for (let time = 0; time < 2; time += 1)
    expect((await member.call(api.comments.unlike, { params: { id } })).body).toEqual({
      likesCount: 1,
      isLiked: false,
    })
  for (const person of [lapsed, blocked]) expect((await like(person)).status).toBe(403)
  expect((await like(member, '0190b0d0-0000-7000-8000-000000000000')).status).toBe(404)
  // A stub has no hearts.
  await withdraw(member, id)
  expect((await like(otherMember)).status).toBe(404)
  expect((await otherMember.call(api.comments.show, { params: { id } })).body).toMatchObject({
    ...stub,
    likesCount: 0,
  })
})

it('lists oldest first, or what the creator answered first, after the pinned comment [CMT-6]', async () => {
  const { member, otherMember, creator, otherCreator, admin } = club.people
  const postId = await newPost()
  const ids: string[] = []
  for (let second = 0; second < 5; second += 1) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second))
    ids.push((await said(postId, member, `Comment ${second}`, { createdAt })).id)
  }
  const read = async (query: {
    order?: 'oldest' | 'answered'
    after?: string
    before?: string
    limit?: number
  }) => (await otherMember.call(api.comments.list, { params: { id: postId }, query })).body
  const order = async (query: Parameters<typeof read>[0]) =>
    (await read(query)).map(({ content }) => Number(content.at(-1)))
  await said(postId, creator, 'An answer', { replyToId: ids[3] })
  await said(postId, otherMember, 'No answer of the creator', { replyToId: ids[1] })
  expect(await order({ order: 'oldest', limit: 2 })).toEqual([0, 1])
  expect(await order({ order: 'oldest', limit: 2, after: ids[1] })).toEqual([2, 3])
  expect(await order({ order: 'answered', limit: 2 })).toEqual([3, 0])
  expect(await order({ order: 'answered', after: ids[3] })).toEqual([0, 1, 2, 4])
  expect(await order({ order: 'answered', after: ids[1] })).toEqual([2, 4])
  expect((await read({})).map(({ isAnswered }) => isAnswered)).toEqual([false, false, false, true, false])

  for (const person of [member, otherCreator, admin]) expect((await pin(person, ids[2]!)).status).toBe(403)
  const heard = listenIn(club)
  expect((await pin(creator, ids[2]!)).status).toBe(204)
  expect((await pin(creator, ids[2]!)).status).toBe(204)
  expect((await pin(creator, ids[0]!)).status).toBe(204)
  expect((await heard.soFar()).map(({ message }) => message)).toMatchObject(
    [ids[2], ids[2], ids[0]].map((commentId) => ({ type: 'comment_changed', commentId })),
  )
  expect(await order({ limit: 2 })).toEqual([0, 3, 4])
  expect(await order({ limit: 2, before: ids[3] })).toEqual([1, 2])
  expect(await order({ order: 'answered', limit: 2 })).toEqual([0, 3, 1])
  expect((await read({})).filter(({ isPinned }) => isPinned).map(({ id }) => id)).toEqual([ids[0]])
  const reply = await said(postId, member, 'Below', { replyToId: ids[2] })
  expect(await pin(creator, reply.id)).toMatchObject({ status: 409 })
  // A deleted comment is no longer pinned.
  await said(postId, otherMember, 'Here', { replyToId: ids[0] })
  await withdraw(member, ids[0]!)
  expect((await read({})).some(({ isPinned }) => isPinned)).toBe(false)
  expect((await pin(creator, ids[0]!)).status).toBe(404)
  await pin(creator, ids[4]!)
  expect((await creator.call(api.comments.unpin, { params: { id: ids[4]! } })).status).toBe(204)
  expect(await order({ limit: 1 })).toEqual([4])
})

it('pages through ten thousand comments, each of them once [CMT-1]', async () => {
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

it('limits each person to ten comments a minute [T-DOS-03]', async () => {
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

it('hides the pinned comment with its post [CMT-6]', async () => {
  const { member, creator } = club.people
  const id = await newPost()
  const written = await member.call(api.comments.add, { params: { id }, body: { content: 'Pinned' } })
  await pin(creator, written.body.id)
  await club.services.db.update(posts).set({ status: 'unpublished' }).where(eq(posts.id, id))
  expect((await member.call(api.comments.list, { params: { id } })).status).toBe(404)
})
