import type { Viewer } from '#http/viewer.ts'

/** Comments are removed by admins and by the main influencer who is a creator, not even by their authors. */
export const mayRemoveComments = (viewer: Pick<Viewer, 'role' | 'isMainInfluencer'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.isMainInfluencer)
