import { api } from '@touchline/contract/api.ts'
import type { OpenWork } from '@touchline/contract/needs-attention.ts'
import { sql } from 'drizzle-orm'
import { memoizeFor } from '#concurrency/memoize-for.ts'
import type { Database } from '#db/database.ts'
import { checkHealth } from '#features/health/checks.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { attentionItems } from './items.ts'

/** Counts the open work of admins in one query. Every condition has an index or a small table. */
async function openWork(db: Database): Promise<Omit<OpenWork, 'checks'>> {
  const { rows } = await db.execute<Omit<OpenWork, 'checks'>>(sql`
    select
      (select count(*) from moderation_cases where decided_at is null)::int as reports,
      ${heldTexts} as held,
      (select count(*) from moderation_cases where appealed_at is not null and appeal_outcome is null)::int
        as appeals,
      (select count(*) from contact_messages where is_open)::int as messages,
      (select count(*) from departures where ended_at is null)::int as deletions,
      (select count(*) from payout_statements s
        where s.state = 'closed' and s.payable_cents > 0 and not exists (
          select from payout_statements later
          where later.creator_id = s.creator_id and later.month > s.month))::int as payouts,
      (select count(*) from letters where state = 'failed')::int as emails,
      (select count(*) from media where problem is not null)::int as media,
      (select count(*) from gate_waitlist where confirmed_at is not null and invited_at is null)::int as waitlist`)
  const [found] = rows
  if (!found) throw new Error('the open work query returned no row')
  return found
}

const heldTexts = sql`(
  (select count(*) from held_comments where state = 'waiting') +
  (select count(*) from held_tip_messages
    where exists (select from tips where id = tip_id and status = 'completed')))::int`

/**
 * Counts what this moderator may decide: reports and appeals of members, and held texts. The conditions are those of
 * `inScopeOf` and `mayDecideAppeal` in moderation, which this feature cannot import.
 */
async function moderatorsWork(db: Database, viewerId: string): Promise<OpenWork> {
  const { rows } = await db.execute<Pick<OpenWork, 'reports' | 'appeals' | 'held'>>(sql`
    select ${heldTexts} as held,
      (count(*) filter (where decided_at is null))::int as reports,
      (count(*) filter (where decided_by is distinct from ${viewerId}::uuid and measure is distinct from 'block'
        and appealed_at is not null and appeal_outcome is null))::int as appeals
    from moderation_cases
    where (decided_at is null or (appealed_at is not null and appeal_outcome is null))
      and kind <> 'post' and (
        accused_id is null or exists (select from people where id = accused_id and role = 'subscriber'))`)
  const [found] = rows
  if (!found) throw new Error('the open work query returned no row')
  return { ...found, messages: 0, deletions: 0, payouts: 0, emails: 0, media: 0, checks: 0, waitlist: 0 }
}

const checksCachedMs = 10_000

export function routes(route: Route, services: Services): void {
  const { db, clock } = services
  const failingChecks = memoizeFor(checksCachedMs, async () => {
    const checks = await checkHealth(services)
    return checks.filter(({ isWell }) => !isWell).length
  })
  route(api.needsAttention.forAdmin, async ({ viewer }) => {
    if (viewer.role === 'moderator') return moderatorsWork(db, viewer.id)
    const [work, checks] = await Promise.all([openWork(db), failingChecks()])
    return { ...work, checks }
  })
  route(api.needsAttention.show, ({ viewer }) => attentionItems(db, viewer, clock.now()))
}
