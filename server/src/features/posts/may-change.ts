import type { Viewer } from '#http/viewer.ts'
import type { PostRow } from './schema.ts'

/** Posts are changed and removed by the creator who wrote them and by admins. */
export const mayChangePost = (viewer: Pick<Viewer, 'id' | 'role'>, post: Pick<PostRow, 'creatorId'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.id === post.creatorId)
