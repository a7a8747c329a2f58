import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config/config.ts'
import type { DatabaseAddress } from '#db/address.ts'
import { isOfEarlierVersion } from '#db/migrate.ts'
import { startFailure } from '#db/start-failure.ts'
import { knownSecret } from '#crypto/site-secret.ts'
import { version } from '#process/version.ts'
import { backupFailureText } from './backup-failure.ts'
import { clearUnfinished, deleteOlder, keepNewest } from './stored-backups.ts'
import { makeBackup } from './make-backup.ts'

const kept = 2
/** Whoever is erased meanwhile is still in it. */
const longestMs = 30 * 24 * 60 * 60_000

type Options = Pick<Config, 'dataDir' | 'sessionSecret'> & { say: (sentence: string) => void }

/**
 * Backs up the rows of our own database before this version changes its tables; answers where, or null where there is
 * nothing to change. One is kept for 30 days, looked at when the site starts. Media stay where they are. Throws
 * DatabaseUnavailable where it cannot be done: then nothing is changed either. Only for whoever holds the lock of the
 * data folder.
 */
export async function backUpBeforeUpgrade(
  database: DatabaseAddress,
  { dataDir, sessionSecret, say }: Options,
): Promise<string | null> {
  const into = join(dataDir, 'before-upgrade')
  if (existsSync(into)) await deleteOlder(into, new Date(Date.now() - longestMs))
  if (!(await isOfEarlierVersion(database))) return null
  try {
    await mkdir(into, { recursive: true, mode: 0o700 })
    await clearUnfinished(into)
    const { folder } = await makeBackup({
      database,
      files: null,
      sandboxFile: join(dataDir, 'payment-sandbox.sqlite'),
      secret: await knownSecret({ dataDir, sessionSecret }),
      passphrase: null,
      application: version,
      into,
      former: null,
      signal: new AbortController().signal,
      say: () => {},
    })
    await keepNewest(into, kept)
    say(`The database is of an earlier version, and was backed up into ${folder} first.`)
    return folder
  } catch (error) {
    const said = backupFailureText(error, into)
    throw startFailure(
      'DatabaseUnavailable',
      `The database is of an earlier version, and could not be backed up before it is changed: ${said instanceof Error ? said.message : String(said)}`,
      error,
    )
  }
}
