import { api } from '@touchline/contract/api.ts'
import { maxWaitingCounted } from '@touchline/contract/comments.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { addComment } from './add-comment.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const newPost = (creator: Caller, title: string) =>
  publishPost(club.services, { creatorId: creator.id, title, content: 'Text', contentType: 'text' })
let second = 0
const say = (person: Caller, postId: string, content: string, replyToId?: string) => {
  second += 1
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  return addComment(club.services, { postId, personId: person.id, content, replyToId, createdAt })
}
const inboxOf = async (creator: Caller, query: { after?: string; limit?: number } = {}) =>
  (await creator.call(api.comments.inbox, { query })).body
const waitingFor = async (creator: Caller) => (await inboxOf(creator)).comments.map(({ content }) => content)

it('lists unanswered comments of a creator, oldest first [CMT-1]', async () => {
  const { creator, otherCreator, member, otherMember, admin } = club.people
  expect(await inboxOf(creator)).toEqual({ comments: [], total: 0, isTotalExact: true, hasMore: false })
  const [mine, theirs] = [await newPost(creator, 'Mine'), await newPost(otherCreator, 'Theirs')]
  const question = await say(member, mine, 'Was it offside?')
  const own = await say(creator, mine, 'My own remark')
  await say(otherMember, theirs, 'Good match')
  await say(otherMember, mine, 'It was not', question.id)
  await say(otherCreator, mine, 'Nice one')
  await say(admin, mine, 'All in order?')
  await say(member, mine, 'And who asked you?', own.id)

  expect(await waitingFor(creator)).toEqual([
    'Was it offside?',
    'It was not',
    'Nice one',
    'All in order?',
    'And who asked you?',
  ])
  expect(await waitingFor(otherCreator)).toEqual(['Good match'])
  const { comments, total } = await inboxOf(creator, { limit: 2 })
  expect(comments[0]).toMatchObject({ postId: mine, postTitle: 'Mine', repliedTo: null })
  expect(comments[1]).toMatchObject({ repliedTo: 'Was it offside?', replyToId: question.id })
  expect(total).toBe(5)

  const behind = await inboxOf(creator, { after: comments[1]!.id, limit: 2 })
  expect(behind.comments.map(({ content }) => content)).toEqual(['Nice one', 'All in order?'])
  expect(behind.hasMore).toBe(true)
  expect(await inboxOf(creator, { after: behind.comments[1]!.id })).toMatchObject({ hasMore: false })
  for (const after of ['x', own.id, '0190b0d0-0000-7000-8000-000000000000'])
    expect((await creator.call(api.comments.inbox, { query: { after } })).status).toBe(404)
})

const mark = (caller: Caller, commentId: string) =>
  caller.call(api.comments.markAnswered, { params: { id: commentId } })
const unmark = (caller: Caller, commentId: string) =>
  caller.call(api.comments.markUnanswered, { params: { id: commentId } })

it('removes answered comments and puts them back [CMT-1, LIVE-1]', async () => {
  const { creator, otherCreator, member } = club.people
  const id = await newPost(creator, 'Questions')
  const start = (await inboxOf(creator)).total
  const [first, next, last] = [
    await say(member, id, 'First question'),
    await say(member, id, 'Second question'),
    await say(member, id, 'Third question'),
  ]
  const total = async () => (await inboxOf(creator)).total - start
  await say(otherCreator, id, 'Not my post', first.id)
  expect(await total()).toBe(4)
  // To a reply: that one is answered, the one above it is not.
  const reply = await say(member, id, 'Well?', first.id)
  await say(creator, id, 'Well what?', reply.id)
  expect(await total()).toBe(4)
  const listening = listenIn(club)
  await say(creator, id, 'Yes', first.id)
  expect(await total()).toBe(3)
  expect(await listening.soFar()).toContainEqual({
    audience: { person: creator.id },
    message: { type: 'comment_answered', commentId: first.id, isAnswered: true },
  })

  const heard = listenIn(club)
  const before = (await heard.soFar()).length
  expect([await mark(creator, next.id), await mark(creator, next.id)]).toMatchObject([
    { status: 204 },
    { status: 204 },
  ])
  expect(await total()).toBe(2)
  // A page goes on behind one that has been answered since.
  expect((await creator.call(api.comments.inbox, { query: { after: next.id } })).status).toBe(200)
  expect([await unmark(creator, next.id), await unmark(creator, next.id)]).toMatchObject([
    { status: 204 },
    { status: 204 },
  ])
  expect(await total()).toBe(3)
  const about = { type: 'comment_answered', commentId: next.id }
  expect((await heard.soFar()).slice(before + 1)).toEqual([
    { audience: { person: creator.id }, message: { ...about, isAnswered: true } },
    { audience: { person: creator.id }, message: { ...about, isAnswered: false } },
  ])

  expect(await mark(otherCreator, next.id)).toMatchObject({ status: 403, message: 'Access denied' })
  expect((await unmark(otherCreator, next.id)).status).toBe(403)
  expect((await mark(creator, 'x')).status).toBe(404)
  await creator.call(api.comments.remove, { params: { id: last.id } })
  expect(await total()).toBe(2)
  expect((await mark(creator, last.id)).status).toBe(404)
  await creator.call(api.posts.remove, { params: { id } })
  expect(await total()).toBe(0)
})

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

it('opens a page of a hundred thousand waiting comments without reading the others [CMT-1]', async () => {
  const { services, people } = club
  const id = await newPost(people.creator, 'Everybody asks')
  for (let batch = 0; batch < 11; batch += 1)
    await services.db.execute(sql`
      insert into comments (id, post_id, person_id, inbox_of, content, created_at, answered_at)
      select gen_random_uuid(), ${id}, ${people.member.id}, ${people.creator.id}, 'Question ' || n,
        timestamptz '2025-01-01' + n * interval '1 minute',
        case when n <= 10000 then timestamptz '2026-01-01' end
      from generate_series(${batch}::int * 10000 + 1, ${batch}::int * 10000 + 10000) n
    `)
  await services.db.execute(sql`analyze comments`)
  const asked = vi.spyOn(services.db.$client, 'query')
  const { body } = await people.creator.call(api.comments.inbox, { query: { limit: 20 } })
  const queries: unknown[][] = asked.mock.calls
  asked.mockRestore()
  expect(body.comments[0]!.content).toBe('Question 10001')
  expect(body).toMatchObject({ total: maxWaitingCounted, isTotalExact: false, hasMore: true })

  let isRead = 0
  for (const [query, values] of queries) {
    // The driver is asked by name, text and values.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { text } = query as { text: string }
    if (!text.includes('"comments"')) continue
    isRead += 1
    const { rows } = await services.db.$client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, format json) ${text}`,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      values as unknown[],
    )
    for (const node of nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)) {
      const looked = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      expect([node['Node Type'], looked <= maxWaitingCounted + 1]).toEqual([node['Node Type'], true])
    }
  }
  expect(isRead).toBe(2)
})

it('is open to creators only and refuses invalid pages [CMT-1]', async () => {
  const { creator, admin, member, lapsed } = club.people
  for (const caller of [admin, member, lapsed])
    expect((await caller.call(api.comments.inbox)).status).toBe(403)
  for (const query of ['limit=0', 'limit=51', 'limit=x'])
    expect((await creator.fetch(`/api/inbox?${query}`)).status).toBe(400)
})
