import type { AuditAction, AuditEntry, StaffLook } from '@touchline/contract/audit.ts'
import type { Role } from '@touchline/contract/people.ts'
import { and, desc, eq, gte, lte, ne, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { validate as isUuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { isAfterRow } from '#db/place-in-list.ts'
import { people } from '#features/people/schema.ts'
import { auditEntries } from './schema.ts'

const pageSize = 20

const actors = alias(people, 'actors')
const concerned = alias(people, 'concerned')

type Party = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string
  role: Role
}

const actorColumns = {
  id: actors.id,
  firstName: actors.firstName,
  lastName: actors.lastName,
  email: actors.email,
  role: actors.role,
}
const concernedColumns = {
  id: concerned.id,
  firstName: concerned.firstName,
  lastName: concerned.lastName,
  email: concerned.email,
  role: concerned.role,
}

const toParty = (person: Party | null) =>
  person && {
    id: person.id,
    name: [person.firstName, person.lastName].filter(Boolean).join(' '),
    email: person.email,
    role: person.role,
  }

const matchesPerson = (table: typeof actors | typeof concerned, idOrEmail: string) =>
  isUuid(idOrEmail) ? eq(table.id, idOrEmail) : eq(table.email, idOrEmail.toLowerCase())

const isBefore = (before: string | undefined): SQL | undefined =>
  before ? isAfterRow([auditEntries.at, auditEntries.id], before) : undefined

export type LogFilter = {
  before?: string | undefined
  person?: string | undefined
  actor?: string | undefined
  action?: AuditAction | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Returns one page of audit entries, newest first, starting after the entry `before`. */
export async function listEntries(
  db: Queryable,
  { before, person, actor, action, from, to }: LogFilter,
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const rows = await db
    .select({ entry: auditEntries, actor: actorColumns, person: concernedColumns })
    .from(auditEntries)
    .leftJoin(actors, eq(actors.id, auditEntries.actorId))
    .leftJoin(concerned, eq(concerned.id, auditEntries.personId))
    .where(
      and(
        isBefore(before),
        person ? matchesPerson(concerned, person) : undefined,
        actor ? matchesPerson(actors, actor) : undefined,
        action ? eq(auditEntries.action, action) : undefined,
        from ? gte(auditEntries.at, new Date(from)) : undefined,
        to ? lte(auditEntries.at, new Date(to)) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(pageSize + 1)
  return {
    entries: rows.slice(0, pageSize).map(({ entry, actor: by, person: about }) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      action: entry.action,
      actor: toParty(by),
      person: toParty(about),
      subject: entry.subject,
      reason: entry.reason,
    })),
    hasMore: rows.length > pageSize,
  }
}

/** Shows the actor's first name and role, never the reason. Dismissed reports would reveal that one was made. */
export async function listStaffLooks(
  db: Queryable,
  personId: string,
  before: string | undefined,
): Promise<{ looks: StaffLook[]; hasMore: boolean }> {
  const rows = await db
    .select({
      id: auditEntries.id,
      at: auditEntries.at,
      action: auditEntries.action,
      firstName: people.firstName,
      role: people.role,
    })
    .from(auditEntries)
    .innerJoin(people, eq(people.id, auditEntries.actorId))
    .where(
      and(
        eq(auditEntries.personId, personId),
        ne(auditEntries.actorId, personId),
        ne(auditEntries.action, 'report_dismissed'),
        isBefore(before),
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(pageSize + 1)
  return {
    looks: rows.slice(0, pageSize).map(({ id, at, action, firstName, role }) => ({
      id,
      at: at.toISOString(),
      action,
      by: { firstName, role: role === 'subscriber' ? null : role },
    })),
    hasMore: rows.length > pageSize,
  }
}

/** Whether `action` was recorded about a person since `since`, by `actorId` if it is given. */
export async function hasEntrySince(
  db: Queryable,
  { actorId, personId, action }: { actorId?: string; personId: string; action: AuditAction },
  since: Date,
): Promise<boolean> {
  const found = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        actorId ? eq(auditEntries.actorId, actorId) : undefined,
        eq(auditEntries.personId, personId),
        eq(auditEntries.action, action),
        gte(auditEntries.at, since),
      ),
    )
    .limit(1)
  return found.length > 0
}
