import type { AccessPolicy } from '@touchline/contract/access.ts'
import { accessDenied, accountSuspended, type Refusal, subscriptionRequired, unauthorized } from '#errors.ts'
import type { Viewer } from './viewer.ts'

type Judge = (viewer: Viewer) => Refusal | null

const only =
  (...roles: Viewer['role'][]): Judge =>
  (viewer) =>
    roles.includes(viewer.role) ? null : accessDenied()

const judges: Record<Exclude<AccessPolicy, 'public'>, Judge> = {
  signedIn: () => null,
  subscriber: only('subscriber'),
  member: (viewer) => (viewer.hasAccess ? null : subscriptionRequired()),
  payingMember: (viewer) => only('subscriber')(viewer) ?? judges.member(viewer),
  creator: only('creator'),
  creatorOrAdmin: only('creator', 'admin'),
  admin: only('admin'),
}

/**
 * Why this viewer may not enter under this policy, or null when they may. Order: blocked, session, role, access. With
 * `evenSuspended` blocked people are judged like everybody else.
 */
export function refusalFor(
  policy: AccessPolicy,
  viewer: Viewer | null,
  evenSuspended = false,
): Refusal | null {
  if (viewer?.isBlocked && !evenSuspended) return accountSuspended()
  if (policy === 'public') return null
  if (!viewer) return unauthorized()
  return judges[policy](viewer)
}
