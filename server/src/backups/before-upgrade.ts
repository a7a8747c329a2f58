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

const backupsToKeep = 2
/** An old backup still contains people who have since been erased. */
const maxAgeMs = 30 * 24 * 60 * 60_000

type Options = Pick<Config, 'dataDir' | 'sessionSecret'> & { say: (sentence: string) => void }

/**
 * Backs up rows without media before a migration; null when there is nothing to migrate. Throws DatabaseUnavailable,
 * so that a failed backup prevents the migration. The caller must hold the lock of the data folder.
 */
export async function backUpBeforeUpgrade(
  database: DatabaseAddress,
  { dataDir, sessionSecret, say }: Options,
): Promise<string | null> {
  const into = join(dataDir, 'before-upgrade')
  if (existsSync(into)) await deleteOlder(into, new Date(Date.now() - maxAgeMs))
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
      previous: null,
      signal: new AbortController().signal,
      say: () => {},
    })
    await keepNewest(into, backupsToKeep)
    say(`The database is from an earlier version. It was backed up to ${folder}.`)
    return folder
  } catch (error) {
    const failure = backupFailureText(error, into)
    throw startFailure(
      'DatabaseUnavailable',
      `The database is from an earlier version and could not be backed up before its migration: ${failure instanceof Error ? failure.message : String(failure)}`,
      error,
    )
  }
}
