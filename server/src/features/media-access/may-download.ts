import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { accessDenied, type Refusal } from '#errors.ts'
import { mayChangePost } from '#features/posts/may-change.ts'
import { savedPosts } from '#features/saved/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { MediaOwner } from './media-owner.ts'
import { mediaFiles } from '#features/media/schema.ts'

type DownloadRequest = { viewer: Viewer; owner: MediaOwner; mediaId: string; now: Date }

/** Returns null when allowed. Once a stream exists, only the author, admins and offline leases may read the file. */
export async function refusalToDownload(
  db: Database,
  { viewer, owner, mediaId, now }: DownloadRequest,
): Promise<Refusal | null> {
  if (owner.kind !== 'post' || mayChangePost(viewer, owner)) return null
  const isStream = and(eq(mediaFiles.mediaId, mediaId), eq(mediaFiles.variant, 'stream'))
  if ((await db.$count(mediaFiles, isStream)) === 0) return null
  const isLent = and(
    eq(savedPosts.sessionId, viewer.sessionId),
    eq(savedPosts.postId, owner.id),
    gt(savedPosts.endsAt, now),
  )
  if ((await db.$count(savedPosts, isLent)) > 0) return null
  return accessDenied('This video is streamed. To keep it, save the post for offline.')
}
