import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { addComment } from './add-comment.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const newPost = () =>
  publishPost(club.services, { creatorId: club.people.creator.id, content: 'Text', contentType: 'text' })
const countOn = async (id: string) =>
  (await club.people.member.call(api.posts.show, { params: { id } })).body.commentsCount
let second = 0
/** Says something one second after the last thing said. */
const say = (postId: string, content: string, replyToId?: string) => {
  second += 1
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  return addComment(club.services, {
    postId,
    personId: club.people.member.id,
    content,
    replyToId,
    createdAt,
  })
}

it('puts a reply under its comment, and a reply to a reply under the same [CMT-1]', async () => {
  const { member, otherMember } = club.people
  const id = await newPost()
  const first = await say(id, 'First')
  await say(id, 'Second')
  const answer = (content: string, replyToId: string) =>
    otherMember.call(api.comments.add, { params: { id }, body: { content, replyToId } })
  const reply = await answer('To the first', first.id)
  expect(reply).toMatchObject({ status: 201, body: { replyToId: first.id, content: 'To the first' } })
  expect((await answer('To the reply', reply.body.id)).body.replyToId).toBe(first.id)

  const { body } = await member.call(api.comments.list, { params: { id } })
  expect(body.map(({ content, repliesCount }) => [content, repliesCount])).toEqual([
    ['First', 2],
    ['Second', 0],
  ])
  expect(body[0]!.replies.map(({ content }) => content)).toEqual(['To the first', 'To the reply'])
  expect(await countOn(id)).toBe(4)
  const alone = await member.call(api.comments.show, { params: { id: first.id } })
  expect(alone.body).toEqual(body[0])
})

it('rejects a reply to a comment of another post [CMT-1]', async () => {
  const { otherMember } = club.people
  const [id, elsewhere] = [await newPost(), await newPost()]
  const there = await say(elsewhere, 'Somewhere else')
  for (const replyToId of [there.id, '0190b0d0-0000-7000-8000-000000000000', 'no-such-comment'])
    expect(
      await otherMember.call(api.comments.add, { params: { id }, body: { content: 'Hello?', replyToId } }),
    ).toMatchObject({ status: 404, message: 'The comment you are answering is no longer there.' })
  expect([await countOn(id), await countOn(elsewhere)]).toEqual([0, 1])
})

it('pages replies oldest first, after one of them [CMT-1]', async () => {
  const { member } = club.people
  const id = await newPost()
  const [first, other] = [await say(id, 'First'), await say(id, 'Other')]
  for (let count = 1; count <= 8; count += 1) await say(id, `Reply ${count}`, first.id)
  const { body } = await member.call(api.comments.list, { params: { id } })
  const [shown] = body
  expect(shown).toMatchObject({ repliesCount: 8 })
  expect(shown!.replies.map(({ content }) => content)).toEqual(['Reply 1', 'Reply 2', 'Reply 3'])
  const read = async (after?: string, limit?: number) =>
    (await member.call(api.comments.replies, { params: { id: first.id }, query: { after, limit } })).body
  const more = await read(shown!.replies[2]!.id, 3)
  expect(more.map(({ content }) => content)).toEqual(['Reply 4', 'Reply 5', 'Reply 6'])
  expect((await read(more[2]!.id)).map(({ content }) => content)).toEqual(['Reply 7', 'Reply 8'])
  expect(await read()).toHaveLength(8)
  expect(await read((await read()).at(-1)!.id)).toEqual([])
  for (const after of [other.id, first.id, 'x'])
    expect(
      (await member.call(api.comments.replies, { params: { id: first.id }, query: { after } })).status,
    ).toBe(404)
})

it('removes replies with their comment, notifies members and updates the count [CMT-1, LIVE-1]', async () => {
  const { creator } = club.people
  const id = await newPost()
  const first = await say(id, 'First')
  await say(id, 'Stays')
  const reply = await say(id, 'Reply', first.id)
  await say(id, 'Another', first.id)
  const heard = listenIn(club)
  const before = (await heard.soFar()).length
  expect((await creator.call(api.comments.remove, { params: { id: reply.id } })).status).toBe(204)
  expect(await countOn(id)).toBe(3)
  expect((await creator.call(api.comments.remove, { params: { id: first.id } })).status).toBe(204)
  expect(await countOn(id)).toBe(1)
  const about = { type: 'comment_deleted', postId: id }
  expect((await heard.soFar()).slice(before + 1).map(({ message }) => message)).toEqual([
    { ...about, commentId: reply.id, replyToId: first.id, commentsCount: 3 },
    { ...about, commentId: first.id, replyToId: null, commentsCount: 1 },
  ])
  const { body } = await creator.call(api.comments.list, { params: { id } })
  expect(body.map(({ content }) => content)).toEqual(['Stays'])
})

it('keeps the count true while a comment is answered and removed at once [CMT-1]', async () => {
  const { services, people } = club
  const id = await newPost()
  for (let round = 0; round < 8; round += 1) {
    const first = await say(id, `Round ${round}`)
    const remove = () => people.creator.call(api.comments.remove, { params: { id: first.id } })
    const answer = () =>
      say(id, 'In time?', first.id).then(
        () => 201,
        ({ status }: { status: number }) => status,
      )
    const [removed, ...answers] = await Promise.all([remove(), answer(), answer(), answer(), answer()])
    expect(removed.status).toBe(204)
    for (const status of answers) expect([201, 404]).toContain(status)
  }
  const { rows } = await services.db.execute<{ count: number }>(
    sql`select count(*)::int as count from comments where post_id = ${id}`,
  )
  expect([await countOn(id), rows[0]!.count]).toEqual([0, 0])
})
