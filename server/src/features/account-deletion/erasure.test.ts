import { api } from '@touchline/contract/api.ts'
import { and, eq, like, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { auditEntries } from '#features/audit/schema.ts'
import { blockPerson, unblockPerson } from '#features/blocks/block-person.ts'
import { blockedPeople } from '#features/blocks/queries.ts'
import { comments } from '#features/comments/schema.ts'
import { media, mediaFiles } from '#features/media/schema.ts'
import { pushSubscriptions } from '#features/notifications/schema.ts'
import { measureBooks } from '#features/reconciliation/book-checks.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { audienceAnswers } from '#features/audience/schema.ts'
import { playbackPositions, postWatches } from '#features/reach/schema.ts'
import { closeDueStatements } from '#features/payouts/close-statements.ts'
import { bookmarks } from '#features/posts/bookmarks/bookmark-schema.ts'
import { posts } from '#features/posts/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { recountPosts } from '#features/posts/recount.ts'
import { webhookEvents } from '#payments/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { tracesInDatabase, tracesInFiles } from '#testing/find-traces.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { hourOfDepartures, leave } from '#testing/deleting-account.ts'
import { moneyIn } from '#testing/money-in.ts'
import { signInAgain } from '#testing/months.ts'
import { storedKeys } from '#testing/stored-files.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { pushServiceForTests, type TestPushService } from '#testing/push-service.ts'
import { recur } from '#testing/recur.ts'
import { applicant, sent, words } from '#testing/recognisable-person.ts'
import { departures } from '#features/people/deletion-schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'

const dayMs = 24 * 60 * 60_000

let club: Club
let browsers: Record<'theirs' | 'creators', TestPushService>
beforeAll(async () => {
  browsers = { theirs: await pushServiceForTests(), creators: await pushServiceForTests() }
  club = await openClub({ TRUSTED_PROXIES: '127.0.0.1', PUSH_HOSTS: '127.0.0.1' })
})
afterAll(async () => {
  await club.close()
  await browsers.theirs.close()
  await browsers.creators.close()
})

async function listen(who: Caller, { subscription }: TestPushService) {
  await who.call(api.notifications.change, { body: { push: true } })
  expect((await who.call(api.notifications.addPush, { body: subscription })).status).toBe(204)
}

const brokenEquations = async () => {
  const { equations } = await measureBooks(club.services, { isWhole: true, toleranceMs: 0 })
  return equations.filter(({ holds }) => !holds).map(({ name }) => name)
}

const journalsOf = (personId: string) =>
  club.services.db.select().from(ledgerJournals).where(eq(ledgerJournals.personId, personId))

async function personWithHistory() {
  const { services, people: cast } = club
  const { stripe, sandbox } = services.payments
  const { caller, user } = await join(club, applicant)
  const publish = new FormData()
  publish.set('contentType', 'text')
  publish.set('content', 'The derby, minute by minute')
  const { body: post } = await cast.creator.call(api.posts.publish, { body: publish })
  const comment = async (who: typeof caller, content: string, replyToId?: string) => {
    const { body } = await who.call(api.comments.add, {
      params: { id: post.id },
      body: { content, ...(replyToId ? { replyToId } : {}) },
    })
    return body.id
  }
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#2255aa' } })
    .jpeg()
    .toBuffer()
  const avatar = new FormData()
  avatar.append('avatar', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'me.jpg')
  expect((await caller.call(api.profiles.uploadAvatar, { body: avatar })).status).toBe(200)
  await listen(cast.creator, browsers.creators)
  const answered = await comment(caller, 'Unmistakably offside, all of it')
  const corrected = { content: 'Unmistakably offside, all of it!', version: 1 }
  await caller.call(api.comments.edit, { params: { id: answered }, body: corrected })
  await recur(club, 'tell-people')
  const answer = await comment(cast.member, 'I saw it too', answered)
  await cast.creator.call(api.comments.pin, { params: { id: answered } })
  await comment(caller, 'Zwischenruf from the stand')
  await comment(caller, 'Zwischenruf from the stand, again', answered)
  await caller.call(api.posts.like, { params: { id: post.id } })
  await cast.member.call(api.posts.like, { params: { id: post.id } })
  await caller.call(api.library.bookmark, { params: { id: post.id } })
  await caller.call(api.posts.countViews, { body: { postIds: [post.id] } })
  await caller.call(api.audience.changeAnswers, { body: { ageBand: '35-44', country: 'NO' } })
  const watched = { postId: post.id, personId: user.id, day: '2026-01-31', seconds: 90 }
  await services.db.insert(postWatches).values({ ...watched, reportedAt: services.clock.now() })
  const film = { id: 'f'.repeat(22), kind: 'video' as const, mimeType: 'video/mp4', bytes: 1 }
  await services.db.insert(media).values({ ...film, sha256: '0'.repeat(64), createdAt: services.clock.now() })
  const stopped = { postId: post.id, personId: user.id, mediaId: film.id, seconds: 760 }
  await services.db.insert(playbackPositions).values({ ...stopped, playedAt: services.clock.now() })
  await caller.call(api.tips.send, { body: { amount: 5, message: 'Bravo from the north stand' } })
  await caller.call(api.tips.send, { body: { amount: 5 } })
  await club.visitor().call(api.support.contact, {
    body: { name: 'Ottilie Brandvik', email: applicant.email, message: 'My invoice is missing' },
    headers: sent,
  })
  const credentials = { email: applicant.email, password: applicant.password! }
  await caller.call(api.accounts.login, { body: credentials, headers: sent })
  await listen(caller, browsers.theirs)
  await club.visitor().call(api.accounts.forgotPassword, { body: { email: applicant.email }, headers: sent })
  await club.services.db.update(people).set({ emailProvenAt: club.clock.now() }).where(eq(people.id, user.id))
  await caller.call(api.twoFactor.setUp)
  await services.jobs.settled()
  await expect.poll(async () => (await journalsOf(user.id)).length).toBe(3)

  const tip = (await journalsOf(user.id)).find(({ kind }) => kind === 'tip')
  await cast.admin.call(api.ledger.refund, {
    params: { id: tip!.id },
    body: { amountCents: 100, reason: 'Ottilie called twice about it' },
  })
  const { data: charges } = await stripe.charges.list({ customer: user.stripeCustomerId! })
  const disputed = charges.findLast(({ amount }) => amount === 500)
  sandbox!.control.dispute(disputed!.id)
  // Emails to others that quote them, one in quoted-printable and one in base64.
  for (const before of ['„Früh am Abend“', 'Сегодня вечером на трибуне было очень шумно'])
    await services.mail.enqueue(services.db, {
      to: cast.creator.email,
      subject: 'A comment',
      text: `${before}\nOttilie Brandvik wrote to <${applicant.email}>.`,
    })
  await recordAct(services.db, {
    actorId: cast.admin.id,
    action: 'payment_refunded',
    personId: user.id,
    reason: 'Ottilie called twice about it',
    at: services.clock.now(),
  })
  await services.db.insert(paymentAlerts).values({
    id: uuid(),
    kind: 'fraud-warning',
    subject: 'ch_1',
    message: 'A bank warned of fraud.',
    firstSeenAt: services.clock.now(),
    lastSeenAt: services.clock.now(),
    resolvedAt: services.clock.now(),
    resolution: 'Asked Ottilie Brandvik, it was her own card.',
  })
  await services.db.insert(webhookEvents).values({
    id: 'evt_given_up',
    type: 'invoice.paid',
    state: 'dead',
    payload: { id: 'in_1', customer: user.stripeCustomerId, customer_email: applicant.email },
    lastError: `unknown recipient ${applicant.email}`,
    sentAt: services.clock.now(),
    receivedAt: services.clock.now(),
  })
  await services.jobs.settled()
  await expect.poll(async () => (await journalsOf(user.id)).length).toBeGreaterThanOrEqual(4)
  return { caller, user, post, answered, answer }
}

describe('T-PR-01 an erased member', () => {
  it('has left no trace, while the books are what they were [SET-6, T-PR-01]', async () => {
    const { services, clock, people: cast } = club
    const { db } = services
    // Who leaves in the first days of a month is gone before it ends, and statements close with their month.
    const today = clock.now().getUTCDate()
    if (today < 7) clock.advance((7 - today) * dayMs)
    const { caller, user, post, answered, answer } = await personWithHistory()
    // Those of the cast have no provider behind them: their months end in between, and nothing follows.
    await db.delete(memberships).where(like(memberships.customerId, 'cus_test_%'))
    // The search finds what is there.
    const before = await tracesInDatabase(club, words)
    expect(before.join()).toContain('public.people')
    for (const word of words.filter((each) => each !== '198.18.77.5' && each !== 'The season is over'))
      expect(before.some((trace) => trace.endsWith(word))).toBe(true)
    const lettersTo = async (email: string) => (await emailsTo(club, email)).length
    expect(await lettersTo(applicant.email)).toBeGreaterThan(0)
    expect(await lettersTo(cast.creator.email)).toBe(3)
    expect(await tracesInFiles(club, ['brandvik wrote'])).toHaveLength(2)
    expect(before.join()).toContain('public.letters: ottilie')
    expect(browsers.creators.received.map(({ message }) => message)).toContainEqual(
      expect.objectContaining({ body: 'A member, “Ottilie”, commented on your post' }),
    )
    expect(await storedKeys(club)).not.toEqual([])
    expect(await db.select().from(mediaFiles)).not.toEqual([])
    expect(await db.select().from(pushSubscriptions)).toHaveLength(2)

    await leave(club, caller, applicant.email)
    const [confirmed] = await db.select().from(departures)
    const [paid] = await db.select().from(memberships).where(eq(memberships.personId, user.id))
    // A month was paid: it stays usable, but 28 days at most. One that ends in February is no longer than that.
    const in28Days = confirmed!.confirmedAt!.getTime() + 28 * dayMs
    expect(confirmed!.dueAt!.getTime()).toBe(Math.min(in28Days, paid!.paidThrough!.getTime()))
    expect((await caller.call(api.subscriptions.status)).body).toMatchObject({ hasAccess: true })
    clock.set(confirmed!.dueAt!)
    await services.payments.sandbox!.control.runDue()
    await services.jobs.settled()
    await closeDueStatements(services)
    const money = await moneyIn(club)
    expect(money.statements).not.toEqual([])

    const ofThePerson = async () => [
      await db.$count(audienceAnswers),
      await db.$count(postWatches),
      await db.$count(playbackPositions),
      await db.$count(bookmarks),
    ]
    expect(await ofThePerson()).toEqual([1, 1, 1, 1])
    await hourOfDepartures(club)
    expect(await ofThePerson()).toEqual([0, 0, 0, 0])
    const [erased] = await db.select().from(departures)
    expect(erased).toMatchObject({ state: 'erasing', email: applicant.email, message: null })
    clock.advance(61 * 60_000)
    await hourOfDepartures(club)
    expect((await db.select().from(departures))[0]).toMatchObject({ state: 'done', email: null })

    expect(await tracesInDatabase(club, words)).toEqual([])
    expect(await tracesInFiles(club, words)).toEqual([])
    expect(await storedKeys(club)).toEqual([])
    expect(await db.select().from(mediaFiles)).toEqual([])
    expect(await db.select().from(pushSubscriptions)).toMatchObject([{ personId: cast.creator.id }])
    expect(await brokenEquations()).toEqual([])
    expect(await moneyIn(club)).toEqual(money)
    const gone = await services.payments.stripe.customers.retrieve(user.stripeCustomerId!)
    expect(gone).toMatchObject({ deleted: true })

    // Replies of others stay, under a place without a name; the counters are right.
    const left = await db.select().from(comments).where(eq(comments.postId, post.id))
    expect(left.map(({ id }) => id).toSorted()).toEqual([answered, answer].toSorted())
    expect(left.some(({ isPinned }) => isPinned)).toBe(false)
    await signInAgain(club, club.people.creator)
    const { body: read } = await club.people.creator.call(api.comments.list, { params: { id: post.id } })
    expect(JSON.stringify(read)).toContain('Former member')
    expect((await db.select().from(posts).where(eq(posts.id, post.id)))[0]).toMatchObject({
      likesCount: 1,
      commentsCount: 2,
      viewsCount: 0,
    })
    expect(await recountPosts(services)).toBe(0)

    // The log of staff's acts keeps its lines, without their words.
    const about = and(eq(auditEntries.personId, user.id), eq(auditEntries.action, 'payment_refunded'))
    const kept = await db.select().from(auditEntries).where(about)
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.every(({ reason }) => reason === null)).toBe(true)
    expect(
      await db.select().from(auditEntries).where(eq(auditEntries.action, 'account_erased')),
    ).toHaveLength(1)

    // Their sign-in fails, and the address is free.
    const credentials = { email: applicant.email, password: applicant.password! }
    expect(await club.visitor().call(api.accounts.login, { body: credentials })).toMatchObject({
      status: 401,
      message: 'Invalid email or password',
    })
    expect((await caller.call(api.accounts.signedInUser)).status).toBe(401)
    const again = await join(club, applicant)
    expect(again.user.id).not.toBe(user.id)
    const [former] = await db.select().from(people).where(eq(people.id, user.id))
    expect(former).toMatchObject({ firstName: 'Former member', lastName: null, stripeCustomerId: null })
  })

  it('still has money booked that arrives late, without a name; while suspended they are not erased', async () => {
    const { services, clock } = club
    const { caller, user } = await join(club, newApplicant({ email: 'late.payer@club.example' }))
    await services.jobs.settled()
    await expect.poll(async () => (await journalsOf(user.id)).length).toBe(1)
    await leave(club, caller, 'late.payer@club.example')
    const block = { actorId: club.people.admin.id, personId: user.id, reason: 'Spam', until: null }
    await blockPerson(services, block)
    const listed = async () => (await blockedPeople(services.db, undefined)).map(({ id }) => id)
    expect(await listed()).toContain(user.id)
    clock.advance(28 * dayMs)
    await services.payments.sandbox!.control.runDue()
    await hourOfDepartures(club)
    expect(await listed()).toContain(user.id)
    await unblockPerson(services, block)
    await hourOfDepartures(club)
    expect(await listed()).not.toContain(user.id)
    const [former] = await services.db.select().from(people).where(eq(people.id, user.id))
    expect(former?.firstName).toBe('Former member')
    const { data } = await services.payments.stripe.charges.list({ customer: user.stripeCustomerId! })
    // A bank reverses a payment of a deleted member.
    services.payments.sandbox!.control.dispute(data[0]!.id)
    await expect
      .poll(async () => (await journalsOf(user.id)).map(({ kind }) => kind))
      .toEqual(['subscription', 'dispute'])
    await services.jobs.settled()
    expect(await brokenEquations()).toEqual([])
    clock.advance(61 * 60_000)
    await hourOfDepartures(club)
    expect(await tracesInDatabase(club, ['late.payer@club.example'])).toEqual([])
    const { rows } = await services.db.execute(sql`select 1 from webhook_events where state = 'dead'`)
    expect(rows).toHaveLength(1)
  })
})
