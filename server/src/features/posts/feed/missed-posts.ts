import { maxNewCounted, type missedPosts } from '@touchline/contract/feed.ts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { accessEndedAt } from '#features/subscriptions/access/access.ts'
import { currentMembershipOf } from '#features/subscriptions/access/current-membership.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

type Row = { count: number; newestAt: string | null }

/** How many posts came out since the viewer's membership ended, or ever, without saying anything about them. */
export async function missedPostsOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id' | 'hasAccess'>,
): Promise<z.output<typeof missedPosts>> {
  if (viewer.hasAccess) return { count: 0, newestAt: null, since: null }
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
  }
}
