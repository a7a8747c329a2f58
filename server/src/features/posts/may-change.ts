import type { Viewer } from '#http/viewer.ts'
import type { PostRow } from './schema.ts'

/** The creator of a post and admins may change and remove it. */
export const mayChangePost = (viewer: Pick<Viewer, 'id' | 'role'>, post: Pick<PostRow, 'creatorId'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.id === post.creatorId)
