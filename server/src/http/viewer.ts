import type { Role } from '@touchline/contract/people.ts'
import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'

/** Who is asking, read from the session on every request. */
export type Viewer = {
  id: string
  sessionId: string
  /** When they last proved in this session who they are: by signing in, or again since. */
  confirmedAt: Date
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
  bio: string | null
  location: string | null
  website: string | null
  /** The media item of their picture. */
  avatarId: string | null
  stripeCustomerId: string | null
  createdAt: Date
  isMainInfluencer: boolean
  isBlocked: boolean
  /** They followed a link that was sent to their address. */
  hasProvenEmail: boolean
  /** The site asks a second step of their role, and they have not set one up yet. */
  owesTwoFactor: boolean
  subscriptionState: SubscriptionState
  hasAccess: boolean
}

/** Finds the viewer for a session cookie's value; null when there is no such session. */
export type Authenticate = (sessionToken: string) => Promise<Viewer | null>

/** Staff may see members' e-mail addresses; members never see each other's. */
export const isStaff = (viewer: Pick<Viewer, 'role'>) => viewer.role === 'creator' || viewer.role === 'admin'
