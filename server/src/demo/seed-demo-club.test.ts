import { api } from '@touchline/contract/api.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comments } from '#features/comments/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { people } from '#features/people/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { type Club, openEmptyClub } from '#testing/club.ts'
import { demoEmail, demoPassword, type DemoAccountKey } from './accounts.ts'
import { memberTimelines } from './member-timelines.ts'
import { publishedAt } from './timeline.ts'
import { script } from './script/all-posts.ts'
import { demoSeed } from './schema.ts'
import { seedDemoClub } from './seed-demo-club.ts'

let club: Omit<Club, 'people'>
let broken: unknown
let stopped: unknown
const messages: string[] = []

const say = (sentence: string) => void messages.push(sentence)

/** `stopWhen` is called before every event and stops the seeding when true. */
function seed(stopWhen?: (at: Date) => boolean) {
  const stop = new AbortController()
  const { clock } = club
  const watched = {
    ...clock,
    set(at: Date) {
      if (stopWhen?.(at)) stop.abort(new Error('the site stops'))
      clock.set(at)
    },
  }
  return seedDemoClub({ ...club.services, clock: watched }, { say, signal: stop.signal, seed: 1863 })
}
const failure = (seeding: Promise<void>) => seeding.catch((error: unknown) => error)

const rows = async (query: string) => (await club.services.db.execute(sql.raw(query))).rows

// Seeding is interrupted in the middle of the year, resumed, stopped with the program, and resumed.
beforeAll(async () => {
  club = await openEmptyClub()
  const { control } = club.services.payments.sandbox!
  control.failNext({ method: 'POST', path: '/v1/setup_intents', when: 'before', how: 500 })
  broken = await failure(seed())
  // A card has failed by then and is replaced later.
  const replaced = memberTimelines(club.clock.now(), 1863).flatMap(
    ({ cardReplacedAt }) => cardReplacedAt ?? [],
  )
  stopped = await failure(seed((at) => replaced.some((moment) => moment <= at)))
  await seed()
}, 600_000)
afterAll(() => club.close())

async function signedIn(key: DemoAccountKey) {
  const visitor = club.visitor()
  const { status } = await visitor.call(api.accounts.login, {
    body: { email: demoEmail(key), password: demoPassword },
  })
  return { visitor, status }
}

async function paidAtSandbox() {
  const amounts: number[] = []
  for await (const intent of club.services.payments.stripe.paymentIntents.list({ limit: 100 }))
    if (intent.status === 'succeeded') amounts.push(intent.amount)
  return { payments: amounts.length, cents: amounts.reduce((sum, amount) => sum + amount, 0) }
}

describe('the demo club', () => {
  it.each([
    ['creator', 'complimentary', true],
    ['admin', 'complimentary', true],
    ['member', 'active', true],
    ['lapsed', 'subscription_canceled', false],
    ['pastDue', 'payment_failed', false],
    ['newcomer', 'none', false],
  ] as const)('lets %s sign in, who is %s', async (key, state, hasAccess) => {
    const { visitor } = await signedIn(key)
    const { body } = await visitor.call(api.subscriptions.status)
    expect(body).toMatchObject({ subscriptionState: state, hasAccess })
  })

  it('has one suspended account with a reason, which is no longer charged [BLK-2]', async () => {
    expect((await signedIn('blocked')).status).toBe(403)
    const { visitor } = await signedIn('creator')
    const [blocked, ...others] = (await visitor.call(api.blocks.blocked, { query: {} })).body
    expect([others, blocked]).toMatchObject([[], { block: { reason: expect.stringContaining('warnings') } }])
    const [membership] = await club.services.db
      .select()
      .from(memberships)
      .where(and(eq(memberships.personId, blocked!.id), memberships.isCurrent))
    expect(membership?.cancelAt ?? membership?.endedAt).not.toBeNull()
  })

  it('shows 28 posts of every kind, the newest a few hours old', async () => {
    const { visitor } = await signedIn('member')
    const { body } = await visitor.call(api.posts.list)
    const feed = Array.isArray(body) ? body : []
    const kinds = (kind: string) => feed.filter((post) => post.mediaType === kind).length
    expect([feed.length, kinds('image'), kinds('video'), kinds('audio'), kinds('text')]).toEqual([
      28, 17, 5, 2, 4,
    ])
    const ageMs = club.clock.now().getTime() - new Date(feed[0]!.createdAt).getTime()
    expect(ageMs).toBeGreaterThan(0)
    expect(ageMs).toBeLessThan(6 * 60 * 60 * 1000)
    for (const { media } of feed.filter((post) => post.media)) {
      const answer = await visitor.fetch(media!.url)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, media!.mimeType])
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    }
  })

  it('counts exactly the existing hearts and comments, all by members of that time', async () => {
    const wrong = await rows(`select title from posts
      where likes_count <> (select count(*) from likes where post_id = posts.id)
         or comments_count <> (select count(*) from comments where post_id = posts.id)`)
    expect(wrong).toEqual([])
    const tooEarly = await rows(`select p.email from people p join comments c on c.person_id = p.id
      join posts on posts.id = c.post_id where c.created_at < p.created_at or c.created_at < posts.created_at
      union all select p.email from people p join likes l on l.person_id = p.id where l.created_at < p.created_at`)
    expect(tooEarly).toEqual([])
    const [all] = await rows(
      'select sum(likes_count)::int as hearts, sum(comments_count)::int as said from posts',
    )
    expect(Number(all?.hearts)).toBeGreaterThan(150)
    const remarks = script.flatMap((post) => post.remarks)
    expect(Number(all?.said)).toBe(remarks.length)
    const [mentioned] = await rows('select count(*)::int as mentions from comment_mentions')
    expect(Number(mentioned?.mentions)).toBe(
      remarks.filter((remark) => JSON.stringify(remark).includes('@author')).length,
    )
  })

  it('has views only by members of that day, and by everyone who reacted [CAN-1]', async () => {
    const wrong = await rows(`select p.title from posts p
      where p.views_count <> (select count(*) from post_views v where v.post_id = p.id)
        or p.views_count < 10 or p.likes_count > p.views_count`)
    expect(wrong).toEqual([])
    const unseen = await rows(`select a.person_id from (
        select post_id, person_id from likes union select post_id, person_id from comments) a
      join people p on p.id = a.person_id and p.role = 'subscriber'
      where not exists (
        select from post_views v where v.post_id = a.post_id and v.person_id = a.person_id)`)
    expect(unseen).toEqual([])
    const tooEarly = await rows(`select v.post_id from post_views v join posts on posts.id = v.post_id
      join people p on p.id = v.person_id
      where v.day < p.created_at::date or v.day < posts.created_at::date or v.day > now()::date`)
    expect(tooEarly).toEqual([])
  })

  it('shows the reach of every post and the watch time of its videos [CAN-1]', async () => {
    const { visitor } = await signedIn('creator')
    const { posts: all } = (await visitor.call(api.reach.content, { query: { limit: 28 } })).body
    const missing = all.filter(({ reached, engagement }) => !reached || !engagement || engagement > 100)
    expect([all.length, missing]).toEqual([28, []])
    const playing = all.filter(({ mediaType }) => mediaType === 'video' || mediaType === 'audio')
    expect(playing).toHaveLength(7)
    for (const { reached, watchedSeconds } of playing) expect(watchedSeconds).toBeGreaterThan(reached!)
    expect(await rows(`select id from reach_changes`)).toEqual([])
  })

  it('has a corrected post with its first version, and one made with AI [EDIT-3]', async () => {
    const { visitor } = await signedIn('creator')
    const { body } = await visitor.call(api.posts.list)
    const feed = Array.isArray(body) ? body : []
    expect(feed.filter((post) => post.isMadeWithAi).map(({ title }) => title)).toEqual([
      'Eleven kilometres, drawn',
    ])
    const [edited, ...others] = feed.filter((post) => post.editedAt !== null)
    expect([edited?.title, others]).toEqual(['Two watches', []])
    const versions = (await visitor.call(api.revisions.list, { params: { id: edited!.id } })).body
    expect(JSON.stringify(versions)).toContain('seven and a half minutes')
    expect(edited!.content).toContain('six and a half minutes')
  })

  it('has a gallery, pictures in a text, a download, recordings and chapters [GAL-1, ATT-1, TEXT-4, PLAY-5]', async () => {
    const { visitor } = await signedIn('member')
    const { body } = await visitor.call(api.posts.list)
    const feed = Array.isArray(body) ? body : []
    const galleries = feed.filter(({ gallery }) => gallery !== null)
    expect(galleries.length).toBeGreaterThan(0)
    for (const { gallery } of galleries) expect(gallery!.count).toBeGreaterThan(1)
    expect(feed.filter(({ pictures }) => pictures.length > 0).length).toBeGreaterThan(0)
    const [download] = feed.flatMap(({ attachments }) => attachments)
    const answer = await visitor.fetch(download!.url)
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    expect((await answer.arrayBuffer()).byteLength).toBe(download!.bytes)
    expect(feed.some(({ mediaType }) => mediaType === 'audio')).toBe(true)
    expect(feed.some((post) => post.mediaType === 'video' && /^\d+:\d\d /m.test(post.content))).toBe(true)
  })

  it('has captions and comments that one search finds [SEARCH-1]', async () => {
    const { visitor } = await signedIn('member')
    const query = { search: 'groundsman' }
    const { body } = await visitor.call(api.search.captions, { query })
    expect(body.hits).toMatchObject([{ post: { title: 'A Sunday in sixty-five seconds' }, seconds: 55 }])
    const found = (await visitor.call(api.search.comments, { query })).body
    expect(found.hits.map(({ content }) => content)).toContainEqual(expect.stringContaining('groundsman'))
  })

  it('has a film that the member can continue [PLAY-6]', async () => {
    const { visitor } = await signedIn('member')
    const [position, ...others] = (await visitor.call(api.playback.list)).body
    const { body: film } = await visitor.call(api.posts.show, { params: { id: position!.postId } })
    expect([film.title, position!.seconds, others]).toEqual(['A Sunday in sixty-five seconds', 24, []])
    expect(film.content).toContain('0:21 The cards')
  })

  it('has a welcome post open to everyone signed in', async () => {
    const { visitor } = await signedIn('newcomer')
    const welcome = await rows(`select id from posts where opens_at <= now() and not is_clip`)
    expect(welcome).toHaveLength(1)
    const params = { id: String(welcome[0]!['id']) }
    const { status, body } = await visitor.call(api.posts.show, { params })
    expect([status, body.title]).toEqual([200, 'New here? Start with this'])
  })

  it('has faces of the creator and a third of the members', async () => {
    const [shown] = await rows(`select count(*) filter (where role = 'subscriber')::int as members,
      count(*) filter (where role = 'creator')::int as creators from people where avatar_id is not null`)
    expect(shown).toEqual({ members: 16, creators: 1 })
    const { visitor } = await signedIn('member')
    const portrait = await visitor.fetch('/api/site/portrait')
    expect([portrait.status, portrait.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('leaves one report and one support message for the admin', async () => {
    const open = await rows(
      `select r.rule from reports r join moderation_cases c on c.id = r.case_id where c.decided_at is null`,
    )
    expect(open).toEqual([{ rule: 'spam' }])
    expect(await rows(`select name from contact_messages`)).toEqual([{ name: 'Noor Haddad' }])
  })

  it('has collections with a chosen cover, tags, a pinned post, bookmarks and hearted comments [COLL-1, LIB-1]', async () => {
    const { visitor } = await signedIn('member')
    const gathered = (await visitor.call(api.collections.list)).body
    expect(gathered.map(({ count, coverUrl }) => [count > 1, coverUrl !== null])).toEqual(
      Array.from({ length: 3 }, () => [true, true]),
    )
    const { tags } = (await visitor.call(api.posts.filterCounts, { query: {} })).body
    expect(tags.length).toBeGreaterThan(5)
    expect((await visitor.call(api.library.listBookmarks)).body).toHaveLength(3)
    expect(await rows(`select title from posts where pinned_at is not null`)).toHaveLength(1)
    expect(await rows(`select title from collections where cover_post_id is not null`)).toHaveLength(1)
    expect((await rows(`select comment_id from comment_likes`)).length).toBeGreaterThan(5)
  })

  it.each([
    ['member', ['new_post', 'reply', 'mention', 'comment_hearted', 'tip_hearted', 'payment', 'report']],
    ['creator', ['comment', 'mention', 'comment_hearted', 'tip_received', 'report']],
    ['moderator', ['reply', 'mention', 'comment_hearted']],
    ['admin', ['reply', 'mention', 'comment_hearted']],
  ] as const)(
    'fills the bell of the %s with every kind of the last month, some of it unread [BELL-1]',
    async (key, kinds) => {
      const { visitor } = await signedIn(key)
      const first = (await visitor.call(api.notifications.notices, { query: {} })).body
      const second = first.next
        ? (await visitor.call(api.notifications.notices, { query: { before: first.next } })).body.notices
        : []
      const all = [...first.notices, ...second]
      expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(kinds))
      const unread = all.filter(({ isNew }) => isNew).length
      expect([unread > 2, unread < all.length]).toEqual([true, true])
      expect((await visitor.call(api.notifications.unreadNotices)).body.unread).toBe(unread)
    },
  )

  it('has enough profile answers to show groups [AUD-1]', async () => {
    const { visitor } = await signedIn('creator')
    const { ages, countries, activity } = (await visitor.call(api.audience.show, { query: {} })).body
    expect(ages?.groups.map(({ key }) => key).toSorted()).toEqual(['25-34', '35-44', '45-54'])
    expect(countries?.groups.map(({ key }) => key).toSorted()).toEqual(['GB', 'IE', 'US'])
    for (const spread of [ages, countries]) expect(spread?.others).toBeGreaterThanOrEqual(5)
    expect(activity.hours?.flat().reduce((sum, count) => sum + count, 0)).toBe(activity.actions)
  })

  it('books every sandbox payment once and matches the provider’s balance', async () => {
    const { payments, cents } = await paidAtSandbox()
    expect(payments).toBeGreaterThan(300)
    const [booked] = await rows(`select count(distinct journal_id)::int as payments,
      -sum(amount_cents) filter (where account in ('creator_payable', 'platform_revenue'))::int as cents,
      sum(amount_cents) filter (where account = 'provider_balance')::int as balance, sum(amount_cents)::int as rest
      from ledger_lines join ledger_journals j on j.id = journal_id where j.kind in ('subscription', 'tip')`)
    const balance = await club.services.payments.stripe.balance.retrieve()
    const held = [...balance.available, ...balance.pending].reduce((sum, { amount }) => sum + amount, 0)
    expect(booked).toEqual({ payments, cents, balance: held, rest: 0 })
  })

  it('has paid the creator monthly, with the last month to approve', async () => {
    const { visitor } = await signedIn('creator')
    const { statements, paidCents, running } = (await visitor.call(api.payouts.overview)).body
    const [last, ...paid] = statements
    expect(last).toMatchObject({ state: 'closed', isApprovable: true })
    expect(paid.length).toBeGreaterThan(9)
    // In the first weeks every payment was too recent.
    expect(paid.filter(({ state, payableCents }) => state !== 'paid' && payableCents > 0)).toEqual([])
    expect(paid.reduce((sum, { payableCents }) => sum + payableCents, 0)).toBe(paidCents)
    const [books] =
      await rows(`select -sum(amount_cents) filter (where account = 'creator_payable')::int as owed,
      sum(amount_cents) filter (where account = 'payout_clearing')::int as clearing,
      -sum(amount_cents) filter (where account = 'bank')::int as paid, sum(amount_cents)::int as rest
      from ledger_lines`)
    expect(books).toEqual({ owed: running.closingCents, clearing: 0, paid: paidCents, rest: 0 })
  })

  it('has tips with and without messages, most of them hearted', async () => {
    const { visitor } = await signedIn('creator')
    const { body } = await visitor.call(api.tips.received, { query: { limit: 50 } })
    expect(body.total).toBe(33)
    expect(body.tips.every(({ status }) => status === 'completed')).toBe(true)
    expect(body.tips.filter(({ isAcknowledged }) => !isAcknowledged)).toHaveLength(3)
    expect(body.tips.slice(0, 3).every(({ isAcknowledged }) => !isAcknowledged)).toBe(true)
    expect(body.tips.filter(({ message }) => message === null).length).toBeGreaterThan(5)
  })

  it('has members who canceled, failed to pay, and came back', async () => {
    const [seen] =
      await rows(`select count(*) filter (where status = 'canceled' and cancel_at is not null)::int as left,
      count(*) filter (where status = 'canceled' and cancel_at is null)::int as failed,
      count(*) filter (where status = 'active' and person_id in
        (select person_id from memberships where status = 'canceled'))::int as returned,
      count(*) filter (where is_current and status = 'active')::int as active from memberships`)
    expect(seen).toEqual({ left: 8, failed: 3, returned: 3, active: 38 })
  })

  it('has the MRR movements of all members [ANA-2]', async () => {
    const kinds = await rows(
      `select kind, sum(members)::int as members from insight_member_days group by kind order by kind`,
    )
    expect(kinds).toEqual([
      { kind: 'lost_by_choice', members: -8 },
      { kind: 'lost_by_failed_payment', members: -6 },
      { kind: 'new', members: 48 },
      { kind: 'recovered', members: 1 },
      { kind: 'returning', members: 3 },
    ])
    expect(await rows(`select id from insight_changes`)).toEqual([])
  })

  it('has the same history for the same seed, down to every post’s time', async () => {
    const { db } = club.services
    const [note] = await db.select().from(demoSeed)
    const { seenFrom } = note!
    const published = await db.select({ title: posts.title, at: posts.createdAt }).from(posts)
    expect(new Map(published.map(({ title, at }) => [title, at.getTime()]))).toEqual(
      new Map(script.map((post) => [post.title, publishedAt(seenFrom, post, 1863).getTime()])),
    )
    const joined = await db.select({ email: people.email, at: people.createdAt }).from(people)
    for (const { email, joinedAt } of memberTimelines(seenFrom, 1863)) {
      const at = joined.find((person) => person.email === email)?.at
      expect(Math.abs(Number(at) - Number(joinedAt))).toBeLessThan(5000)
    }
    const otherTimes = memberTimelines(seenFrom, 1864).map(({ joinedAt }) => Number(joinedAt))
    expect(memberTimelines(seenFrom, 1863).map(({ joinedAt }) => Number(joinedAt))).not.toEqual(otherTimes)
  })

  it('is completed after an interruption, and then left unchanged', async () => {
    expect(broken).toBeInstanceOf(Error)
    expect(stopped).toEqual(new Error('the site stops'))
    expect(messages.filter((sentence) => sentence.includes('the next start continues'))).toHaveLength(1)
    const tables = [
      'people',
      'memberships',
      'posts',
      'likes',
      'comments',
      'media',
      'tips',
      'ledger_journals',
      'post_views',
      'post_watches',
      'reports',
      'contact_messages',
    ]
    const sizes = async () => [
      ...(await Promise.all(tables.map((table) => rows(`select count(*)::int as n from ${table}`)))),
      await paidAtSandbox(),
    ]
    const before = await sizes()
    const count = messages.length
    await seed()
    expect(await sizes()).toEqual(before)
    expect(messages).toHaveLength(count)
    const twice = await club.services.db
      .select({ content: comments.content })
      .from(comments)
      .groupBy(comments.postId, comments.content)
      .having(sql`count(*) > 1`)
    expect(twice).toEqual([])
  })

  it('restores the clock and the webhooks', async () => {
    const before = Date.now()
    const now = club.clock.now().getTime()
    expect([before <= now, now <= Date.now()]).toEqual([true, true])
    const { data } = await club.services.payments.stripe.webhookEndpoints.list()
    expect(data.map(({ status }) => status)).toEqual(['enabled'])
  })
})
