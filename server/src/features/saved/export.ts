import { eq } from 'drizzle-orm'
import { titleFor } from '#features/posts/exported-posts.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { savedPosts } from './schema.ts'

/** Posts saved for offline, one row per browser. */
export async function exportSavedPosts({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const rows = await db
    .select({
      id: posts.id,
      title: posts.title,
      status: posts.status,
      savedAt: savedPosts.savedAt,
      until: savedPosts.endsAt,
    })
    .from(savedPosts)
    .innerJoin(posts, eq(posts.id, savedPosts.postId))
    .where(eq(savedPosts.personId, viewer.id))
    .orderBy(savedPosts.savedAt)
  const savedForOffline = rows.map(({ id, title, status, savedAt, until }) => ({
    postId: id,
    postTitle: titleFor(viewer, { title, status }),
    savedAt,
    until,
  }))
  return { savedForOffline }
}
