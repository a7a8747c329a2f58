import type { Viewer } from '#http/viewer.ts'
import type { PostRow } from './schema.ts'

/** Posts are changed and removed by the creator who wrote them and by admins. */
export const mayChangePost = (viewer: Pick<Viewer, 'id' | 'role'>, post: Pick<PostRow, 'creatorId'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.id === post.creatorId)

/** Comments are removed by admins and by the main influencer who is a creator, not even by their authors. */
export const mayRemoveComments = (viewer: Pick<Viewer, 'role' | 'isMainInfluencer'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.isMainInfluencer)
