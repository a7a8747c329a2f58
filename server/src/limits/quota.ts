import { desc, eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '#db/database.ts'

/** What each owner may store, counted by the features that store it. */
export type Quota = {
  countWith(count: (ownerId: string) => Promise<number>): void
  allows(ownerId: string, more: number): Promise<boolean>
}

export function openQuota(max: number): Quota {
  const counters: ((ownerId: string) => Promise<number>)[] = []
  return {
    countWith: (count) => void counters.push(count),
    async allows(ownerId, more) {
      const stored = await Promise.all(counters.map((count) => count(ownerId)))
      return stored.reduce((sum, one) => sum + one, more) <= max
    },
  }
}

type Owned = PgTable & { id: AnyPgColumn; personId: AnyPgColumn; createdAt: AnyPgColumn }

/** Selects the ids of a person's rows beyond the newest `max`, for deletion. */
export const idsBeyondNewest = (db: Queryable, table: Owned, personId: string, max: number) =>
  db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.personId, personId))
    .orderBy(desc(table.createdAt), desc(table.id))
    .offset(max)
