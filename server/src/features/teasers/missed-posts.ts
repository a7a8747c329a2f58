import { maxNewCounted, type MissedPosts } from '@touchline/contract/feed.ts'
import { sql } from 'drizzle-orm'
import { accessEndedAt } from '#features/subscriptions/access/access.ts'
import { currentMembershipOf } from '#features/subscriptions/access/current-membership.ts'
import { teasersOf } from './teasers.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

type Row = { count: number; newestAt: string | null }

/**
 * How many posts came out since the viewer's membership ended, or ever. Of the posts themselves they see what strangers
 * see.
 */
export async function missedPostsOf(
  services: Pick<Services, 'db' | 'clock' | 'live'>,
  viewer: Pick<Viewer, 'id' | 'hasAccess'>,
): Promise<MissedPosts> {
  const { db, clock } = services
  if (viewer.hasAccess) return { count: 0, newestAt: null, since: null, teasers: [] }
  const membership = await currentMembershipOf(db, viewer.id)
  const since = membership && accessEndedAt(membership, clock.now())
  const { rows } = await db.execute<Row>(sql`
    select
      ${
        since
          ? sql`(select count(*)::int from (
              select from posts where status = 'ready' and created_at > ${since.toISOString()}::timestamptz
              limit ${maxNewCounted}
            ) as missed)`
          : sql`(select coalesce(sum(count), 0)::int from post_counts where status = 'ready')`
      } as "count",
      (select to_json(created_at at time zone 'UTC') #>> '{}' from posts where status = 'ready'
        order by created_at desc limit 1) as "newestAt"`)
  const { count = 0, newestAt = null } = rows[0] ?? {}
  return {
    count,
    newestAt: newestAt && new Date(`${newestAt}Z`).toISOString(),
    since: since?.toISOString() ?? null,
    teasers: (await teasersOf(services).newest()).teasers,
  }
}
