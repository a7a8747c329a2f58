import type { User } from '@touchline/contract/people.ts'

/** Comments are removed by admins and by the main influencer who is a creator. */
export const mayRemoveComments = (viewer: Pick<User, 'role' | 'isMainInfluencer'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.isMainInfluencer)
