/**
 * Every endpoint names exactly one. `subscriber` is the role, paying or not; `member` has access (creator, admin, or a
 * subscriber with access); `payingMember` is a subscriber with access.
 */
export const accessPolicies = [
  'public',
  'signedIn',
  'subscriber',
  'member',
  'payingMember',
  'creator',
  'creatorOrAdmin',
  'admin',
] as const

export type AccessPolicy = (typeof accessPolicies)[number]
