import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { accessOf, type MembershipFacts } from '#features/subscriptions/access.ts'
import { membershipFacts } from '#features/subscriptions/membership-facts.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { people, type Person, sessions } from './schema.ts'

/** What a viewer is made of; the password's hash stays in its table. */
const personFacts = {
  id: people.id,
  email: people.email,
  firstName: people.firstName,
  lastName: people.lastName,
  role: people.role,
  bio: people.bio,
  location: people.location,
  website: people.website,
  isMainInfluencer: people.isMainInfluencer,
  isBlocked: people.isBlocked,
  stripeCustomerId: people.stripeCustomerId,
  createdAt: people.createdAt,
}
type PersonFacts = Pick<Person, keyof typeof personFacts>

/** Session, person and current membership in one look-up: everything an access decision needs. */
export const sessionLookup = (db: Database) =>
  db
    .select({
      session: { id: sessions.id, lastSeenAt: sessions.lastSeenAt, expiresAt: sessions.expiresAt },
      person: personFacts,
      membership: membershipFacts,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
    .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
    .limit(1)
    .prepare('session_lookup')

/** One person with their current membership. */
export async function personWithMembership(db: Database, personId: string) {
  const [found] = await db
    .select({ person: personFacts, membership: membershipFacts })
    .from(people)
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
    .where(eq(people.id, personId))
    .limit(1)
  return found ?? null
}

type Known = { sessionId: string; person: PersonFacts; membership: MembershipFacts | null }

/** What is known of a session as the viewer it stands for, at `now`. */
export function toViewer({ sessionId, person, membership }: Known, now: Date): Viewer {
  const access = accessOf({ role: person.role, membership }, now)
  return {
    id: person.id,
    sessionId,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    role: person.role,
    bio: person.bio,
    location: person.location,
    website: person.website,
    stripeCustomerId: person.stripeCustomerId,
    createdAt: person.createdAt,
    isMainInfluencer: person.isMainInfluencer,
    isBlocked: person.isBlocked,
    subscriptionState: access.state,
    hasAccess: access.hasAccess && !person.isBlocked,
  }
}
