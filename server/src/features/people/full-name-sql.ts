import { type SQL, sql } from 'drizzle-orm'

/** How staff reads the name of a person of this alias: the full one, else the address; null where nobody is joined. */
export function fullNameSql(alias: string): SQL<string | null> {
  const who = sql.identifier(alias)
  return sql`coalesce(${who}.first_name || ' ' || ${who}.last_name, ${who}.first_name, ${who}.last_name, ${who}.email)`
}
