import { activeWithinDays, type AnalyticsTotals } from '@touchline/contract/admin.ts'
import { sql } from 'drizzle-orm'
import { revenueSoFarCents } from '#features/insights/revenue-so-far.ts'
import type { Services } from '#services.ts'

/** Revenue is net of refunds and lost disputes. Subscriptions count until they end, even when canceled. */
export async function fetchAnalytics({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<AnalyticsTotals> {
  const activeSince = new Date(clock.now().getTime() - activeWithinDays * 24 * 60 * 60_000).toISOString()
  const { rows } = await db.execute<Omit<AnalyticsTotals, 'totalRevenue'> & { revenueCents: number }>(sql`
    select
      (select count(*) from people where erased_at is null)::int as "totalUsers",
      (select count(*) from person_visits where last_seen_at >= ${activeSince})::int as "activeUsers",
      count(p.*)::int as "totalPosts",
      (count(p.*) filter (where p.media_type = 'video'))::int as "videoPosts",
      (count(p.*) filter (where p.media_type = 'image'))::int as "imagePosts",
      (count(p.*) filter (where p.media_type = 'text'))::int as "textPosts",
      (select count(*) from memberships
        where is_current and ended_at is null and status in ('active', 'trialing', 'past_due', 'unpaid'))::int
        as "totalSubscriptions",
      ${revenueSoFarCents()} as "revenueCents"
    from posts p where p.status in ('ready', 'processing')`)
  const [found] = rows
  if (!found) throw new Error('the analytics query returned no row')
  const { revenueCents, ...counts } = found
  return { ...counts, totalRevenue: revenueCents / 100 }
}
