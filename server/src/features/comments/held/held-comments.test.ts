import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import type { Mention } from '@touchline/contract/comments.ts'
import { maxHeldOfOne, maxWatchedWords } from '@touchline/contract/held-comments.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Transaction } from '#db/database.ts'
import { rulesInForce } from '#features/hold-rules/rules.ts'
import { people } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { posts } from '#features/posts/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cacheDrops, listenIn } from '#testing/received.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { waitingForALock } from '#testing/waiting-for-a-lock.ts'
import { addComment } from '../add-comment.ts'
import { eraseAuthor } from '../erase-author.ts'
import { publishHeld } from './decide-held.ts'
import { holdComment } from './hold-comment.ts'
import { exportHeldComments } from './queries.ts'
import { comments } from '../schema.ts'
import { heldComments } from './schema.ts'

let club: Club
let postId: string
beforeAll(async () => {
  club = await openClub()
})
beforeEach(async () => {
  await club.services.db.delete(heldComments)
  const { creator } = club.people
  postId = await publishPost(club.services, { creatorId: creator.id, content: 'Text', contentType: 'text' })
})
afterAll(() => club.close())

type Rules = { words: string[]; firstComments: number; youngDays: number }

async function hold(given: Partial<Rules>) {
  const { admin } = club.people
  const { revision } = (await admin.call(api.heldComments.rules)).body
  const rules = { words: [], firstComments: 0, youngDays: 0, ...given, revision }
  return admin.call(api.heldComments.changeRules, { body: rules })
}
const say = (who: Caller, content: string, more: { replyToId?: string; clientId?: string } = {}) =>
  who.call(api.comments.add, { params: { id: postId }, body: { content, ...more } })
const textsFor = async (who: Caller) =>
  (await who.call(api.comments.list, { params: { id: postId } })).body.map(({ content }) => content)
const queue = async () => (await club.people.moderator.call(api.heldComments.queue)).body
const mine = async (who: Caller) => (await who.call(api.heldComments.mine)).body
const approve = (id: string) => club.people.moderator.call(api.heldComments.approve, { params: { id } })
const reject = (id: string, answer?: string) =>
  club.people.moderator.call(api.heldComments.reject, { params: { id }, body: answer ? { answer } : {} })

it('shows a held comment to its author and moderators only, until it is approved [HOLD-1, HOLD-2]', async () => {
  const { member, otherMember, creator } = club.people
  await hold({ words: ['Ticket touts'] })
  const inbox = async () => (await creator.call(api.comments.inbox)).body.total
  const waitingBefore = await inbox()
  const heard = listenIn(club)
  const saidBefore = (await heard.soFar()).length
  const clientId = randomUUID()
  const add = () => say(member, 'Ticket-TOUTS are here', { clientId })
  const [first, ...repeats] = await Promise.all([add(), add(), add()])
  for (const { body } of repeats) expect(body).toMatchObject({ id: first.body.id, isHeld: true })
  expect([first, ...repeats].map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 200, 202,
  ])
  expect(await textsFor(otherMember)).toEqual([])
  expect(await textsFor(member)).toEqual([])
  expect((await heard.soFar()).length).toBe(saidBefore + 1)
  const [post] = await club.services.db.select().from(posts).where(eq(posts.id, postId))
  expect([post?.commentsCount, await inbox()]).toEqual([0, waitingBefore])
  expect(await mine(member)).toMatchObject([{ postId, content: 'Ticket-TOUTS are here', state: 'waiting' }])
  expect(await mine(otherMember)).toEqual([])
  expect(await queue()).toMatchObject({
    waiting: 1,
    comments: [{ id: first.body.id, words: ['Ticket touts'], isOfNewMember: false, user: { id: member.id } }],
  })
  const id = first.body.id
  for (const who of [otherMember, creator])
    expect((await who.call(api.comments.show, { params: { id } })).status).toBe(404)

  const approvals = await Promise.all([approve(id), approve(id)])
  expect(approvals.map(({ status }) => status)).toContain(204)
  expect(await textsFor(otherMember)).toEqual(['Ticket-TOUTS are here'])
  expect([await inbox(), (await queue()).waiting, await mine(member)]).toEqual([waitingBefore + 1, 0, []])
  const types = (await heard.soFar()).slice(saidBefore).map(({ message }) => message.type)
  expect(types).toEqual(expect.arrayContaining(['comment_created', 'held_comment_decided']))
  expect(types.filter((type) => type === 'comment_created')).toHaveLength(1)
  // A browser that did not get the first response sends it again.
  expect(await add()).toMatchObject({ status: 200, body: { isHeld: false } })
})

it('tells the author why a comment was rejected [HOLD-2]', async () => {
  const { member, admin } = club.people
  await hold({ words: ['spam'] })
  const { id } = (await say(member, 'Spam, spam')).body
  expect((await reject(id, 'No advertising, please.')).status).toBe(204)
  expect([(await reject(id)).status, (await approve(id)).status]).toEqual([409, 409])
  expect(await mine(member)).toMatchObject([{ id, state: 'rejected', answer: 'No advertising, please.' }])
  const emails = (await allEmailsTo(club, member.email)).join('\n')
  expect(emails).toContain('Subject: Your comment was not published')
  expect(emails).toContain('No advertising, please.')
  expect(await textsFor(member)).toEqual([])
  const entries = (await admin.call(api.audit.log, { query: { action: 'held_comment_rejected' } })).body
    .entries
  expect(entries).toMatchObject([
    { subject: id, person: { id: member.id }, actor: { id: club.people.moderator.id } },
  ])
  const discard = (who: Caller) => who.call(api.heldComments.discard, { params: { id } })
  expect((await discard(club.people.otherMember)).status).toBe(404)
  expect((await discard(member)).status).toBe(204)
  expect(await mine(member)).toEqual([])
})

it('applies changed rules to the next comment [HOLD-3]', async () => {
  expect(await cacheDrops(club, 'hold_rules', () => hold({ words: ['spam'] }))).toBe(2)
  expect((await say(club.people.member, 'spam')).status).toBe(202)
})

it('holds the first comments of a member, and those of young members [HOLD-3]', async () => {
  const { otherMember, creator } = club.people
  await hold({ firstComments: 2 })
  const first = await say(otherMember, 'One')
  const second = await say(otherMember, 'Two')
  expect([first.status, second.status]).toEqual([202, 202])
  await approve(first.body.id)
  expect((await say(otherMember, 'Three')).status).toBe(202)
  await approve(second.body.id)
  expect((await say(otherMember, 'Four')).status).toBe(201)
  expect((await say(creator, 'Mine')).status).toBe(201)
  await hold({ youngDays: 3 })
  const joined = (days: number) =>
    club.services.db
      .update(people)
      .set({ createdAt: new Date(club.clock.now().getTime() - days * 24 * 60 * 60_000) })
      .where(eq(people.id, otherMember.id))
  await joined(2)
  expect((await say(otherMember, 'Five')).status).toBe(202)
  await joined(4)
  expect((await say(otherMember, 'Six')).status).toBe(201)
})

it('publishes an approved comment after a crash [HOLD-2]', async () => {
  const { db, jobs } = club.services
  await hold({ words: ['spam'] })
  const { id } = await addHeld('spam')
  const approved = { state: 'approved', decidedAt: club.clock.now() } as const
  await db.update(heldComments).set(approved).where(eq(heldComments.id, id))
  await jobs.enqueue(db, 'publish-held-comment', { id })
  await jobs.settled()
  expect(await textsFor(club.people.otherMember)).toEqual(['spam'])
  expect(await db.$count(heldComments)).toBe(0)
})

it('finishes an approval whose comment was published before the crash [HOLD-2, CMT-7]', async () => {
  const { services, people: cast } = club
  const { db } = services
  await hold({ words: ['spam'] })
  const parent = (await say(cast.creator, 'Welcome')).body
  const answer = (await say(cast.moderator, 'Hello', { replyToId: parent.id })).body
  const mentions = [{ id: cast.moderator.id, name: 'Mo' }]
  const { id } = await addHeld('@Mo, spam', { replyToId: parent.id, mentions })
  const approved = { state: 'approved', decidedAt: club.clock.now() } as const
  const [held] = await db.update(heldComments).set(approved).where(eq(heldComments.id, id)).returning()
  await addComment(services, held!)
  // The person it mentions is no longer in the thread.
  await cast.creator.call(api.comments.remove, { params: { id: answer.id } })
  expect(await publishHeld(services, id)).toBeNull()
  expect(await db.$count(heldComments)).toBe(0)
})

it('mentions people once a held comment is published [HOLD-2, CMT-7]', async () => {
  const { creator, member, admin } = club.people
  await hold({ words: ['spam'] })
  const parent = (await say(creator, 'Welcome')).body
  const named = (id: string) =>
    addHeld('@Sam, is this spam?', { replyToId: parent.id, mentions: [{ id, name: 'Sam' }] })
  const { id } = await named(creator.id)
  expect((await approve(id)).status).toBe(204)
  const { body } = await member.call(api.comments.show, { params: { id: parent.id } })
  const mentions = [{ id: creator.id, name: 'Sam' }]
  expect(body.replies).toMatchObject([{ content: '@Sam, is this spam?', mentions }])
  await addHeld('spam', { replyToId: body.replies[0]!.id })
  expect((await queue()).comments).toMatchObject([{ repliedTo: '@Sam, is this spam?' }])

  await addHeld('@Sam, @Admin: spam', { mentions: [{ id: admin.id, name: 'Admin' }, ...mentions] })
  await eraseAuthor(club.services, admin.id)
  const exported = await exportHeldComments(club.services, member)
  expect(exported.heldComments).toMatchObject([
    { content: 'spam', mentions: [] },
    { content: '@Sam, @Admin: spam', mentions },
  ])
})

it('reports a failure when another attempt has put the comment back already [HOLD-2]', async () => {
  await hold({ words: ['spam'] })
  const { id } = await addHeld('spam')
  expect(await publishHeld(club.services, id)).toContain('could not publish')
  expect((await queue()).waiting).toBe(1)
  expect(await publishHeld(club.services, randomUUID())).toBeNull()
})

it('refuses an approval whose post or thread is gone, and lets it be rejected [HOLD-2]', async () => {
  const { member, creator } = club.people
  await hold({ words: ['spam'] })
  const { id } = (await say(member, 'spam')).body
  await club.services.db.update(posts).set({ commentsOff: true }).where(eq(posts.id, postId))
  const refused = await approve(id)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { message: expect.stringContaining('Comments are off') },
  ])
  expect((await queue()).waiting).toBe(1)
  expect((await say(member, 'spam again')).status).toBe(409)
  await club.services.db.update(posts).set({ commentsOff: false }).where(eq(posts.id, postId))
  const parent = (await say(creator, 'Welcome')).body
  const reply = (await say(member, 'spam reply', { replyToId: parent.id })).body
  expect((await queue()).comments.at(-1)).toMatchObject({ id: reply.id, repliedTo: 'Welcome' })
  await creator.call(api.comments.remove, { params: { id: parent.id } })
  expect((await approve(reply.id)).status).toBe(404)
  expect((await say(member, 'spam', { replyToId: parent.id })).status).toBe(404)
})

/** Stores a held comment without the rate limit of ten a minute. */
async function addHeld(content: string, more: { replyToId?: string; mentions?: Mention[] } = {}) {
  const { member } = club.people
  const rules = await rulesInForce(club.services)()
  const viewer = { id: member.id, role: 'subscriber' as const, createdAt: new Date(0) }
  return (await holdComment(club.services, rules!, { viewer, postId, content, ...more }))!.row
}

it('refuses a held comment whose post or parent is deleted at the same moment [HOLD-2]', async () => {
  const { creator } = club.people
  const { db } = club.services
  await hold({ words: ['spam'] })
  const { id: replyToId } = (await say(creator, 'Welcome')).body
  const during = async (removal: (tx: Transaction) => Promise<unknown>) => {
    const { added } = await db.transaction(async (tx) => {
      await removal(tx)
      const adding = addHeld('spam', { replyToId })
      adding.catch(() => {})
      await expect.poll(() => waitingForALock(club)).toBe(1)
      return { added: adding }
    })
    await expect(added).rejects.toMatchObject({ status: 404 })
  }
  await during((tx) => tx.delete(comments).where(eq(comments.id, replyToId)))
  await during((tx) => tx.delete(posts).where(eq(posts.id, postId)))
})

it('neither holds nor publishes comments of a silenced member [HOLD-2]', async () => {
  const { member, moderator } = club.people
  await hold({ words: ['spam'] })
  const { id } = await addHeld('spam')
  const until = new Date(club.clock.now().getTime() + 60 * 60_000).toISOString()
  const params = { id: member.id }
  await moderator.call(api.silences.start, { params, body: { until, reason: 'Calm down.' } })
  await expect(addHeld('more spam')).rejects.toMatchObject({ status: 403 })
  expect((await approve(id)).body).toMatchObject({
    message: expect.stringContaining('silenced or suspended'),
  })
  expect((await queue()).waiting).toBe(1)
  await moderator.call(api.silences.lift, { params })
  expect((await approve(id)).status).toBe(204)
})

it('refuses an edit with a watched word, and more held comments than allowed [HOLD-1]', async () => {
  const { otherMember } = club.people
  await hold({ words: ['spam'] })
  const { id, version } = (await say(otherMember, 'Fine')).body
  const edited = { params: { id }, body: { content: 'Spam', version } }
  expect((await otherMember.call(api.comments.edit, edited)).status).toBe(409)
  for (let sent = 0; sent < maxHeldOfOne; sent += 1) await addHeld('spam')
  await expect(addHeld('spam')).rejects.toMatchObject({ status: 409 })
})

it('tests a list of words, saves it without duplicates and refuses too many [HOLD-1]', async () => {
  const { admin } = club.people
  const attempt = (words: string[], text = 'x') =>
    admin.call(api.heldComments.tryWords, { body: { words, text } })
  expect((await attempt(['Café', '⚽'], 'un CAFE ⚽️')).body).toEqual({ found: ['Café', '⚽'] })
  const many = Array.from({ length: maxWatchedWords }, (_, at) => `${'⚽'.repeat(56)}${at}`)
  expect((await attempt(many, '⚽'.repeat(2000))).status).toBe(200)
  for (const words of [[...many, 'one more'], ['x'.repeat(61)], ['\u200b'], ['...'], [' ']])
    expect((await attempt(words)).status).toBe(400)
  expect((await attempt([], 'x'.repeat(2001))).status).toBe(400)
  const saved = await hold({ words: ['Café', 'CAFE', 'tea'] })
  expect(saved.body.words).toEqual(['Café', 'tea'])
  const late = { ...saved.body, revision: saved.body.revision - 1 }
  expect((await admin.call(api.heldComments.changeRules, { body: late })).status).toBe(409)
  for (const firstComments of [-1, 1.5, 101]) expect((await hold({ firstComments })).status).toBe(400)
})
