import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Queryable } from './database.ts'
import { ourMigrations } from './migrate.ts'

let newestKnown: number | undefined

/** Whether the database has the tables of this version: no newer program has changed them meanwhile. */
export async function hasOurTables(db: Queryable): Promise<boolean> {
  newestKnown ??= readMigrationFiles({ migrationsFolder: ourMigrations }).at(-1)!.folderMillis
  const { rows } = await db.execute<{ newest: number | null }>(
    sql`select max(created_at)::bigint as newest from drizzle.__drizzle_migrations`,
  )
  return Number(rows[0]?.newest) === newestKnown
}
