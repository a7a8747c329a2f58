import { notFound, type Refusal, subscriptionRequired } from '#errors.ts'
import { mayChangePost } from '#features/posts/may-change.ts'
import { refusalFor } from '#http/policy.ts'
import type { Viewer } from '#http/viewer.ts'
import { maySeeAvatar } from '#features/people/may-see-avatar.ts'
import type { MediaOwner } from './media-owner.ts'

/**
 * Why this viewer may not read a media item at `now`, or null when they may: the one rule for every file of it. Who has no
 * access hears the same about a media item that is not there as about one that is, and nobody of what others prepare. People’s
 * pictures are for members, and for those they show.
 */
export function refusalToRead(viewer: Viewer | null, owner: MediaOwner | null, now: Date): Refusal | null {
  const refusal = refusalFor('signedIn', viewer)
  if (refusal || !viewer) return refusal
  if (owner?.kind === 'avatar') return maySeeAvatar(viewer, owner.id) ? null : subscriptionRequired()
  if (owner?.kind === 'post' && owner.status === 'ready') {
    const isOpen = owner.opensAt !== null && owner.opensAt <= now
    return viewer.hasAccess || isOpen ? null : subscriptionRequired()
  }
  // What moderators removed is seen by those who decide whether it comes back.
  if (owner?.kind === 'post' && owner.status === 'removed' && viewer.role !== 'admin')
    return viewer.hasAccess ? notFound('Media') : subscriptionRequired()
  if (owner && mayChangePost(viewer, owner)) return null
  return viewer.hasAccess ? notFound('Media') : subscriptionRequired()
}
