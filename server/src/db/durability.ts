import type { Pool } from 'pg'
import { ConfigProblem } from '#config/config-problem.ts'

const durabilitySettings = ['fsync', 'full_page_writes', 'synchronous_commit']

/** Returns the settings that risk committed data in a power failure, one phrase each. */
export async function undurableSettings(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name = any($1) and setting = 'off' order by name`,
    [durabilitySettings],
  )
  return rows.map(({ name }) => `${name} is off`)
}

/** Throws ConfigProblem in production; elsewhere it warns. */
export async function assertDurability(
  pool: Pick<Pool, 'query'>,
  { isProduction, warn }: { isProduction: boolean; warn: (words: string) => void },
): Promise<void> {
  const found = await undurableSettings(pool)
  if (found.length === 0) return
  const problem = `The database may lose committed data in a power failure: ${found.join(', ')}.`
  if (isProduction) throw new ConfigProblem([`${problem} Turn it on at the server in DATABASE_URL.`])
  warn(problem)
}
