import { api } from '@touchline/contract/api.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { auditEntries } from '#features/audit/schema.ts'
import { blocks } from '#features/blocks/schema.ts'
import { comments } from '#features/comments/schema.ts'
import { likePost } from '#features/posts/like-post.ts'
import { posts } from '#features/posts/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import {
  anotherAdmin,
  caseAbout,
  report,
  writtenComment,
  writtenPost,
  writtenTip,
} from '#testing/written-content.ts'
import { appealDecision } from './appeal.ts'
import { appealToken } from './appeal-token.ts'
import { closeCases } from './close-cases.ts'
import { moderationCases } from './schema.ts'

let club: Club
let second: Caller
beforeAll(async () => {
  club = await openClub()
  second = await anotherAdmin(club, 'Vera')
})
afterAll(() => club.close())

const dayMs = 24 * 60 * 60 * 1000
const realNow = () => club.services.clock.now()
afterEach(() => club.services.db.update(people).set({ isBlocked: false }).where(eq(people.role, 'admin')))

/** Removes a comment of the member that says `text`; the token comes from the email. */
async function removedComment(text: string) {
  const { member, creator, admin } = club.people
  const said = await writtenComment(club, text)
  await report(creator, 'comment', said.id)
  const { id } = await caseAbout(club, text)
  const body = { measure: 'remove' as const, rule: 'respect' as const }
  expect((await admin.call(api.moderation.decide, { params: { id }, body })).status).toBe(200)
  return { ...said, caseId: id, token: await tokenTo(member) }
}

async function tokenTo(person: Caller) {
  const decision = (await allEmailsTo(club, person.email)).at(-1)
  return /\/appeal#(\S+)/.exec(decision ?? '')![1]!
}

const appeal = (token: string, words = 'It was a joke among friends.') =>
  club.visitor().call(api.moderation.appeal, { body: { token, words } })
const decideAppeal = (by: Caller, id: string, outcome: 'upheld' | 'overturned', words?: string) =>
  by.call(api.moderation.decideAppeal, { params: { id }, body: { outcome, words } })
const contentOf = async (id: string) =>
  (await club.services.db.select().from(comments).where(eq(comments.id, id)))[0]?.content

it('accepts one appeal with the emailed link, without a session [ADM-4]', async () => {
  const { token, caseId } = await removedComment('Appealed once')
  const shown = await club.visitor().call(api.moderation.showAppeal, { body: { token } })
  expect(shown.body).toMatchObject({ measure: 'remove', rule: 'respect', mayAppeal: true, appeal: null })
  expect(await appeal(token)).toMatchObject({
    status: 201,
    body: { mayAppeal: false, appeal: { words: 'It was a joke among friends.', outcome: null } },
  })
  expect((await appeal(token)).status).toBe(201)
  expect(await appeal(token, 'And another thing')).toMatchObject({
    status: 409,
    message: 'You have already appealed this decision.',
  })
  const both = [appeal(token, 'At once, one'), appeal(token, 'At once, two')]
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([409, 409])

  const other = await removedComment('Appealed twice at once')
  const raced = await Promise.all([appeal(other.token, 'One'), appeal(other.token, 'Two')])
  expect(raced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])

  const { body } = await club.people.admin.call(api.moderation.queue, { query: { state: 'appealed' } })
  expect(body.cases.map(({ id }) => id)).toEqual([caseId, other.caseId])
  expect(body.waiting.appealed).toBe(2)
})

it('takes no link that was not made here [T-ID-04]', async () => {
  const { token, caseId } = await removedComment('Forged')
  const wrong = [caseId, `${caseId}.`, `${caseId}.x`, `${token}x`, token.slice(0, -2), `x${token}`, 'x']
  const { caseId: otherId } = await removedComment('Another')
  for (const forged of [...wrong, `${otherId}.${token.split('.')[1]!}`]) {
    expect((await appeal(forged)).status).toBe(404)
    const shown = await club.visitor().call(api.moderation.showAppeal, { body: { token: forged } })
    expect(shown).toMatchObject({ status: 404, message: 'Decision not found' })
  }
  const words = ['', '  ', 'x'.repeat(2001)]
  for (const text of words) expect((await appeal(token, text)).status).toBe(400)
})

it('puts back what was removed when another admin takes the decision back [ADM-4]', async () => {
  const { member, creator, admin } = club.people
  const said = await removedComment('Back where it was')
  await appeal(said.token)
  expect(await decideAppeal(admin, said.caseId, 'overturned')).toMatchObject({
    status: 403,
    message: 'Another admin has to decide this appeal.',
  })
  for (const person of [member, creator])
    expect((await decideAppeal(person, said.caseId, 'overturned')).status).toBe(403)
  expect((await decideAppeal(second, said.caseId, 'overturned', 'You are right.')).status).toBe(200)
  expect((await decideAppeal(second, said.caseId, 'overturned', 'You are right.')).status).toBe(200)
  expect((await decideAppeal(second, said.caseId, 'upheld')).status).toBe(409)

  const shown = await member.call(api.comments.show, { params: { id: said.id } })
  expect(shown.body).toMatchObject({ content: 'Back where it was', isRemoved: false })
  const decision = (await allEmailsTo(club, member.email)).at(-1)
  expect(decision).toContain('taken it back')
  expect(decision).toContain('You are right.')
  expect((await allEmailsTo(club, creator.email)).at(-1)).toContain('after an appeal')
  const { body } = await creator.call(api.moderation.mine)
  expect(body.reports[0]).toMatchObject({ result: 'overturned' })
  const acts = await club.services.db.select().from(auditEntries).where(eq(auditEntries.subject, said.id))
  expect(acts.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['content_removed', admin.id],
    ['appeal_overturned', second.id],
  ])
})

it('lets a decision stand, and erases what it removed', async () => {
  const { member } = club.people
  const { db } = club.services
  const said = await removedComment('Rightly removed')
  expect(await decideAppeal(second, said.caseId, 'upheld')).toMatchObject({
    status: 409,
    message: 'There is no appeal against this decision.',
  })
  await appeal(said.token)
  expect((await decideAppeal(second, said.caseId, 'upheld')).status).toBe(200)
  expect((await allEmailsTo(club, member.email)).at(-1)).toContain('It stands.')
  await closeCases(club.services)
  expect(await contentOf(said.id)).toBe('Removed by the moderators')
  const [row] = await db.select().from(moderationCases).where(eq(moderationCases.id, said.caseId))
  expect(row?.keptText).toBeNull()
  const { body } = await club.people.member.call(api.moderation.mine)
  expect(body.decisions.find(({ id }) => id === said.caseId)?.appeal?.outcome).toBe('upheld')
})

it('lets the only admin look at an appeal of their own decision', async () => {
  const { admin } = club.people
  const said = await removedComment('Only one admin left')
  await appeal(said.token)
  await club.services.db.update(people).set({ isBlocked: true }).where(eq(people.id, second.id))
  const { body } = await admin.call(api.moderation.queue, { query: { state: 'appealed', limit: 50 } })
  expect(body.cases.find(({ id }) => id === said.caseId)?.mayDecideAppeal).toBe(true)
  expect((await decideAppeal(admin, said.caseId, 'overturned')).status).toBe(200)
})

it('lets no admin decide about what they wrote, nor about an appeal of theirs', async () => {
  const { admin, member } = club.people
  const said = await writtenComment(club, 'By an admin', admin)
  await report(member, 'comment', said.id)
  const { id } = await caseAbout(club, 'By an admin')
  const body = { measure: 'dismiss' as const }
  expect(await admin.call(api.moderation.decide, { params: { id }, body })).toMatchObject({
    status: 403,
    message: 'Another admin has to decide about your own content.',
  })
  const remove = { measure: 'remove' as const, rule: 'law' as const }
  expect((await second.call(api.moderation.decide, { params: { id }, body: remove })).status).toBe(200)
  await appeal(await tokenTo(admin))
  expect((await decideAppeal(admin, id, 'overturned')).status).toBe(403)
})

it('lets an admin look at the other’s appeal of their own decision when there are but these two', async () => {
  const { member } = club.people
  const said = await writtenComment(club, 'By the other of two', club.people.admin)
  await report(member, 'comment', said.id)
  const { id } = await caseAbout(club, 'By the other of two')
  const body = { measure: 'remove' as const, rule: 'law' as const }
  await second.call(api.moderation.decide, { params: { id }, body })
  await appealDecision(club.services, { token: await tokenTo(club.people.admin), words: 'It was a joke.' })
  const queue = await second.call(api.moderation.queue, { query: { state: 'appealed', limit: 50 } })
  expect(queue.body.cases.find((one) => one.id === id)?.mayDecideAppeal).toBe(true)
  expect((await decideAppeal(second, id, 'overturned')).status).toBe(200)
})

it('lets a moderator decide appeals against others’ decisions, but not blocks [MOD-1]', async () => {
  const { creator, moderator, admin, member } = club.people
  const said = await removedComment('Removed by an admin')
  await appeal(said.token)
  expect((await decideAppeal(moderator, said.caseId, 'overturned')).status).toBe(200)
  expect(await contentOf(said.id)).toBe('Removed by an admin')

  const own = await writtenComment(club, 'Removed by a moderator')
  await report(creator, 'comment', own.id)
  const { id } = await caseAbout(club, 'Removed by a moderator')
  const body = { measure: 'remove' as const, rule: 'respect' as const }
  await moderator.call(api.moderation.decide, { params: { id }, body })
  await appeal(await tokenTo(member))
  expect(await decideAppeal(moderator, id, 'upheld')).toMatchObject({
    status: 403,
    message: 'Another moderator or an admin has to decide this appeal.',
  })
  expect((await decideAppeal(admin, id, 'upheld')).status).toBe(200)

  const cause = await writtenComment(club, 'Blocked by an admin')
  await report(creator, 'comment', cause.id)
  const blocking = await caseAbout(club, 'Blocked by an admin')
  await admin.call(api.moderation.block, { params: { id: blocking.id }, body: { rule: 'respect' } })
  await appeal(await tokenTo(member))
  expect((await decideAppeal(moderator, blocking.id, 'overturned')).status).toBe(403)
  expect((await decideAppeal(second, blocking.id, 'overturned')).status).toBe(200)
})

it('lifts the block that was decided, which its person can appeal while blocked [BLK-1]', async () => {
  const { otherMember, member, admin } = club.people
  const said = await writtenComment(club, 'Blocked for this', otherMember)
  await report(member, 'comment', said.id)
  const { id } = await caseAbout(club, 'Blocked for this')
  await admin.call(api.moderation.block, { params: { id }, body: { rule: 'hate' } })
  expect((await otherMember.call(api.posts.list, {})).status).toBe(403)
  const emails = await allEmailsTo(club, otherMember.email)
  const token = /\/appeal#(\S+)/.exec(emails.find((text) => text.includes('/appeal#')) ?? '')![1]!
  // Their browser still has the session of a blocked person.
  const answer = await otherMember.call(api.moderation.appeal, { body: { token, words: 'It was not me.' } })
  expect(answer.status).toBe(201)
  expect((await decideAppeal(second, id, 'overturned')).status).toBe(200)
  expect((await otherMember.call(api.posts.list, {})).status).toBe(200)
  expect(await contentOf(said.id)).toBe('Blocked for this')
})

it('keeps who was blocked by two decisions blocked until both are taken back, as long as the one that stands says [BLK-2]', async () => {
  const { otherMember, member, admin } = club.people
  const until = new Date(realNow().getTime() + 3 * dayMs)
  const blockedFor = async (text: string, end: Date | null) => {
    const said = await writtenComment(club, text, otherMember)
    await report(member, 'comment', said.id)
    const { id } = await caseAbout(club, text)
    return { id, body: { rule: 'hate' as const, until: end?.toISOString() ?? null } }
  }
  const ruled = [await blockedFor('For good', null), await blockedFor('For three days', until)]
  const tokens: string[] = []
  for (const { id, body } of ruled) {
    expect((await admin.call(api.moderation.block, { params: { id }, body })).status).toBe(200)
    tokens.push(appealToken(club.services, id))
  }
  for (const token of tokens) await appealDecision(club.services, { token, words: 'It was not me.' })
  const isBlocked = async () => (await otherMember.call(api.posts.list, {})).status === 403
  const open = and(eq(blocks.personId, otherMember.id), isNull(blocks.endedAt))

  expect((await decideAppeal(second, ruled[0]!.id, 'overturned')).status).toBe(200)
  expect(await isBlocked()).toBe(true)
  expect(await club.services.db.select().from(blocks).where(open)).toMatchObject([{ until }])
  expect((await decideAppeal(second, ruled[1]!.id, 'overturned')).status).toBe(200)
  expect(await isBlocked()).toBe(false)
})

it('shows a removed post again with its likes and comments, and words on a tip', async () => {
  const { member, creator, admin } = club.people
  const id = await writtenPost(club, 'A post that comes back')
  await likePost(club.services, { postId: id, personId: member.id })
  const removed = await admin.call(api.moderation.removePost, { params: { id }, body: { rule: 'spam' } })
  await appeal(await tokenTo(creator))
  await decideAppeal(second, removed.body.id, 'overturned')
  const shown = await member.call(api.posts.show, { params: { id } })
  expect(shown).toMatchObject({ status: 200, body: { likesCount: 1, isLiked: true } })
  await closeCases(club.services)
  expect((await member.call(api.posts.show, { params: { id } })).status).toBe(200)

  const tipId = await writtenTip(club, 'Words on a tip')
  await report(creator, 'tip', tipId)
  const { id: caseId } = await caseAbout(club, 'Words on a tip')
  const body = { measure: 'remove' as const, rule: 'respect' as const }
  await admin.call(api.moderation.decide, { params: { id: caseId }, body })
  await appeal(await tokenTo(member))
  await decideAppeal(second, caseId, 'overturned')
  const [tip] = await club.services.db.select().from(tips).where(eq(tips.id, tipId))
  expect(tip?.message).toBe('Words on a tip')
})

it('erases removed content after 14 days without an appeal, and refuses later appeals', async () => {
  const { creator, admin } = club.people
  const { db } = club.services
  const postId = await writtenPost(club, 'Erased in the end')
  await admin.call(api.moderation.removePost, { params: { id: postId }, body: { rule: 'law' } })
  const postToken = await tokenTo(creator)
  const said = await removedComment('Forgotten in the end')
  const waiting = await removedComment('Still being appealed')
  await appeal(waiting.token)

  const start = realNow()
  club.clock.advance(13 * dayMs)
  await closeCases(club.services)
  expect(await db.select().from(posts).where(eq(posts.id, postId))).toHaveLength(1)
  club.clock.advance(dayMs + 60_000)
  expect(realNow().getTime() - start.getTime()).toBeGreaterThan(14 * dayMs)
  for (const token of [postToken, said.token])
    expect(await appeal(token)).toMatchObject({
      status: 409,
      message: 'The time to appeal this decision has passed.',
    })
  await closeCases(club.services)
  expect(await db.select().from(posts).where(eq(posts.id, postId))).toEqual([])
  expect(await contentOf(said.id)).toBe('Removed by the moderators')
  const kept = await db.select().from(moderationCases)
  expect(kept.find(({ id }) => id === said.caseId)?.keptText).toBeNull()
  expect(kept.find(({ id }) => id === waiting.caseId)?.keptText).toBe('Still being appealed')
})
