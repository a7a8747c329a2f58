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

/** Why this viewer may not enter under this policy, or null when they may. Order: session, blocked, role, access. */
export function refusalFor(policy: AccessPolicy, viewer: Viewer | null): Refusal | null {
  if (policy === 'public') return null
  if (!viewer) return unauthorized()
  if (viewer.isBlocked) return accountSuspended()
  return judges[policy](viewer)
}
