import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addComment } from '#features/comments/add-comment.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { caseAbout, report, writtenComment } from '#testing/written-content.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const decide = (by: Caller, id: string, body: Record<string, unknown>) =>
  by.call(api.moderation.decide, { params: { id }, body })
const removal = { measure: 'remove', rule: 'respect' }

it('keeps the reported text of a comment that is edited and deleted [CMT-4, ADM-4]', async () => {
  const { member, otherMember, creator, admin } = club.people
  const { id, createdAt } = await writtenComment(club, 'You thief')
  const edit = (content: string, version: number) =>
    member.call(api.comments.edit, { params: { id }, body: { content, version } })
  expect((await edit('You cheat', 1)).status).toBe(200)
  const [reported, edited] = await Promise.all([
    report(otherMember, 'comment', id),
    edit('You are a fine referee', 2),
  ])
  expect([reported.status, edited.status]).toEqual([201, 200])
  expect((await report(creator, 'comment', id)).status).toBe(201)
  const found = await caseAbout(club, 'You are a fine referee')
  expect(found.thing.versions.map(({ content }) => content)).toEqual(['You thief', 'You cheat'])
  expect(found.thing.versions[0]?.writtenAt).toBe(createdAt.toISOString())
  expect(found.reports.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^You (cheat|are a fine referee)$/),
    'You are a fine referee',
  ])

  expect((await member.call(api.comments.withdraw, { params: { id } })).status).toBe(204)
  const queue = async () => (await admin.call(api.moderation.queue, { query: { limit: 50 } })).body.cases
  expect((await queue()).find((one) => one.id === found.id)).toMatchObject({
    thing: { isShown: false, text: null },
    reports: [found.reports[0], found.reports[1]],
  })
  expect((await decide(admin, found.id, removal)).status).toBe(409)
  const dismissed = await decide(admin, found.id, { measure: 'dismiss' })
  expect(dismissed).toMatchObject({ status: 200, body: { reports: [{ text: null }, { text: null }] } })
})

it('shows no reference in the reported text of a comment that is deleted [ADM-4, CMT-7]', async () => {
  const { services, people } = club
  const { member, otherMember, creator, admin } = people
  const first = await writtenComment(club, 'Who was it?')
  const mentions = [{ id: creator.id, name: 'Sam' }]
  const written = { postId: first.postId, personId: member.id, mentions, replyToId: first.id }
  const { id } = await addComment(services, { ...written, content: '@Sam, you liar' })
  expect((await report(otherMember, 'comment', id)).status).toBe(201)
  const { id: caseId } = await caseAbout(club, '@Sam, you liar')
  expect((await member.call(api.comments.withdraw, { params: { id } })).status).toBe(204)
  const { cases } = (await admin.call(api.moderation.queue, { query: { limit: 50 } })).body
  expect(cases.find((one) => one.id === caseId)?.reports).toMatchObject([{ text: '@someone, you liar' }])
})

it('shows mentioned people by name in every text of a case, read in one query [ADM-4, CMT-7]', async () => {
  const { services, people } = club
  const { member, otherMember, creator, admin } = people
  const first = await writtenComment(club, 'Welcome')
  const mentions = [{ id: creator.id, name: 'Sam' }]
  const said = { postId: first.postId, personId: member.id, mentions }
  const asked = await addComment(services, { ...said, replyToId: first.id, content: '@Sam, you thief' })
  const edit = { content: '@Sam, you cheat', mentions, version: 1 }
  expect((await member.call(api.comments.edit, { params: { id: asked.id }, body: edit })).status).toBe(200)
  expect((await report(otherMember, 'comment', asked.id)).status).toBe(201)
  const queries = vi.spyOn(services.db.shortReads.$client, 'query')
  const found = await caseAbout(club, '@Sam, you cheat')
  const texts = queries.mock.calls.map(([query]: unknown[]) => JSON.stringify(query))
  queries.mockRestore()
  expect(texts.filter((text) => text.includes('comment_mentions'))).toHaveLength(1)
  expect(found).toMatchObject({
    thing: { versions: [{ content: '@Sam, you thief' }] },
    reports: [{ text: '@Sam, you cheat' }],
  })
  const { body } = await decide(admin, found.id, removal)
  expect(body.thing).toMatchObject({ isShown: false, text: '@Sam, you cheat' })
})
