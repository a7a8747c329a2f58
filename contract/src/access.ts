/**
 * Who may call an endpoint. Every endpoint names exactly one; the server refuses to start without it.
 * public: anyone · signedIn: any role, not blocked · subscriber: the subscriber role, paying or not ·
 * member: has access (creator, admin, or a subscriber with access) · payingMember: a subscriber with access ·
 * creator, creatorOrAdmin, admin: by role.
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
