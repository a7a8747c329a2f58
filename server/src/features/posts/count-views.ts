import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { movedCounters } from './move-counters.ts'

/**
 * Counts once per person, post and day (UTC). Ignores unreadable and own posts, admins, and creators who opted out.
 * What was cleared from the person's history enters it again when it is seen again.
 */
export async function countViews(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { viewer, postIds }: { viewer: Pick<Viewer, 'id' | 'role' | 'hasAccess'>; postIds: string[] },
): Promise<void> {
  const ids = postIds.filter((id) => validate(id))
  if (viewer.role === 'admin' || ids.length === 0) return
  const now = clock.now().toISOString()
  const today = sql`${now.slice(0, 10)}::date`
  const wanted = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  // Lock the posts first and in order, as every writer of likes and comments does.
  await db.execute(sql`
    with locked as materialized (
      select p.id from posts p
      where p.id in (${wanted}) and p.status = 'ready' and p.creator_id <> ${viewer.id}::uuid
        and (select c.counts_views from people c where c.id = p.creator_id)
        and (${viewer.hasAccess}::boolean or p.opens_at <= ${now}::timestamptz)
        and not exists (
          select from post_views v where v.post_id = p.id and v.person_id = ${viewer.id}::uuid and v.day = ${today})
      order by p.id
      for no key update
    ), me as (
      select id, keeps_history from people where id = ${viewer.id}::uuid
    ), seen_again as (
      update post_views v set in_history = true from me
      where v.post_id in (${wanted}) and v.person_id = me.id and v.day = ${today} and not v.in_history and me.keeps_history
    ), added as (
      insert into post_views (post_id, person_id, day, in_history)
      select locked.id, me.id, ${today}, me.keeps_history from locked, me
      on conflict do nothing
      returning post_id
    )
    ${movedCounters('added', { views: 1 })}
  `)
}
