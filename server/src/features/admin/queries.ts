import type { AdminPerson, PeopleState, PersonDetail } from '@touchline/contract/admin.ts'
import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { validate as isUuid } from 'uuid'
import type { Database } from '#db/database.ts'
import { notFound } from '#errors.ts'
import { fullNameSql } from '#features/people/full-name-sql.ts'
import { knownDevices, people, sessions } from '#features/people/schema.ts'
import { listEntries } from '#features/audit/read-log.ts'
import { removalDueAt } from '#features/accounts/two-factor-removal.ts'
import { listedPeople } from '#features/blocks/listed-people.ts'
import { blocks } from '#features/blocks/schema.ts'
import { comments } from '#features/comments/schema.ts'
import { paidCentsOf } from '#features/ledger/paid-cents.ts'
import { posts } from '#features/posts/schema.ts'
import { silenceOf } from '#features/silences/refuse-silenced.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { isLive } from '#features/subscriptions/snapshot/subscription-state.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { accessStateSql } from '#features/subscriptions/access/access-state-sql.ts'
import { personWords } from '#features/people/search-schema.ts'
import { countPeople, findPeople } from '#features/people/search-people.ts'
import { personActivity } from './person-activity.ts'
import { personVisits } from './schema.ts'
import { currentMembershipOf } from '#features/subscriptions/access/current-membership.ts'

/** Returns people by id as the admin list shows them, in the order of `ids`. */
export async function adminPeople(db: Database, ids: string[], now: Date): Promise<AdminPerson[]> {
  if (ids.length === 0) return []
  const [listed, rows] = await Promise.all([
    listedPeople(db, ids),
    db
      .select({
        id: people.id,
        role: people.role,
        createdAt: people.createdAt,
        lastSeenAt: personVisits.lastSeenAt,
        membership: membershipFacts,
        paidCents,
      })
      .from(people)
      .leftJoin(personVisits, eq(personVisits.personId, people.id))
      .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
      .where(inArray(people.id, ids)),
  ])
  const more = new Map(rows.map((row) => [row.id, row]))
  return listed.flatMap((person) => {
    const found = more.get(person.id)
    if (!found) return []
    return [
      {
        ...person,
        createdAt: found.createdAt.toISOString(),
        lastSeenAt: found.lastSeenAt?.toISOString() ?? null,
        subscriptionState: accessOf(found, now).state,
        paidCents: found.paidCents,
      },
    ]
  })
}

/** What a person of `people` has paid. */
const paidCents = paidCentsOf(sql`payment.person_id = ${people.id}`)

/** Condition on `personWords` that a person is in a state of the filter. */
function isInState(state: PeopleState, now: Date): SQL {
  if (state === 'blocked' || state === 'complimentary') {
    const isSo = state === 'blocked' ? sql`${people.isBlocked}` : sql`${people.role} <> 'subscriber'`
    // Spelled like the predicate of the partial index on the few people who are not ordinary members.
    return sql`${personWords.personId} in (select ${people.id} from ${people}
      where (${people.role} <> 'subscriber' or ${people.isBlocked} or ${people.erasedAt} is not null)
        and ${people.erasedAt} is null and ${isSo})`
  }
  return sql`${personWords.personId} in (select ${people.id} from ${people}
    left join ${memberships} on ${memberships.personId} = ${people.id} and ${memberships.isCurrent}
    where ${people.erasedAt} is null and ${accessStateSql(now)} = ${state}
      ${state === 'none' ? sql`` : sql`and ${memberships.personId} is not null`})`
}

type ListQuery = {
  page?: number | undefined
  limit?: number | undefined
  search?: string | undefined
  state?: PeopleState | undefined
  before?: string | undefined
}

/** Returns one page of all people, or of those that match `search` and `state`, with the total count. */
export async function listPeople(
  db: Database,
  { page = 1, limit = 20, search, state, before }: ListQuery,
  now: Date,
): Promise<{ users: AdminPerson[]; total: number; hasMore: boolean }> {
  const where = state && isInState(state, now)
  const [ids, total] = await Promise.all([
    findPeople(db, { search, page, limit: limit + 1, step: limit, before, where }),
    countPeople(db, search, where),
  ])
  return {
    users: await adminPeople(db, ids.slice(0, limit), now),
    total,
    hasMore: ids.length > limit,
  }
}

const by = alias(people, 'by')
const endedBy = alias(people, 'ended_by')

async function blocksOf(db: Database, personId: string): Promise<PersonDetail['blocks']> {
  const rows = await db
    .select({ block: blocks, by: fullNameSql('by'), endedBy: fullNameSql('ended_by') })
    .from(blocks)
    .leftJoin(by, eq(by.id, blocks.byId))
    .leftJoin(endedBy, eq(endedBy.id, blocks.endedById))
    .where(eq(blocks.personId, personId))
    .orderBy(desc(blocks.startsAt), desc(blocks.id))
    .limit(50)
  return rows.map(({ block, by: blocker, endedBy: ender }) => ({
    id: block.id,
    reason: block.reason,
    startsAt: block.startsAt.toISOString(),
    until: block.until?.toISOString() ?? null,
    endedAt: block.endedAt?.toISOString() ?? null,
    by: blocker,
    endedBy: ender,
  }))
}

async function membershipOf(db: Database, personId: string): Promise<PersonDetail['membership']> {
  const found = await currentMembershipOf(db, personId)
  return (
    found && {
      status: found.status,
      priceCents: found.priceCents,
      startedAt: found.startedAt.toISOString(),
      periodEnd: found.periodEnd.toISOString(),
      cancelAt: found.cancelAt?.toISOString() ?? null,
      endedAt: found.endedAt?.toISOString() ?? null,
      isRunning: isLive(found) && found.endedAt === null,
    }
  )
}

const recentMs = 30 * 24 * 60 * 60_000

/** Returns everything an admin can see of one person; null for an unknown id. */
export async function personDetail(db: Database, id: string, now: Date): Promise<PersonDetail | null> {
  const [person] = await adminPeople(db, [id], now)
  if (!person) return null
  const [own] = await db
    .select({
      isMainInfluencer: people.isMainInfluencer,
      hasTwoFactor: people.hasTwoFactor,
      hasPasskey: people.hasPasskey,
      sessionCount: db.$count(sessions, and(eq(sessions.personId, id), gt(sessions.expiresAt, now))),
      recentDevices: db.$count(
        knownDevices,
        and(eq(knownDevices.personId, id), gt(knownDevices.lastUsedAt, new Date(now.getTime() - recentMs))),
      ),
      emailProvenAt: people.emailProvenAt,
      commentCount: db.$count(comments, eq(comments.personId, id)),
      postCount: db.$count(
        posts,
        and(eq(posts.creatorId, id), inArray(posts.status, ['ready', 'processing'])),
      ),
    })
    .from(people)
    .where(eq(people.id, id))
  if (!own) return null
  const { emailProvenAt, ...facts } = own
  return {
    ...person,
    ...facts,
    hasProvenEmail: emailProvenAt !== null,
    secondStepRemovedAt: (await removalDueAt(db, id))?.toISOString() ?? null,
    membership: await membershipOf(db, id),
    blocks: await blocksOf(db, id),
    silencedUntil: (await silenceOf(db, id, now))?.until.toISOString() ?? null,
    activity: await personActivity(db, id, now),
    acts: (await listEntries(db, { person: id })).entries,
  }
}

/** Returns the person an admin acts on. Returns 404 for an unknown id or an erased person. */
export async function personById(db: Database, id: string) {
  const [person] = isUuid(id)
    ? await db
        .select({
          id: people.id,
          email: people.email,
          role: people.role,
          stripeCustomerId: people.stripeCustomerId,
        })
        .from(people)
        .where(and(eq(people.id, id), isNull(people.erasedAt)))
    : []
  if (!person) throw notFound('User')
  return person
}
