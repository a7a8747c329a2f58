/**
 * Every endpoint names exactly one. `subscriber` is the role, paying or not; `member` has access (staff, or a
 * subscriber with access); `payingMember` is a subscriber with access. `staff` is a creator, a moderator or an admin;
 * `moderator` is a moderator or an admin.
 */
export const accessPolicies = [
  'public',
  'signedIn',
  'subscriber',
  'member',
  'payingMember',
  'creator',
  'creatorOrAdmin',
  'staff',
  'moderator',
  'admin',
] as const

export type AccessPolicy = (typeof accessPolicies)[number]

/**
 * What an API key may be allowed to do. An endpoint names the one right that opens it; an endpoint without a right is
 * closed to keys.
 */
export const apiRights = ['members:read', 'posts:read', 'money:read', 'gate:manage'] as const

export type ApiRight = (typeof apiRights)[number]

/** Every right in the words of the desk and of refusals: a key may … */
export const rightTexts: Record<ApiRight, string> = {
  'members:read': 'read members',
  'posts:read': 'read posts and comments',
  'money:read': 'read payments, payouts and figures',
  'gate:manage': 'manage gate codes',
}
