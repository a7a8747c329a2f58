import type { Database } from '#db/database.ts'
import { accessDenied, notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import { knownId } from './known-id.ts'
import { mayChangePost } from './may-change.ts'
import { postById } from './queries.ts'
import type { PostRow } from './schema.ts'

/** Loads a post that the viewer may change. Throws 404 for an unknown or removed post, 403 for someone else's. */
export async function postToChange(
  db: Database,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<PostRow> {
  const post = await postById(db, knownId(postId, 'Post'))
  if (!post) throw notFound('Post')
  if (!mayChangePost(viewer, post)) throw accessDenied()
  return post
}
