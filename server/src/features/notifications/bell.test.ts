import { api } from '@touchline/contract/api.ts'
import { maxUnread } from '@touchline/contract/notifications.ts'
import { eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { recordEvent } from '#events/record-event.ts'
import { addComment } from '#features/comments/add-comment.ts'
import { setCommentLike } from '#features/comments/like-comment.ts'
import { commentLikes, comments } from '#features/comments/schema.ts'
import { people } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { posts } from '#features/posts/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { exportedBy, jsonOf } from '#testing/exporting.ts'
import { listenIn } from '#testing/received.ts'
import { recur } from '#testing/recur.ts'
import { caseAbout, report } from '#testing/written-content.ts'
import { listHistory } from './list-history.ts'
import { notifications } from './schema.ts'

let club: Club
beforeEach(async () => {
  await club?.close()
  club = await openClub()
})
afterAll(() => club.close())

const publish = (title: string) =>
  publishPost(club.services, {
    creatorId: club.people.creator.id,
    title,
    content: title,
    contentType: 'text',
  })
const notify = () => recur(club, 'tell-people')
const comment = async (who: Caller, postId: string, content: string, replyToId: string | null = null) =>
  (await who.call(api.comments.add, { params: { id: postId }, body: { content, replyToId } })).body
const bellOf = async (who: Caller, before?: string) =>
  (await who.call(api.notifications.notices, { query: before ? { before } : {} })).body
const textsOf = async (who: Caller) => (await bellOf(who)).notices.map(({ text }) => text)
const unreadOf = async (who: Caller) => (await who.call(api.notifications.unreadNotices)).body.unread

it('lists a new post to members from one shared row [BELL-1]', async () => {
  const { member, otherMember, creator, lapsed } = club.people
  await club.services.db
    .update(memberships)
    .set({ startedAt: new Date(club.clock.now().getTime() + 60_000) })
    .where(eq(memberships.personId, otherMember.id))
  const id = await publish('Two watches')
  await notify()
  expect((await bellOf(member)).notices).toMatchObject([
    { kind: 'new_post', text: 'New post: “Two watches”', path: `/post/${id}`, isNew: true },
  ])
  // otherMember joined later; creators and lapsed members get no notices of posts.
  for (const person of [otherMember, creator, lapsed]) expect(await textsOf(person)).toEqual([])
  const rows = await club.services.db.select().from(notifications).where(isNull(notifications.personId))
  expect(rows).toHaveLength(1)
  await member.call(api.notifications.readNotices, { body: { until: rows[0]!.id } })
  // The export has what was emailed too.
  const exported = jsonOf((await exportedBy(member, ['profile'])).files, 'profile.json')
  expect(exported).toMatchObject({
    notifications: { readUntil: rows[0]!.id },
    notices: [{ kind: 'new_post', emailedAt: expect.any(String), pushedAt: null }],
  })
  await member.call(api.notifications.change, { body: { declined: { site: { new_post: true } } } })
  expect(await textsOf(member)).toEqual([])
  expect((await member.call(api.notifications.unreadNotices)).body).toEqual({ unread: 0, countsPosts: false })
})

it('lists replies, hearts, payments and report decisions for the person concerned [BELL-1]', async () => {
  const { member, otherMember, creator, admin } = club.people
  const postId = await publish('Offside')
  const first = await comment(member, postId, 'Well refereed')
  await comment(creator, postId, 'Thank you', first.id)
  await member.call(api.comments.like, { params: { id: first.id } })
  for (const who of [otherMember, creator]) {
    await who.call(api.comments.like, { params: { id: first.id } })
    await notify()
  }
  expect((await report(member, 'post', postId)).status).toBe(201)
  const found = await caseAbout(club, 'Offside')
  await admin.call(api.moderation.decide, { params: { id: found.id }, body: { measure: 'dismiss' } })
  await club.services.db.transaction((tx) =>
    recordEvent(tx, {
      kind: 'payment',
      subjectId: uuid(),
      happenedAt: club.clock.now(),
      personId: member.id,
      detail: 'payment_failed',
    }),
  )
  await notify()
  const texts = await textsOf(member)
  expect(texts.toSorted()).toEqual(
    [
      '2 people hearted your comment on “Offside”',
      'New post: “Offside”',
      'The creator, “Sam”, replied to your comment on “Offside”',
      'What you reported does not break our rules',
      'Your payment did not go through',
    ].toSorted(),
  )
  expect(await textsOf(otherMember)).toEqual(['New post: “Offside”'])
})

it('lists no content of the club to a person without access [BELL-1]', async () => {
  const { member, lapsed, creator } = club.people
  const postId = await publish('Offside')
  const first = await addComment(club.services, { postId, personId: lapsed.id, content: 'Bye' })
  await comment(member, postId, 'Stay', first.id)
  await member.call(api.comments.like, { params: { id: first.id } })
  const happenedAt = club.clock.now()
  await recordEvent(club.services.db, {
    kind: 'payment',
    subjectId: uuid(),
    happenedAt,
    personId: lapsed.id,
    detail: 'ended',
  })
  await recordEvent(club.services.db, {
    kind: 'report',
    subjectId: uuid(),
    happenedAt,
    personId: lapsed.id,
    detail: 'dismissed',
  })
  await notify()
  expect((await textsOf(lapsed)).toSorted()).toEqual([
    'What you reported does not break our rules',
    'Your membership ended',
  ])
  expect(await unreadOf(lapsed)).toBe(2)
  expect(await textsOf(creator)).toHaveLength(2)
})

/** Stores a tip to the creator; returns its id. */
async function completedTip(from: { id: string }, at: Date): Promise<string> {
  const id = uuid()
  await club.services.db.insert(tips).values({
    id,
    fromPersonId: from.id,
    toPersonId: club.people.creator.id,
    amountCents: 500,
    status: 'completed',
    customerId: 'cus_1',
    paymentMethodId: 'pm_1',
    cardBrand: 'visa',
    cardLast4: '4242',
    createdAt: at,
    completedAt: at,
  })
  return id
}

const replied = (name: string, title = 'Offside') =>
  `A member, “${name}”, replied to your comment on “${title}”`

it('shows each change of what a notice is about in the next list and count [BELL-1]', async () => {
  const { member, otherMember, creator } = club.people
  const { db } = club.services
  const postId = await publish('Offside')
  const first = await comment(member, postId, 'Well refereed')
  const reply = await comment(otherMember, postId, 'Was it?', first.id)
  await otherMember.call(api.comments.like, { params: { id: first.id } })
  const tipId = await completedTip(member, club.clock.now())
  const happenedAt = club.clock.now()
  await recordEvent(db, { kind: 'tip_hearted', subjectId: tipId, happenedAt })
  await notify()
  const shown = async () => {
    const texts = await textsOf(member)
    expect(await unreadOf(member)).toBe(texts.length)
    return texts.toSorted()
  }
  const hearted = 'One person hearted your comment on “Offside”'
  const newPost = 'New post: “Offside”'
  const tip = 'The creator, “Sam”, hearted your tip of $5.00'
  expect(await shown()).toEqual([replied('othermember'), newPost, hearted, tip].toSorted())
  await db.update(people).set({ firstName: 'Nia' }).where(eq(people.id, otherMember.id))
  expect(await shown()).toEqual([replied('Nia'), newPost, hearted, tip].toSorted())
  await creator.call(api.comments.like, { params: { id: first.id } })
  const twice = '2 people hearted your comment on “Offside”'
  expect(await shown()).toEqual([replied('Nia'), newPost, twice, tip].toSorted())
  await db.delete(commentLikes).where(eq(commentLikes.commentId, first.id))
  expect(await shown()).toEqual([replied('Nia'), newPost, tip].toSorted())
  await db.update(posts).set({ title: 'Onside' }).where(eq(posts.id, postId))
  expect(await shown()).toEqual([replied('Nia', 'Onside'), 'New post: “Onside”', tip].toSorted())
  await db.update(tips).set({ amountCents: 1000 }).where(eq(tips.id, tipId))
  const higher = 'The creator, “Sam”, hearted your tip of $10.00'
  expect(await shown()).toEqual([replied('Nia', 'Onside'), 'New post: “Onside”', higher].toSorted())
  await db.update(posts).set({ status: 'unpublished' }).where(eq(posts.id, postId))
  expect(await shown()).toEqual(['A member, “Nia”, replied to your comment', higher])
  await db.update(comments).set({ removedAt: happenedAt }).where(eq(comments.id, reply.id))
  expect(await shown()).toEqual([higher])
})

it('updates the unread count live and marks notices as read on every device [BELL-2]', async () => {
  const { member, otherMember } = club.people
  const heard = listenIn(club)
  await publish('First')
  await notify()
  expect(await unreadOf(member)).toBe(1)
  const [newest] = (await bellOf(member)).notices
  const read = await member.call(api.notifications.readNotices, { body: { until: newest!.id } })
  expect(read.body).toEqual({ unread: 0, countsPosts: true })
  expect((await bellOf(member)).notices).toMatchObject([{ isNew: false }])
  expect(await unreadOf(otherMember)).toBe(1)
  const messages = (await heard.soFar()).filter(({ message }) => /notice/.test(message.type))
  expect(messages).toMatchObject([
    { audience: 'members', message: { type: 'post_noticed' } },
    { audience: { person: member.id }, message: { type: 'notices_read' } },
  ])
  const second = await publish('Second')
  await notify()
  // A page that was opened earlier does not take the mark back.
  await member.call(api.notifications.readNotices, { body: { until: newest!.id } })
  expect(await unreadOf(member)).toBe(1)
  await club.people.creator.call(api.posts.remove, { params: { id: second } })
  expect(await unreadOf(member)).toBe(0)
})

it('pages through the list and stops counting at the limit [BELL-1]', async () => {
  const { member, otherMember } = club.people
  await club.services.db.execute(sql`
    insert into notifications (id, person_id, kind, subject_id, detail, happened_at)
    select gen_random_uuid(), ${member.id}, 'payment', gen_random_uuid(), 'paid', now()
    from generate_series(1, ${maxUnread + 5})`)
  const seen = new Set<string>()
  let next: string | null | undefined
  do {
    const page = await bellOf(member, next ?? undefined)
    for (const { id } of page.notices) seen.add(id)
    next = page.next
  } while (next)
  expect(seen.size).toBe(maxUnread + 5)
  expect(await unreadOf(member)).toBe(maxUnread)
  // Another person's notice is no mark.
  await otherMember.call(api.notifications.readNotices, { body: { until: [...seen][0]! } })
  await publish('Third')
  await notify()
  expect(await unreadOf(otherMember)).toBe(1)
  const refused = await member.call(api.notifications.notices, { query: { before: 'yesterday' } })
  expect(refused).toMatchObject({ status: 400, message: 'This is not a notice of the list.' })
})

it('fills the bells of a seeded club with its last 30 days, mostly read [BELL-1]', async () => {
  const { member, otherMember, creator } = club.people
  const { services } = club
  const daysAgo = (days: number) => new Date(club.clock.now().getTime() - days * 24 * 60 * 60_000)
  await services.db.update(memberships).set({ startedAt: daysAgo(60) })
  const post = (days: number, title: string) =>
    publishPost(services, {
      creatorId: creator.id,
      title,
      content: title,
      contentType: 'text',
      createdAt: daysAgo(days),
    })
  await post(40, 'Too old')
  const postId = await post(5, 'Last week')
  const first = await addComment(services, {
    postId,
    personId: member.id,
    content: 'Well refereed',
    createdAt: daysAgo(4),
  })
  await addComment(services, {
    postId,
    personId: otherMember.id,
    content: 'Was it?',
    replyToId: first.id,
    createdAt: daysAgo(3),
  })
  await post(1, 'Yesterday')
  for (const who of [member, otherMember, creator])
    await setCommentLike(services, {
      commentId: first.id,
      personId: who.id,
      isLiked: true,
      createdAt: daysAgo(2.5),
    })
  await completedTip(otherMember, daysAgo(2.2))
  for (let run = 0; run < 2; run += 1) await listHistory(services)
  const { notices } = await bellOf(member)
  expect(notices.map(({ kind, isNew }) => [kind, isNew])).toEqual([
    ['new_post', true],
    ['comment_hearted', false],
    ['reply', false],
    ['new_post', false],
  ])
  expect((await bellOf(creator)).notices.map(({ kind }) => kind)).toEqual([
    'tip_received',
    'comment',
    'comment',
  ])
})
