import { maxOpenRemovals, type OpenRemoval } from '@touchline/contract/two-factor.ts'
import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#db/database.ts'
import { fullNameSql } from '#features/people/full-name-sql.ts'
import { people, twoFactorRemovals } from '#features/people/schema.ts'
import { isOpen } from './two-factor-removal.ts'

const person = alias(people, 'person')
const admin = alias(people, 'admin')

/** Returns the open removals of second steps, the earliest due first. */
export async function openRemovals(db: Database): Promise<OpenRemoval[]> {
  const rows = await db
    .select({
      personId: twoFactorRemovals.personId,
      name: fullNameSql('person'),
      askedBy: fullNameSql('admin'),
      reason: twoFactorRemovals.reason,
      dueAt: twoFactorRemovals.dueAt,
      state: twoFactorRemovals.state,
    })
    .from(twoFactorRemovals)
    .innerJoin(person, eq(person.id, twoFactorRemovals.personId))
    .leftJoin(admin, eq(admin.id, twoFactorRemovals.askedById))
    .where(isOpen)
    .orderBy(asc(twoFactorRemovals.dueAt), asc(twoFactorRemovals.id))
    .limit(maxOpenRemovals)
  return rows.map(({ state, dueAt, name, ...row }) => ({
    ...row,
    name: name ?? '',
    dueAt: dueAt.toISOString(),
    isReady: state === 'ready',
  }))
}
