import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
    appeals: 0,
    messages: 0,
    deletions: 0,
    payouts: 0,
    emails: 0,
    media: 0,
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
