import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordBackup } from '#backups/last-backup.ts'
import { addComment } from '#features/comments/add-comment.ts'
import { payoutStatements } from '#features/payouts/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { type Club, openClub } from '#testing/club.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const shown = async () => (await club.people.admin.call(api.needsAttention.forAdmin)).body

it('counts what waits for an admin, and nothing that is done [ADM-1]', async () => {
  const { creator, member, lapsed } = club.people
  const { services } = club
  expect(await shown()).toMatchObject({
    reports: 0,
    held: 0,
    appeals: 0,
    messages: 0,
    deletions: 0,
    payouts: 0,
    emails: 0,
    media: 0,
    waitlist: 0,
    checks: expect.any(Number),
  })

  const postId = await publishPost(services, { creatorId: creator.id, content: 'Text', contentType: 'text' })
  const { id } = await addComment(services, { postId, personId: member.id, content: 'Buy my shirts' })
  const report = { kind: 'comment', subjectId: id, rule: 'spam' } as const
  await creator.call(api.moderation.report, { body: report })
  const message = { name: 'Ann', email: 'ann@club.example', message: 'Hello?' }
  await club.visitor().call(api.support.contact, { body: message })
  const asked = await lapsed.call(api.accountDeletion.ask, {
    body: { message: 'Enough.' },
    headers: { 'idempotency-key': uuid() },
  })
  expect(asked.status).toBeLessThan(300)
  const { admin, moderator } = club.people
  await admin.call(api.heldComments.changeRules, {
    body: { words: ['touts'], firstComments: 0, youngDays: 0, revision: 0 },
  })
  const held = { params: { id: postId }, body: { content: 'Touts again' } }
  expect((await member.call(api.comments.add, held)).status).toBe(202)
  const none = { appeals: 0, messages: 0, deletions: 0, payouts: 0, emails: 0, media: 0, waitlist: 0 }
  expect((await moderator.call(api.needsAttention.forAdmin)).body).toEqual({
    ...none,
    reports: 1,
    held: 1,
    checks: 0,
  })
  const closedAt = services.clock.now()
  const statement = (month: string, state: 'carried' | 'closed') => ({
    id: uuid(),
    creatorId: creator.id,
    month,
    openingCents: 0,
    closingCents: 900,
    heldCents: 0,
    payableCents: 900,
    state,
    closedAt,
  })
  await services.db
    .insert(payoutStatements)
    .values([statement('2026-01-01', 'carried'), statement('2026-02-01', 'closed')])
  await services.db.execute(sql`
    update letters set state = 'failed', text = coalesce(text, 'Sent'), sent_at = null, problem = 'no such mailbox'
    where id = (select id from letters limit 1)`)
  expect(await shown()).toMatchObject({
    reports: 1,
    held: 1,
    appeals: 0,
    messages: 1,
    deletions: 1,
    payouts: 1,
    emails: 1,
    media: 0,
  })

  await services.db.execute(sql`update contact_messages set is_open = false`)
  await services.db.execute(sql`update payout_statements set state = 'approved' where state = 'closed'`)
  await services.db.execute(
    sql`update moderation_cases set decided_at = opened_at, measure = 'warn', rule = 'spam', appeal_until = opened_at, appealed_at = opened_at`,
  )
  expect(await shown()).toMatchObject({ reports: 0, appeals: 1, messages: 0, payouts: 0 })
})

const siteSteps = async () => {
  const { body } = await club.people.admin.call(api.checklists.site)
  return new Map(body.steps.map(({ name, ...step }) => [name, step]))
}

it('ticks the steps of a new club by what the site finds [SETUP-1]', async () => {
  const { admin, creator } = club.people
  const { services } = club
  const { db, config } = services
  await db.execute(sql`update people set is_main_influencer = false`)
  await db.execute(sql`update posts set status = 'removed'`)
  await db.execute(sql`update memberships set paid_through = null`)
  const before = await siteSteps()
  expect([...before].filter(([, { isDone }]) => isDone).map(([name]) => name)).toEqual([])
  expect(before.get('creator')?.text).toContain('No mail server is set up: copy the link')
  expect(before.get('payments')?.text).toContain('STRIPE_SECRET_KEY')
  expect(before.get('texts')?.text).toBe(
    'Missing: the tagline, the name of the creator, the support address.',
  )

  await admin.call(api.staff.invite, { body: { email: 'kim@club.example', role: 'creator' } })
  expect((await siteSteps()).get('creator')).toEqual({
    isDone: true,
    text: 'kim@club.example has not accepted yet.',
  })
  const { revision } = (await admin.call(api.siteSettings.show)).body
  const settings = { name: 'The Ninth', tagline: 'Football.', supportEmail: 'help@club.example' }
  const { body: saved } = await admin.call(api.siteSettings.save, { body: { revision, settings } })
  await admin.call(api.siteSettings.publish, { body: { revision: saved.revision } })
  await db.execute(sql`update people set is_main_influencer = true where id = ${creator.id}`)
  await db.execute(sql`update people set has_passkey = true where id = ${admin.id}`)
  await db.execute(sql`update posts set status = 'ready'`)
  await db.execute(sql`update memberships set paid_through = now() + interval '20 days'`)
  await recordBackup(config.dataDir, { made: { at: new Date().toISOString(), isWhole: true } })
  const after = await siteSteps()
  expect([...after].filter(([, { isDone }]) => !isDone).map(([name]) => name)).toEqual([
    'payments',
    'mail',
    'gate',
  ])
  expect(after.get('creator')?.text).toBe('Sam has joined.')
})

it('dismisses the checklist of the club for all admins, and shows it again [SETUP-1]', async () => {
  const { admin } = club.people
  const dismiss = (isDismissed: boolean) => admin.call(api.checklists.dismissSite, { body: { isDismissed } })
  const isDismissed = async () => (await admin.call(api.checklists.site)).body.isDismissed
  expect(await isDismissed()).toBe(false)
  for (const value of [true, true]) expect((await dismiss(value)).status).toBe(204)
  expect(await isDismissed()).toBe(true)
  expect((await dismiss(false)).status).toBe(204)
  expect(await isDismissed()).toBe(false)
})

it('shows first steps to creators and to members of the last 30 days [SETUP-2]', async () => {
  const { admin, creator, member } = club.people
  const { db, clock } = club.services
  const done = async (who: typeof member) =>
    (await who.call(api.checklists.own)).body.steps.map(({ name, isDone }) => [name, isDone])
  expect(await done(admin)).toEqual([])
  expect(await done(member)).toEqual([])
  const joinedAt = clock.now()
  await db.execute(sql`update people set created_at = ${joinedAt} where id = ${member.id}`)
  expect(await done(member)).toEqual([
    ['notices', false],
    ['install', false],
  ])
  await db.execute(sql`update posts set pinned_at = now() where status = 'ready'`)
  expect(await done(member)).toEqual([
    ['notices', false],
    ['install', false],
    ['welcome', false],
  ])
  const postId = (await member.call(api.checklists.own)).body.welcomePostId
  await member.call(api.posts.countViews, { body: { postIds: [postId!] } })
  expect(await done(member)).toContainEqual(['welcome', true])
  await db.execute(sql`update posts set pinned_at = null`)
  await member.call(api.notifications.change, { body: { push: false } })
  await member.call(api.checklists.mark, { body: { mark: 'installed' } })
  expect(await done(member)).toEqual([
    ['notices', true],
    ['install', true],
  ])
  expect(await done(creator)).toEqual([
    ['photo', false],
    ['bio', false],
    ['firstPost', true],
    ['secondPost', false],
    ['share', false],
  ])
  for (const mark of ['shared', 'shared', 'dismissed'] as const)
    expect((await creator.call(api.checklists.mark, { body: { mark } })).status).toBe(204)
  expect(await done(creator)).toContainEqual(['share', true])
  expect((await creator.call(api.checklists.own)).body.isDismissed).toBe(true)
  expect((await member.call(api.checklists.own)).body.isDismissed).toBe(false)
})
