import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { report, writtenComment, writtenPost } from '#testing/written-content.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const queue = async (
  query: { state?: 'open' | 'appealed' | 'decided'; after?: string; limit?: number } = {},
) => (await club.people.admin.call(api.moderation.queue, { query })).body

it('hides a removed post and its media from everyone but admins [ADM-4, T-ID-04]', async () => {
  const { member, creator, admin, otherMember } = club.people
  const id = await writtenPost(club, 'Gone from every list')
  await report(member, 'post', id)
  const answer = await admin.call(api.moderation.removePost, { params: { id }, body: { rule: 'law' } })
  expect(answer).toMatchObject({
    status: 200,
    body: { reportsCount: 1, thing: { text: 'Gone from every list', isShown: false } },
  })
  for (const person of [member, creator, admin]) {
    expect((await person.call(api.posts.show, { params: { id } })).status).toBe(404)
    const everything = await person.call(api.posts.list, {})
    expect(JSON.stringify(everything.body)).not.toContain(id)
    const paged = await person.call(api.posts.list, { query: { page: 1, limit: 50, search: 'lists every' } })
    expect(JSON.stringify(paged.body)).not.toContain(id)
  }
  for (const call of [api.posts.like, api.posts.unlike])
    expect((await member.call(call, { params: { id } })).status).toBe(404)
  expect((await creator.call(api.posts.edit, { params: { id }, body: { content: 'New' } })).status).toBe(404)
  expect((await creator.call(api.posts.remove, { params: { id } })).status).toBe(404)
  expect((await report(otherMember, 'post', id)).status).toBe(404)
  expect((await allEmailsTo(club, creator.email)).at(-1)).toContain('The law comes first')

  const again = await admin.call(api.moderation.removePost, { params: { id }, body: { rule: 'law' } })
  expect(again).toMatchObject({ status: 404, message: 'Post not found' })
  for (const person of [member, creator])
    expect(
      (await person.call(api.moderation.removePost, { params: { id }, body: { rule: 'law' } })).status,
    ).toBe(403)
})

it('pages through the queue, the oldest first, and through what was decided, the newest first', async () => {
  for (const text of ['Page one', 'Page two', 'Page three']) {
    const said = await writtenComment(club, text)
    await report(club.people.creator, 'comment', said.id)
  }
  const first = await queue({ limit: 2 })
  expect(first.cases.map(({ thing }) => thing.text)).toEqual(['Page one', 'Page two'])
  expect(first).toMatchObject({ hasMore: true, waiting: { open: 3 } })
  const second = await queue({ limit: 2, after: first.cases[1]!.id })
  expect(second.cases.map(({ thing }) => thing.text)).toEqual(['Page three'])
  expect(second.hasMore).toBe(false)
  for (const { id } of (await queue({ limit: 50 })).cases)
    await club.people.admin.call(api.moderation.decide, { params: { id }, body: { measure: 'dismiss' } })
  const decided = (await queue({ state: 'decided', limit: 50 })).cases.map(({ openedAt }) => openedAt)
  expect(decided).toEqual(decided.toSorted().toReversed())
  expect(decided.length).toBeGreaterThan(3)
  const nowhere = await club.people.admin.call(api.moderation.queue, { query: { after: 'x' } })
  expect(nowhere.status).toBe(404)
})
