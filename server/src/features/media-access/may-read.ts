import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { notFound, type Refusal, subscriptionRequired, accessDenied } from '#errors.ts'
import { mediaFiles } from '#features/media/schema.ts'
import { maySeeAvatar } from '#features/people/avatar.ts'
import { mayChangePost } from '#features/posts/may-change.ts'
import { savedPosts } from '#features/saved/schema.ts'
import { refusalFor } from '#http/policy.ts'
import type { Viewer } from '#http/viewer.ts'
import type { MediaOwner } from './media-owner.ts'

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

/**
 * Returns null when allowed. Without access the refusal is the same for an existing and for a missing media item.
 * Avatars are visible to members, and to the people they belong to.
 */
export function refusalToRead(viewer: Viewer | null, owner: MediaOwner | null, now: Date): Refusal | null {
  const refusal = refusalFor('signedIn', viewer)
  if (refusal || !viewer) return refusal
  if (owner?.kind === 'avatar') return maySeeAvatar(viewer, owner.id) ? null : subscriptionRequired()
  if (owner?.kind === 'post' && owner.status === 'ready') {
    const isOpen = owner.opensAt !== null && owner.opensAt <= now
    return viewer.hasAccess || isOpen ? null : subscriptionRequired()
  }
  // Admins see removed media because they decide whether it is restored.
  if (owner?.kind === 'post' && owner.status === 'removed' && viewer.role !== 'admin')
    return viewer.hasAccess ? notFound('Media') : subscriptionRequired()
  if (owner && mayChangePost(viewer, owner)) return null
  return viewer.hasAccess ? notFound('Media') : subscriptionRequired()
}
