import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { writtenPost } from '#testing/written-content.ts'
import { addComment } from './add-comment.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const newPost = () => writtenPost(club)
const countOn = async (id: string) =>
  (await club.people.member.call(api.posts.show, { params: { id } })).body.commentsCount

it('adds a comment once, however often it is sent [CMT-1]', async () => {
  const { member, otherMember } = club.people
  const id = await newPost()
  const clientId = randomUUID()
  const heard = listenIn(club)
  const before = (await heard.soFar()).length
  const send = (caller: Caller, body: Record<string, unknown>) =>
    caller.call(api.comments.add, { params: { id }, body: { clientId, content: 'Once', ...body } })
  const first = await send(member, {})
  expect(first).toMatchObject({ status: 201, body: { clientId, content: 'Once' } })
  const shouted = { params: { id: id.toUpperCase() }, body: { clientId, content: 'Once' } }
  expect(await member.call(api.comments.add, shouted)).toMatchObject({ status: 200, body: first.body })
  const again = await send(member, { content: '  Once ' })
  expect(again).toMatchObject({ status: 200, body: first.body })
  expect((await heard.soFar()).slice(before + 1)).toHaveLength(1)
  expect(await countOn(id)).toBe(1)

  // Another author may use the same id, and never learns the ids of others.
  const theirs = await send(otherMember, {})
  expect(theirs.status).toBe(201)
  expect(theirs.body.id).not.toBe(first.body.id)
  const { body: listed } = await otherMember.call(api.comments.list, { params: { id } })
  expect(listed.map((comment) => comment.clientId)).toEqual([null, clientId])

  const otherwise = { status: 409, message: 'This comment was already sent with a different text.' }
  expect(await send(member, { content: 'Twice' })).toMatchObject(otherwise)
  expect(await send(member, { replyToId: theirs.body.id })).toMatchObject(otherwise)
  const elsewhere = { params: { id: await newPost() }, body: { clientId, content: 'Once' } }
  expect(await member.call(api.comments.add, elsewhere)).toMatchObject(otherwise)
  expect(await countOn(id)).toBe(2)
  expect((await send(member, { clientId: 'my first one' })).status).toBe(400)
})

it('adds a reply once, even after its parent is gone [CMT-1]', async () => {
  const { services, people } = club
  const id = await newPost()
  const comment = { postId: id, personId: people.member.id }
  const first = await addComment(services, { ...comment, content: 'First' })
  const answered = await addComment(services, { ...comment, content: 'Second', replyToId: first.id })
  const reply = { ...comment, content: 'To the second', replyToId: answered.id, clientId: randomUUID() }
  const sent = await addComment(services, reply)
  expect(sent).toMatchObject({ isNew: true, replyToId: first.id })
  expect(await addComment(services, reply)).toEqual({ ...sent, isNew: false })
  await people.creator.call(api.comments.remove, { params: { id: answered.id } })
  expect(await addComment(services, reply)).toEqual({ ...sent, isNew: false })
  expect(await countOn(id)).toBe(2)
})

it('adds a reply once, even after the person it mentions is gone [CMT-1, CMT-7]', async () => {
  const { services, people } = club
  const id = await newPost()
  const first = await addComment(services, { postId: id, personId: people.member.id, content: 'First' })
  const answer = { postId: id, personId: people.admin.id, content: 'Answer', replyToId: first.id }
  const { id: answerId } = await addComment(services, answer)
  const reply = {
    postId: id,
    personId: people.otherMember.id,
    content: '@Admin, no',
    mentions: [{ id: people.admin.id, name: 'Admin' }],
    replyToId: first.id,
    clientId: randomUUID(),
  }
  const sent = await addComment(services, reply)
  expect(sent.content).toBe('@{1}, no')
  await people.creator.call(api.comments.remove, { params: { id: answerId } })
  expect(await addComment(services, reply)).toEqual({ ...sent, isNew: false })
  await expect(addComment(services, { ...reply, content: '@Admin, yes' })).rejects.toThrow('different text')
})

it('adds one comment when two tabs send it at the same moment [CMT-1]', async () => {
  const { services, people } = club
  const id = await newPost()
  const comment = { postId: id, personId: people.member.id, content: 'Me!', clientId: randomUUID() }
  const sent = await Promise.all(Array.from({ length: 8 }, () => addComment(services, comment)))
  expect(sent.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(sent.map((one) => one.id)).size).toBe(1)
  expect(await countOn(id)).toBe(1)
})
