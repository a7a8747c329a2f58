import type { AccessPolicy } from '@touchline/contract/access.ts'
import {
  accessDenied,
  accountSuspended,
  type Refusal,
  subscriptionRequired,
  twoFactorRequired,
  unauthorized,
} from '#errors.ts'
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
  staff: only('creator', 'moderator', 'admin'),
  moderator: only('moderator', 'admin'),
  admin: only('admin'),
}

type Exceptions = { evenSuspended?: boolean; beforeTwoFactor?: boolean }

/** Returns null when allowed. Checks in order: suspension, session, two-factor setup, role, access. */
export function refusalFor(
  policy: AccessPolicy,
  viewer: Viewer | null,
  { evenSuspended = false, beforeTwoFactor = false }: Exceptions = {},
): Refusal | null {
  if (viewer?.isBlocked && !evenSuspended) return accountSuspended()
  if (policy === 'public') return null
  if (!viewer) return unauthorized()
  if (viewer.owesTwoFactor && !beforeTwoFactor) return twoFactorRequired()
  return judges[policy](viewer)
}

const confirmationLastsMs = 10 * 60_000

/** Whether the viewer confirmed their identity within the last ten minutes. */
export function isConfirmed(viewer: Pick<Viewer, 'confirmedAt'> | null, now: Date): boolean {
  return viewer !== null && now.getTime() - viewer.confirmedAt.getTime() <= confirmationLastsMs
}
