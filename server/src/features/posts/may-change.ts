import type { Viewer } from '#http/viewer.ts'
import type { PostRow } from './schema.ts'

export const mayChangePost = (viewer: Pick<Viewer, 'id' | 'role'>, post: Pick<PostRow, 'creatorId'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.id === post.creatorId)
