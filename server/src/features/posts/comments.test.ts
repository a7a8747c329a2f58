import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { addComment } from './add-comment.ts'
import { publishPost } from './publish-post.ts'

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
  const say = (content: string) => member.call(api.posts.addComment, { params: { id }, body: { content } })
  const first = await say('  Great call!  ')
  expect(first).toMatchObject({ status: 201, body: { postId: id, content: 'Great call!' } })
  const second = await otherMember.call(api.posts.addComment, {
    params: { id },
    body: { content: 'Second' },
  })
  const { body } = await member.call(api.posts.comments, { params: { id } })
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
    (await people.member.call(api.posts.comments, { params: { id }, query })).body
  const latest = await read({ limit: 2 })
  expect(latest.map(({ content }) => content)).toEqual(['Comment 3', 'Comment 4'])
  const earlier = await read({ limit: 2, before: latest[0]!.id })
  expect(earlier.map(({ content }) => content)).toEqual(['Comment 1', 'Comment 2'])
  const unknown = { params: { id }, query: { before: '0190b0d0-0000-7000-8000-000000000000' } }
  expect((await people.member.call(api.posts.comments, unknown)).status).toBe(404)
  expect((await people.member.call(api.posts.comments, { params: { id: 'x' } })).status).toBe(404)
})

it('lets an admin and the main influencer remove comments, nobody else, not even the author [CMT-1]', async () => {
  const { creator, otherCreator, admin, member } = club.people
  const id = await newPost()
  const add = async () =>
    (await member.call(api.posts.addComment, { params: { id }, body: { content: 'Mine' } })).body.id
  const commentId = await add()
  for (const person of [member, otherCreator])
    expect(await person.call(api.posts.removeComment, { params: { id: commentId } })).toMatchObject({
      status: 403,
      message: 'Access denied',
    })
  expect(await countOn(id)).toBe(1)
  expect((await creator.call(api.posts.removeComment, { params: { id: commentId } })).status).toBe(204)
  expect(await creator.call(api.posts.removeComment, { params: { id: commentId } })).toMatchObject({
    status: 404,
    message: 'Comment not found',
  })
  expect((await admin.call(api.posts.removeComment, { params: { id: await add() } })).status).toBe(204)
  expect(await countOn(id)).toBe(0)
})

it('refuses a comment on a post that is gone with a sentence', async () => {
  const { creator, member } = club.people
  const id = await newPost()
  await creator.call(api.posts.remove, { params: { id } })
  expect(
    await member.call(api.posts.addComment, { params: { id }, body: { content: 'Hello?' } }),
  ).toMatchObject({
    status: 404,
    message: 'Post not found',
  })
})

it('names authors without giving members each other’s address [CMT-3]', async () => {
  const { member, otherMember, creator } = club.people
  const id = await newPost()
  await otherMember.call(api.posts.addComment, { params: { id }, body: { content: 'I have no name' } })
  await creator.call(api.posts.addComment, { params: { id }, body: { content: 'Welcome' } })
  const seen = (await member.call(api.posts.comments, { params: { id } })).body
  expect(seen[0]!.user).toMatchObject({ firstName: 'othermember', email: null, isMainInfluencer: false })
  expect(seen[1]!.user).toMatchObject({ firstName: 'Sam', email: null, isMainInfluencer: true })
  expect(JSON.stringify(seen)).not.toContain('@club.example')
  const staff = (await creator.call(api.posts.comments, { params: { id } })).body
  expect(staff[0]!.user).toMatchObject({ firstName: null, email: otherMember.email })
})
