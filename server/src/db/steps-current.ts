import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Queryable } from './database.ts'
import { ourMigrations } from './migrate.ts'

let newestKnown: number | undefined

/** Whether the newest migration of the database is the newest of this version. */
export async function hasOurTables(db: Queryable): Promise<boolean> {
  newestKnown ??= readMigrationFiles({ migrationsFolder: ourMigrations }).at(-1)!.folderMillis
  const { rows } = await db.execute<{ newest: number | null }>(
    sql`select max(created_at)::bigint as newest from drizzle.__drizzle_migrations`,
  )
  return Number(rows[0]?.newest) === newestKnown
}
