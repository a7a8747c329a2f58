import { api } from '@touchline/contract/api.ts'
import { asc, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notificationEvents } from '#events/schema.ts'
import { addComment } from '#features/comments/add-comment.ts'
import { hiddenPeople } from '#features/comments/schema.ts'
import { people } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { emails } from '#mail/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { notifyPeople } from '#testing/notify-people.ts'
import { saveCard } from '#testing/saved-card.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { waitingForALock } from '#testing/waiting-for-a-lock.ts'
import { emailNotices } from './email-notices.ts'
import { fanOutEvents } from './fan-out-events.ts'
import { notifications } from './schema.ts'
import { lockNotifications } from './timing.ts'

const minuteMs = 60_000

let club: Club
beforeEach(async () => {
  club = await openClub()
})
afterEach(() => club.close())

const publish = (title: string | null = 'Two watches') =>
  publishPost(club.services, {
    creatorId: club.people.creator.id,
    title,
    content: 'For members only: what was said in the tunnel.',
    contentType: 'text',
  })

const comment = async (who: Caller, postId: string, content: string, replyToId: string | null = null) =>
  (await who.call(api.comments.add, { params: { id: postId }, body: { content, replyToId } })).body

/** Lets the next minutes pass, with what the site does in each. */
async function pass(minutes: number) {
  club.clock.advance(minutes * minuteMs)
  await notifyPeople(club)
}

/** The subjects of all emails to an address; each was sent once. */
async function subjectsTo({ email }: Caller) {
  const written = await club.services.db
    .select()
    .from(emails)
    .where(eq(emails.to, email))
    .orderBy(asc(emails.writtenAt), asc(emails.id))
  expect(await emailsTo(club, email)).toHaveLength(written.length)
  return written.map(({ subject }) => subject)
}

const choose = (who: Caller, body: Record<string, unknown>) =>
  who.call(api.notifications.change, { body: { email: true, push: false, marketing: false, ...body } })

describe('a new post', () => {
  it('notifies everyone with access, by its title, and no one else [SET-4]', async () => {
    const id = await publish()
    await pass(1)
    const { member, otherMember, creator, otherCreator, admin, lapsed, pastDue, newcomer, blocked } =
      club.people
    for (const { email } of [member, otherMember]) {
      const [first, ...more] = await emailsTo(club, email)
      expect(more).toEqual([])
      expect(first).toContain('New post: =E2=80=9CTwo watches=E2=80=9D')
      expect(first).toContain(`${club.url}/post/${id}`)
      // The email outlasts access, so it does not contain the text of a post.
      expect(first).not.toContain('tunnel')
    }
    for (const person of [creator, otherCreator, admin, lapsed, pastDue, newcomer, blocked])
      expect(await subjectsTo(person)).toEqual([])
  })

  it('is no news when it is written as history, or was missed for a day', async () => {
    const { services, people: cast, clock } = club
    const common = { creatorId: cast.creator.id, content: 'Text', contentType: 'text' as const }
    await publishPost(services, { ...common, createdAt: clock.now() })
    expect(await services.db.select().from(notificationEvents)).toEqual([])
    await publish()
    await pass(24 * 60)
    expect(await services.db.select().from(notificationEvents)).toEqual([])
    expect(await subjectsTo(cast.member)).toEqual([])
  })
})

describe('a conversation', () => {
  it('notifies the replied-to author and the creator, never its own author [SET-4]', async () => {
    const { member, otherMember, creator } = club.people
    const postId = await publish()
    await pass(1)
    const first = await comment(member, postId, 'Well refereed')
    await comment(otherMember, postId, 'It was not', first.id)
    await comment(creator, postId, 'It was', first.id)
    await comment(member, postId, 'See?', first.id)
    await pass(60)
    expect((await subjectsTo(member)).slice(1)).toEqual(['2 replies to you'])
    expect(await subjectsTo(creator)).toEqual(['3 comments on your posts'])
    expect((await subjectsTo(otherMember)).slice(1)).toEqual([])
  })

  it('notifies mentioned people once, and no one who muted or hid it [CMT-7, CMT-8]', async () => {
    const { member, otherMember, creator, admin, lapsed } = club.people
    const postId = await publish()
    await pass(1)
    const first = await comment(member, postId, 'Well refereed')
    await comment(otherMember, postId, 'Was it?', first.id)
    await addComment(club.services, { postId, personId: lapsed.id, content: 'Bye', replyToId: first.id })
    await pass(60)
    const before = await subjectsTo(otherMember)
    const mentioned = [otherMember, member, creator, lapsed]
    const mentions = mentioned.map(({ id }, index) => ({ id, name: `Name${index}` }))
    const content = 'Ask @Name0, @Name1, @Name2 and @Name3, who left'
    const reply = await admin.call(api.comments.add, {
      params: { id: postId },
      body: { content, replyToId: first.id, mentions },
    })
    expect(reply.body.mentions.map(({ id }) => id)).toEqual(mentioned.map(({ id }) => id))
    await pass(60)
    expect((await subjectsTo(otherMember)).slice(before.length)).toEqual([
      'A moderator mentioned you in a comment on “Two watches”',
    ])
    expect((await subjectsTo(member)).at(-1)).toBe('A moderator replied to your comment on “Two watches”')
    expect((await subjectsTo(creator)).at(-1)).toBe('A moderator mentioned you in a comment on “Two watches”')

    expect(await subjectsTo(lapsed)).toEqual([])

    await member.call(api.comments.hide, { params: { id: otherMember.id } })
    // As if the creator had hidden a member before becoming the creator.
    await club.services.db
      .insert(hiddenPeople)
      .values({ personId: creator.id, hiddenId: otherMember.id, createdAt: club.clock.now() })
    await comment(otherMember, postId, 'Hello?', first.id)
    await pass(60)
    expect((await subjectsTo(member)).at(-1)).toBe('A moderator replied to your comment on “Two watches”')
    expect((await subjectsTo(creator)).at(-1)).toContain('commented on “Two watches”')
    await creator.call(api.comments.mute, { params: { id: first.id } })
    const counts = async () => [(await subjectsTo(member)).length, (await subjectsTo(creator)).length]
    const notifiedBefore = await counts()
    await comment(otherMember, postId, 'Anyone?', first.id)
    await pass(60)
    expect(await counts()).toEqual(notifiedBefore)
  })

  it('says a name and never an address, and nothing of what was removed meanwhile', async () => {
    const { member, otherMember, admin, creator } = club.people
    const postId = await publish(null)
    await pass(1)
    const first = await comment(member, postId, 'First')
    const gone = await comment(otherMember, postId, 'Bad words', first.id)
    await comment(otherMember, postId, 'Good words', first.id)
    await admin.call(api.comments.remove, { params: { id: gone.id } })
    await pass(60)
    const [, second] = await emailsTo(club, member.email)
    expect(second).toContain('A member, =E2=80=9Cothermember=E2=80=9D, replied to your comment.')
    expect(second).not.toContain(otherMember.email)
    expect(second).not.toContain('words')
    expect((await emailsTo(club, creator.email))[0]).toContain('commented on your post')
  })
})

describe('a flood', () => {
  it('sends one email per hour: the first at once, the rest as a digest [SET-4]', async () => {
    const { member, otherMember, creator } = club.people
    const postId = await publish()
    await comment(member, postId, 'The first')
    await pass(1)
    expect(await subjectsTo(creator)).toEqual(['A member commented on “Two watches”'])
    for (let count = 0; count < 9; count += 1) await comment(otherMember, postId, `Remark ${count}`)
    await pass(1)
    await pass(57)
    expect(await subjectsTo(creator)).toHaveLength(1)
    await pass(1)
    expect((await subjectsTo(creator)).slice(1)).toEqual([])
    await pass(1)
    expect((await subjectsTo(creator)).slice(1)).toEqual(['9 comments on your posts'])
    await pass(120)
    expect(await subjectsTo(creator)).toHaveLength(2)
  })

  it('sends tips at once, and combines them after ten emails in an hour', async () => {
    const { member, otherMember, creator } = club.people
    await saveCard(club, member, 'visa')
    await saveCard(club, otherMember, 'visa')
    for (let count = 0; count < 14; count += 1) {
      const sender = count % 2 === 0 ? member : otherMember
      expect((await sender.call(api.tips.send, { body: { amount: 5 } })).status).toBe(200)
      await pass(1)
    }
    expect(await subjectsTo(creator)).toEqual(
      Array.from({ length: 10 }, () => 'A member sent you a tip of $5.00'),
    )
    await pass(60)
    expect((await subjectsTo(creator)).slice(10)).toEqual(['4 tips'])
  })

  it('is spread a hundred events at a time, around a post, which is a transaction of its own', async () => {
    const { services, people: cast } = club
    const postId = await publish()
    await services.db.execute(sql`
      insert into comments (id, post_id, person_id, inbox_of, content, created_at)
      select gen_random_uuid(), ${postId}, ${cast.member.id}, ${cast.creator.id}, 'Again', now()
      from generate_series(1, 151)`)
    const at = services.clock.now().toISOString()
    await services.db.execute(sql`
      insert into notification_events (kind, subject_id, happened_at)
      select 'comment', id, ${at}::timestamptz + (row_number() over () - 50.5) * interval '1 second' from comments`)
    const transactions = vi.spyOn(services.db, 'transaction')
    await fanOutEvents(services)
    // 50 before the post, the post, 101 after it.
    expect(transactions).toHaveBeenCalledTimes(4)
    transactions.mockRestore()
    expect(await services.db.select().from(notificationEvents)).toEqual([])
    const notified = await services.db.select().from(notifications)
    expect(notified.filter(({ personId }) => personId === cast.creator.id)).toHaveLength(151)
    expect(notified).toHaveLength(151 + 2 + 1)
  })

  it('is listed in the order of its ids, whichever process is faster [BELL-2]', async () => {
    const { services } = club
    const first = await publish('First')
    const written = () => services.db.select().from(notifications).where(isNull(notifications.personId))
    const slow = await services.db.transaction(async (tx) => {
      // The first process waits for the same row of another transaction.
      await tx.insert(notifications).values({
        id: uuid(),
        kind: 'new_post',
        subjectId: first,
        happenedAt: services.clock.now(),
      })
      const running = fanOutEvents(services)
      await expect.poll(() => waitingForALock(club)).toBe(1)
      await publish('Second')
      await fanOutEvents(services)
      expect(await written()).toEqual([])
      return { running }
    })
    await slow.running
    await fanOutEvents(services)
    expect(await written()).toHaveLength(2)
  })

  it('is sent once, even when two processes run and one crashes [R-11]', async () => {
    const { services, people: cast } = club
    await publish()
    // What dies in the middle leaves nothing behind.
    await services.db.execute(sql`
      create function die() returns trigger language plpgsql as $$ begin raise 'died'; end $$;
      create trigger die before delete on notification_events execute function die()`)
    await expect(fanOutEvents(services)).rejects.toThrow('Failed query')
    expect(await services.db.select().from(notifications)).toEqual([])
    await services.db.execute(sql`drop trigger die on notification_events`)
    await Promise.all([pass(1), pass(0), pass(0)])
    await pass(0)
    expect(await subjectsTo(cast.member)).toHaveLength(1)
    expect(await services.db.select().from(notifications)).toHaveLength(2 + 1)
  })
})

it('reaches every member once, over several transactions [SET-4]', async () => {
  const { services } = club
  const { rows: members } = await services.db.execute<{ id: string; email: string }>(sql`
    insert into people (id, email, role, created_at)
    select gen_random_uuid(), 'fan' || n || '@club.example', 'subscriber', now() from generate_series(1, 23) n
    returning id, email`)
  await services.db.execute(sql`
    insert into memberships
    select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'person_id', fan.id,
      'subscription_id', 'sub_' || fan.id))).*
    from memberships one, people fan
    where one.person_id = ${club.people.member.id} and fan.email like 'fan%'`)
  await publish()
  await pass(1)
  const written = await services.db.select({ to: emails.to }).from(emails)
  const fans = written.map(({ to }) => to).filter((to) => to.startsWith('fan'))
  expect(fans.toSorted()).toEqual(members.map(({ email }) => email).toSorted())
})

it('reaches everyone else when one email fails, and retries that one [SET-4]', async () => {
  const { services, people: cast } = club
  const [first, ...others] = [cast.member, cast.otherMember].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await publish()
  await services.db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'not to them'; end $$`)
  await services.db.execute(
    sql.raw(`create trigger refuse before insert on letters for each row
      when (new.to_address = '${first!.email}') execute function refuse()`),
  )
  await fanOutEvents(services)
  await expect(emailNotices(services)).rejects.toThrow('1 of 2 failed')
  await services.jobs.settled()
  expect(await subjectsTo(first!)).toEqual([])
  for (const other of others) expect(await subjectsTo(other)).toHaveLength(1)
  await services.db.execute(sql`drop trigger refuse on letters`)
  await pass(1)
  for (const person of [first!, ...others]) expect(await subjectsTo(person)).toHaveLength(1)
})

describe('the heart of a tip', () => {
  it('notifies its sender [SET-4]', async () => {
    const { member, creator } = club.people
    await saveCard(club, member, 'visa')
    const { tip } = (await member.call(api.tips.send, { body: { amount: 5 } })).body
    await creator.call(api.tips.acknowledge, { params: { id: tip.id } })
    await creator.call(api.tips.acknowledge, { params: { id: tip.id } })
    await pass(1)
    expect(await subjectsTo(member)).toEqual(['The creator hearted your tip of $5.00'])
  })
})

/** The minute of the day in UTC, by the club's clock. */
const minuteNow = () => Math.floor((club.clock.now().getTime() % (24 * 60 * minuteMs)) / minuteMs)
const later = (minutes: number) => (minuteNow() + minutes) % (24 * 60)

describe('the time of an email', () => {
  it('is after quiet hours, which end in one digest [BELL-4]', async () => {
    const { member } = club.people
    await choose(member, { quietHours: { from: minuteNow(), until: later(120) } })
    await publish()
    await pass(1)
    await publish('The whistle at midnight')
    await pass(60)
    expect(await subjectsTo(member)).toEqual([])
    await pass(60)
    expect(await subjectsTo(member)).toEqual(['2 new posts'])
  })

  it('is now if quiet hours are switched off while something waits [BELL-4]', async () => {
    const { member } = club.people
    await choose(member, { quietHours: { from: minuteNow(), until: later(120) } })
    await publish()
    await pass(1)
    await choose(member, { quietHours: null })
    await pass(1)
    expect(await subjectsTo(member)).toEqual(['New post: “Two watches”'])
  })

  it('is the chosen hour for daily kinds and the next minute for immediate ones [BELL-3]', async () => {
    const { member, otherMember } = club.people
    const dailyHour = Math.floor(later(180) / 60)
    await choose(member, { emailPace: { new_post: 'daily' }, dailyHour })
    await choose(otherMember, { emailPace: { new_post: 'at_once' } })
    await publish()
    await pass(1)
    await publish('The whistle at midnight')
    await pass(60)
    expect([(await subjectsTo(member)).length, (await subjectsTo(otherMember)).length]).toEqual([0, 2])
    await pass(120)
    expect(await subjectsTo(member)).toEqual(['2 new posts'])
    await pass(60)
    expect(await subjectsTo(member)).toHaveLength(1)
  })
})

describe('a change of settings', () => {
  it('waits for emails that are being sent [BELL-3]', async () => {
    const { member } = club.people
    const changing = await club.services.db.transaction(async (tx) => {
      await lockNotifications(tx, member.id)
      const change = choose(member, { dailyHour: 7 })
      await expect.poll(() => waitingForALock(club)).toBe(1)
      return { change }
    })
    expect((await changing.change).status).toBe(200)
  })

  it('leaves a daily email due that is already due [BELL-3]', async () => {
    const { member } = club.people
    const dailyHour = Math.floor(later(120) / 60)
    await choose(member, { emailPace: { new_post: 'daily' }, dailyHour })
    await publish()
    await pass(1)
    club.clock.advance(120 * minuteMs)
    await choose(member, { dailyHour: (dailyHour + 12) % 24 })
    await pass(1)
    expect(await subjectsTo(member)).toEqual(['New post: “Two watches”'])
  })

  it('leaves a daily email due that quiet hours have postponed [BELL-3, BELL-4]', async () => {
    const { member } = club.people
    const dailyHour = Math.floor(later(120) / 60)
    const from = dailyHour * 60
    const quietHours = { from, until: (from + 150) % (24 * 60) }
    await choose(member, { emailPace: { new_post: 'daily' }, dailyHour, quietHours })
    await publish()
    await pass(1)
    await pass(120)
    await choose(member, { dailyHour: (dailyHour + 12) % 24 })
    await pass(1)
    expect(await subjectsTo(member)).toEqual([])
    await pass(150)
    expect(await subjectsTo(member)).toEqual(['New post: “Two watches”'])
  })
})

describe('what people want', () => {
  it('applies from the next email on, also to earlier events [SET-4]', async () => {
    const { member, otherMember } = club.people
    await choose(member, { email: false })
    await publish()
    await fanOutEvents(club.services)
    await choose(otherMember, { declined: { email: { new_post: true } } })
    await pass(1)
    expect(await subjectsTo(member)).toEqual([])
    expect(await subjectsTo(otherMember)).toEqual([])
    await choose(member, { email: true })
    await choose(otherMember, { declined: { email: { new_post: false, reply: true } } })
    await pass(60)
    expect(await subjectsTo(member)).toEqual([])
    await publish('The next one')
    await pass(1)
    expect(await subjectsTo(member)).toHaveLength(1)
    expect(await subjectsTo(otherMember)).toHaveLength(1)
  })

  it('is checked again on sending: no email without access or while blocked [SET-4]', async () => {
    const { services, people: cast } = club
    await publish()
    await fanOutEvents(services)
    await services.db.update(people).set({ isBlocked: true }).where(eq(people.id, cast.member.id))
    await services.db
      .update(memberships)
      .set({ status: 'canceled' })
      .where(eq(memberships.personId, cast.otherMember.id))
    await pass(1)
    expect(await subjectsTo(cast.member)).toEqual([])
    expect(await subjectsTo(cast.otherMember)).toEqual([])
  })
})
