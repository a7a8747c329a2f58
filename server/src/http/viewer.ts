import type { ApiRight } from '@touchline/contract/access.ts'
import type { Role } from '@touchline/contract/people.ts'
import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'

/** The authenticated person, read from the session on every request. */
export type Viewer = {
  id: string
  sessionId: string
  /** When they last proved their identity in this session, by signing in or confirming. */
  confirmedAt: Date
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
  bio: string | null
  location: string | null
  website: string | null
  /** The media item of their avatar. */
  avatarId: string | null
  stripeCustomerId: string | null
  createdAt: Date
  isMainInfluencer: boolean
  isBlocked: boolean
  /** Whether they followed a link sent to their address. */
  hasProvenEmail: boolean
  /** Whether their role requires two-factor authentication and they have not set it up. */
  owesTwoFactor: boolean
  subscriptionState: SubscriptionState
  hasAccess: boolean
  /** Whether this process had received every acknowledged change when the session was read. */
  mayUseCaches?: boolean
  /** The API key that acts for this person; absent in a session. */
  apiKey?: { name: string; rights: readonly ApiRight[] }
}

/** Finds the viewer of a session cookie; null when the session does not exist. */
export type Authenticate = (sessionToken: string) => Promise<Viewer | null>

/** Creators and admins may see members' email addresses; moderators, members and keys without the right may not. */
export const isCreatorOrAdmin = ({ role, apiKey }: Pick<Viewer, 'role' | 'apiKey'>) =>
  (role === 'creator' || role === 'admin') && (!apiKey || apiKey.rights.includes('members:read'))
