import type { Pool } from 'pg'
import { ConfigProblem } from '#config/config-problem.ts'

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

/**
 * Throws ConfigProblem where a site in production would run on a database that may lose what it acknowledged; elsewhere
 * `warn` is told.
 */
export async function assertDurability(
  pool: Pick<Pool, 'query'>,
  { isProduction, warn }: { isProduction: boolean; warn: (words: string) => void },
): Promise<void> {
  const found = await undurableSettings(pool)
  if (found.length === 0) return
  const words = `The database may lose in a power cut what it has acknowledged: ${found.join(', ')}.`
  if (isProduction) throw new ConfigProblem([`${words} Switch it on at the server that DATABASE_URL names.`])
  warn(words)
}
