import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backupFailure, backupFailureText, isBackupFailure } from '#backups/backup-failure.ts'
import { clearUnfinished, keepNewest, newestIn } from '#backups/stored-backups.ts'
import { recordBackup } from '#backups/last-backup.ts'
import { type Backup, makeBackup } from '#backups/make-backup.ts'
import { filesOf } from '#backups/manifest.ts'
import { type Config, readConfig } from '#config/config.ts'
import { lockFolder } from '#db/data-folder-lock.ts'
import { withSiteDatabase } from '#db/running-server.ts'
import { guardEgress } from '#egress/guard-egress.ts'
import { openStoredFiles } from '#media/media-store.ts'
import { readOptions } from '#process/command-line.ts'
import { reportFailure } from '#process/report-failure.ts'
import { knownSecret } from '#crypto/site-secret.ts'
import { version } from '#process/version.ts'

/** Exit codes: a complete backup, a backup without files that the site had already lost, no backup. */
const exit = { complete: 0, incomplete: 1, failed: 2 }

type Options = { into: string; keep: number | null; signal: AbortSignal }

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Backs up the configured site, running or not. Returns true when no file is missing. */
async function backUp(config: Config, { into, keep, signal }: Options): Promise<boolean> {
  await mkdir(into, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(into, 'backup', (holder) =>
    backupFailure(`Another backup${holder} is already being made in ${into}: let it finish first.`),
  )
  try {
    if ((await clearUnfinished(into)) > 0) say('Deleted an earlier, interrupted backup.')
    const files = await openStoredFiles({ folder: join(config.dataDir, 'media'), s3: config.media.s3 })
    try {
      const made = await withSiteDatabase(config, async (database) =>
        makeBackup({
          database,
          files,
          sandboxFile: config.payments.stripe ? null : join(config.dataDir, 'payment-sandbox.sqlite'),
          secret: await knownSecret(config),
          passphrase: config.backupPassphrase,
          application: version,
          into,
          previous: await newestIn(into),
          signal,
          say: (sentence) => say(`${sentence} …`),
        }),
      )
      report(made, config)
      const { createdAt, media } = made.manifest
      await recordBackup(config.dataDir, { made: { at: createdAt, isWhole: media.missing.length === 0 } })
      if (keep !== null) for (const name of await keepNewest(into, keep)) say(`Removed ${name}.`)
      return media.missing.length === 0
    } finally {
      files.close()
    }
  } finally {
    unlock()
  }
}

function report({ folder, manifest }: Backup, config: Config): void {
  const files = filesOf(manifest)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `Backed up to ${folder}: ${manifest.tables.length} tables with ${rows} rows, ${manifest.media.files.length} files of media, ${megabytes(files.reduce((sum, { bytes }) => sum + bytes, 0))} in total.`,
  )
  const { missing } = manifest.media
  if (missing.length > 0)
    say(
      `${missing.length} files are missing from the site’s store and from the backup: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}`,
    )
  if (manifest.secret.file)
    say(
      'The backup contains the site’s secret, encrypted with BACKUP_PASSPHRASE: store the passphrase elsewhere.',
    )
  else if (manifest.secret.check)
    say(
      `The backup does not contain the site’s secret: store ${config.sessionSecret ? 'SESSION_SECRET' : join(config.dataDir, 'session-secret')} elsewhere, or set BACKUP_PASSPHRASE.`,
    )
}

function wholeNumber(given: string | undefined): number | null {
  if (given === undefined) return null
  if (/^[1-9]\d{0,3}$/.test(given)) return Number(given)
  throw backupFailure(`--keep is "${given}": it must be a whole number from 1 to 9999.`)
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort(backupFailure('The backup was interrupted and deleted.')))

let into = resolve('./backups')
try {
  const { values } = readOptions('npm run backup [-- --to FOLDER --keep NUMBER]', {
    options: { to: { type: 'string' }, keep: { type: 'string' } },
  })
  into = resolve(values.to ?? './backups')
  const options = { into, keep: wholeNumber(values.keep), signal: interrupted.signal }
  const config = readConfig(process.env)
  guardEgress(config)
  process.exitCode = (await backUp(config, options)) ? exit.complete : exit.incomplete
} catch (error) {
  const failure = interrupted.signal.aborted ? interrupted.signal.reason : backupFailureText(error, into)
  reportFailure(failure, isBackupFailure(failure))
  process.exitCode = exit.failed
}
