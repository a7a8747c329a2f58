import type { Pool } from 'pg'

const kept = ['fsync', 'full_page_writes', 'synchronous_commit']

/**
 * The settings, each in a sentence, with which the server behind `pool` may lose in a power cut what it has
 * acknowledged; none of our own server.
 */
export async function undurableSettings(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name = any($1) and setting = 'off' order by name`,
    [kept],
  )
  return rows.map(({ name }) => `${name} is off`)
}
