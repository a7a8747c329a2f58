import { type SQL, sql } from 'drizzle-orm'

/** SQL for the name that staff sees: the full name, else the address; null if no row is joined. */
export function fullNameSql(alias: string): SQL<string | null> {
  const who = sql.identifier(alias)
  return sql`coalesce(${who}.first_name || ' ' || ${who}.last_name, ${who}.first_name, ${who}.last_name, ${who}.email)`
}
