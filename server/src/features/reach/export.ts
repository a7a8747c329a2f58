import { and, eq, gt, sql } from 'drizzle-orm'
import { rowsById } from '#db/rows-by-id.ts'
import { titleFor } from '#features/posts/exported-posts.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { postWatches } from './schema.ts'

/** Watch time per post and day (UTC), in seconds. */
export async function* exportWatches({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const days = sql<{ day: string; seconds: number }[]>`json_agg(
    json_build_object('day', ${postWatches.day}, 'seconds', ${postWatches.seconds}) order by ${postWatches.day})`
  const played = rowsById((after, limit) =>
    db
      .select({ id: posts.id, title: posts.title, status: posts.status, days })
      .from(postWatches)
      .innerJoin(posts, eq(posts.id, postWatches.postId))
      .where(and(eq(postWatches.personId, viewer.id), gt(posts.id, after)))
      .groupBy(posts.id)
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, title, status, days: playedOn } of played)
    yield { postId: id, postTitle: titleFor(viewer, { title, status }), playedOn }
}
