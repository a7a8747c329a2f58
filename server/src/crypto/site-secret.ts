import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config } from '#config/config.ts'
import { ConfigProblem } from '#config/config-problem.ts'

export const secretFile = (dataDir: string) => join(dataDir, 'session-secret')

/** The secret of a site that has started before; null without one. */
export async function knownSecret({
  sessionSecret,
  dataDir,
}: Pick<Config, 'sessionSecret' | 'dataDir'>): Promise<string | null> {
  if (sessionSecret) return sessionSecret
  return readFile(secretFile(dataDir), 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
}

/**
 * Returns SESSION_SECRET, or a secret that the first start generates. An external database requires SESSION_SECRET:
 * it may outlive the data folder, and everything encrypted in it would be lost.
 */
export async function siteSecret(
  config: Pick<Config, 'sessionSecret' | 'dataDir' | 'databaseUrl'>,
): Promise<string> {
  const known = await knownSecret(config)
  if (known) return known
  const { dataDir, databaseUrl } = config
  if (databaseUrl)
    throw new ConfigProblem([
      'SESSION_SECRET is missing: with DATABASE_URL set it to at least 32 random characters, the same at every start.',
    ])
  const file = secretFile(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const made = randomBytes(32).toString('base64url')
  // When several processes start at once, one writes the file and all read it.
  await writeFile(file, made, { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}
