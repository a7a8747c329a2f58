import type { Session } from '@touchline/contract/accounts.ts'
import type { Role } from '@touchline/contract/people.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { inOneColumn, inOneColumnIfThere } from '#db/in-one-column.ts'
import { readTogether } from '#db/read-together.ts'
import { versionCache } from '#db/version-cache.ts'
import { accessOf, type MembershipFacts, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { deviceName } from './device-name.ts'
import { people, type Person, sessions } from '#features/people/schema.ts'

/** The columns of a viewer; the password hash is not loaded. */
export const personFacts = {
  id: people.id,
  email: people.email,
  firstName: people.firstName,
  lastName: people.lastName,
  role: people.role,
  bio: people.bio,
  location: people.location,
  website: people.website,
  avatarId: people.avatarId,
  isMainInfluencer: people.isMainInfluencer,
  isBlocked: people.isBlocked,
  emailProvenAt: people.emailProvenAt,
  hasTwoFactor: people.hasTwoFactor,
  hasPasskey: people.hasPasskey,
  isRecovering: people.isRecovering,
  stripeCustomerId: people.stripeCustomerId,
  createdAt: people.createdAt,
}
type PersonFacts = Pick<Person, keyof typeof personFacts>

/** Changes with each of the three rows. */
const version = sql<string>`concat_ws(' ', ${sessions}.xmin, ${people}.xmin, ${memberships}.xmin)`

const isOfPerson = and(eq(memberships.personId, people.id), memberships.isCurrent)
// A visible number of hashes would make the planner plan every time.
const isAmongHashes = sql`${sessions.tokenHash} = any((select ${sql.placeholder('hashes')}::text[])::text[])`

const maxCached = 5_000

/**
 * Loads session, person and current membership: everything an access decision needs. Every call reads the versions of
 * the three rows in one query, and their columns only where a version is new.
 */
export function sessionLookup({ shortReads, changes }: Database) {
  const versions = shortReads
    .select({ tokenHash: sessions.tokenHash, version })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .leftJoin(memberships, isOfPerson)
    .where(isAmongHashes)
    .prepare('session_versions')
  const rows = shortReads
    .select({
      tokenHash: sessions.tokenHash,
      version,
      session: inOneColumn({
        id: sessions.id,
        lastSeenAt: sessions.lastSeenAt,
        confirmedAt: sessions.confirmedAt,
        expiresAt: sessions.expiresAt,
      }),
      person: inOneColumn(personFacts),
      membership: inOneColumnIfThere(memberships.id, membershipFacts),
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .leftJoin(memberships, isOfPerson)
    .where(isAmongHashes)
    .prepare('session_rows')
  type Found = Awaited<ReturnType<typeof rows.execute>>[number]

  const cached = versionCache<Found>(shortReads, maxCached)

  async function load(hashes: string[]): Promise<[string, Found][]> {
    const found = hashes.length > 0 ? await rows.execute({ hashes }) : []
    for (const row of found) cached.set(row.tokenHash, row)
    return found.map((row) => [row.tokenHash, row])
  }

  async function read(hashes: string[]): Promise<Map<string, Found>> {
    const known = hashes.filter((hash) => cached.has(hash))
    const unknown = hashes.filter((hash) => !cached.has(hash))
    // Both go to the database in one write.
    const [current, loaded] = await Promise.all([
      known.length > 0 ? versions.execute({ hashes: known }) : [],
      load(unknown),
    ])
    const found = new Map(loaded)
    for (const one of current) {
      const row = cached.get(one.tokenHash)
      if (row?.version === one.version) found.set(one.tokenHash, row)
    }
    const changed = known.filter((hash) => !found.has(hash))
    for (const hash of changed) cached.delete(hash)
    for (const [hash, row] of await load(changed)) found.set(hash, row)
    return found
  }

  return readTogether(async (hashes) => {
    const hasAllChanges = changes.beginReads()
    const found = await read(hashes)
    const mayUseCaches = hasAllChanges()
    return new Map([...found].map(([hash, row]) => [hash, { ...row, mayUseCaches }]))
  })
}

export async function personWithMembership(db: Database, personId: string) {
  const [found] = await db
    .select({ person: personFacts, membership: membershipFacts })
    .from(people)
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
    .where(eq(people.id, personId))
    .limit(1)
  return found ?? null
}

type Known = {
  /** The roles that must sign in with a second step. */
  twoFactorRoles: Role[]
  sessionId: string
  confirmedAt: Date
  person: PersonFacts
  membership: MembershipFacts | null
  mayUseCaches?: boolean
}

/** The viewer that a session stands for at `now`. */
export function toViewer(
  { sessionId, confirmedAt, person, membership, twoFactorRoles, mayUseCaches = false }: Known,
  now: Date,
): Viewer {
  const access = accessOf({ role: person.role, membership }, now)
  return {
    id: person.id,
    sessionId,
    confirmedAt,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    role: person.role,
    bio: person.bio,
    location: person.location,
    website: person.website,
    avatarId: person.avatarId,
    stripeCustomerId: person.stripeCustomerId,
    createdAt: person.createdAt,
    isMainInfluencer: person.isMainInfluencer,
    isBlocked: person.isBlocked,
    hasProvenEmail: person.emailProvenAt !== null,
    owesTwoFactor:
      !person.hasTwoFactor &&
      !person.hasPasskey &&
      (person.isRecovering || twoFactorRoles.includes(person.role)),
    subscriptionState: access.state,
    hasAccess: access.hasAccess && !person.isBlocked,
    mayUseCaches,
  }
}

/** The sessions of a viewer: this browser first, then the most recently used. */
export async function sessionsOf(db: Database, viewer: Viewer): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.personId, viewer.id))
    .orderBy(desc(eq(sessions.id, viewer.sessionId)), desc(sessions.lastSeenAt), desc(sessions.id))
  return rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    device: deviceName(userAgent),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isThis: id === viewer.sessionId,
  }))
}
