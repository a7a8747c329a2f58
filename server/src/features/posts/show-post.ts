import type { Post } from '@touchline/contract/posts.ts'
import { notFound, subscriptionRequired } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { validate } from 'uuid'
import { postQueries } from './queries.ts'
import { readerOf } from './reader.ts'
import { type FullPost, toPost } from './to-post.ts'
import type { PostRow } from './schema.ts'

/** True when everybody signed in may read the post at `now`, not only members. */
const isOpenAt = ({ status, opensAt }: Pick<PostRow, 'status' | 'opensAt'>, now: Date) =>
  status === 'ready' && opensAt !== null && opensAt <= now

/**
 * One post for whoever may read it: members, and everybody signed in once it is open. Members hear 404 of what is not
 * there (for them); whoever has no access hears the same refusal of every post that is not open, so that nothing is
 * learned from it.
 */
export function readPost(viewer: Viewer, found: FullPost | undefined, now: Date): Post {
  if (viewer.hasAccess) {
    if (!found) throw notFound('Post')
    return toPost(found, viewer)
  }
  if (!found || !isOpenAt(found.post, now)) throw subscriptionRequired()
  return { ...toPost(found, viewer), isLiked: false }
}

/** Finds a post and lets `viewer` read it as `readPost` says. */
export async function showPost(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<Post> {
  const asked = { viewerId: viewer.id, ...readerOf(viewer), id }
  const [found] = validate(id) ? await postQueries(db).one.execute(asked) : []
  return readPost(viewer, found, clock.now())
}
