import { safeName } from '@touchline/contract/names.ts'
import type { Party, User } from '@touchline/contract/people.ts'
import type { Viewer } from '#http/viewer.ts'
import { isCreatorOrAdmin } from '#http/viewer.ts'
import { avatarUrl, maySeeAvatar } from './avatar.ts'
import type { Person } from './schema.ts'

const localPart = (email: string) => email.slice(0, email.indexOf('@'))

/** The name that members see: never the whole address. */
export const displayName = ({ firstName, email }: Pick<Person, 'firstName' | 'email'>): string =>
  firstName ?? localPart(email)

export type PartyRow = Pick<
  Person,
  'id' | 'firstName' | 'lastName' | 'email' | 'role' | 'avatarId' | 'isMainInfluencer'
>

/** Only creators, admins and the person see the email address and a member's last name; members also see the avatar. */
export function toParty(
  person: PartyRow,
  viewer: Pick<Viewer, 'id' | 'role' | 'hasAccess' | 'apiKey'>,
): Party {
  const mayReadEmail = isCreatorOrAdmin(viewer) || viewer.id === person.id
  return {
    id: person.id,
    firstName: mayReadEmail ? person.firstName : safeName(displayName(person)) || 'Member',
    lastName: mayReadEmail || person.role === 'creator' ? person.lastName : null,
    email: mayReadEmail ? person.email : null,
    profileImageUrl: person.avatarId && maySeeAvatar(viewer, person.id) ? avatarUrl(person.avatarId) : null,
    isMainInfluencer: person.isMainInfluencer,
  }
}

const subscriptionStatusOf = (viewer: Viewer): User['subscriptionStatus'] => {
  switch (viewer.subscriptionState) {
    // A canceled membership stays active through its paid month.
    case 'active':
    case 'canceled_pending':
      return 'active'
    case 'past_due':
    case 'payment_failed':
      return 'past_due'
    case 'subscription_canceled':
    case 'revoked':
      return 'canceled'
    default:
      return null
  }
}

export function toUser(viewer: Viewer): User {
  return {
    id: viewer.id,
    firstName: viewer.firstName,
    lastName: viewer.lastName,
    email: viewer.email,
    role: viewer.role,
    bio: viewer.bio,
    location: viewer.location,
    website: viewer.website,
    profileImageUrl: viewer.avatarId && avatarUrl(viewer.avatarId),
    isMainInfluencer: viewer.isMainInfluencer,
    subscriptionStatus: subscriptionStatusOf(viewer),
    stripeCustomerId: viewer.stripeCustomerId,
    createdAt: viewer.createdAt.toISOString(),
    isBlocked: viewer.isBlocked,
    hasAccess: viewer.hasAccess,
    hasProvenEmail: viewer.hasProvenEmail,
    owesTwoFactor: viewer.owesTwoFactor,
  }
}
