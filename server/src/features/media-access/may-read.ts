import { notFound, type Refusal, subscriptionRequired } from '#errors.ts'
import { maySeeAvatar } from '#features/people/avatar.ts'
import { mayChangePost } from '#features/posts/may-change.ts'
import { refusalFor } from '#http/policy.ts'
import type { Viewer } from '#http/viewer.ts'
import type { MediaOwner } from './media-owner.ts'

/** A viewer may finish a film that is being replaced. */
const watchedMs = 6 * 60 * 60_000

const isGone = ({ removedAt }: { removedAt: Date | null }, now: Date) =>
  removedAt !== null && now.getTime() - removedAt.getTime() > watchedMs

/** Whether it belongs to a published post, or an edit has just removed it from one. */
export const isPublished = (owner: MediaOwner | null, now: Date): boolean =>
  owner?.kind === 'post' && owner.status === 'ready' && !isGone(owner, now)

/**
 * Returns null when allowed. Without access the refusal is the same for an existing and for a missing media item.
 * Avatars are visible to members, and to the people they belong to.
 */
export function refusalToRead(viewer: Viewer | null, owner: MediaOwner | null, now: Date): Refusal | null {
  const refusal = refusalFor('signedIn', viewer)
  if (refusal || !viewer) return refusal
  if (owner?.kind === 'avatar') return maySeeAvatar(viewer, owner.id) ? null : subscriptionRequired()
  if (owner?.kind === 'post' && owner.status === 'ready') {
    if (isGone(owner, now)) {
      if (mayChangePost(viewer, owner)) return null
      return viewer.hasAccess ? notFound('Media') : subscriptionRequired()
    }
    const isOpen = owner.opensAt !== null && owner.opensAt <= now
    return viewer.hasAccess || isOpen ? null : subscriptionRequired()
  }
  // Admins see removed media because they decide whether it is restored.
  if (owner?.kind === 'post' && owner.status === 'removed' && viewer.role !== 'admin')
    return viewer.hasAccess ? notFound('Media') : subscriptionRequired()
  if (owner && mayChangePost(viewer, owner)) return null
  return viewer.hasAccess ? notFound('Media') : subscriptionRequired()
}
