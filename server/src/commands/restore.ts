import { resolve } from 'node:path'
import { backupFailure, backupFailureText, isBackupFailure } from '#backups/backup-failure.ts'
import { recordBackup } from '#backups/last-backup.ts'
import { checkBackup } from '#backups/check-backup.ts'
import type { Manifest } from '#backups/manifest.ts'
import { restoreBackup } from '#backups/restore-backup.ts'
import { type Config, readConfig } from '#config/config.ts'
import { loopback } from '#egress/destinations.ts'
import { guardEgress } from '#egress/guard-egress.ts'
import { readOptions } from '#process/command-line.ts'
import { reportFailure } from '#process/report-failure.ts'
import { verifyBackup } from './verify-backup.ts'

/** Exit codes: done (or the verified copy is in order), the copy is not in order, failed. */
const exit = { right: 0, wrong: 1, failed: 2 }

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)
const progress = (sentence: string) => say(`${sentence} …`)

const interrupted = new AbortController()
const { signal } = interrupted
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => interrupted.abort(backupFailure('The restore was interrupted: run it again.')))

async function restore(config: Config, folder: string, manifest: Manifest, isWithoutSecret: boolean) {
  const target = { ...config, s3: config.media.s3 }
  await restoreBackup({ folder, manifest, target, isWithoutSecret, signal, say: progress })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `Restored the site as it was at ${manifest.createdAt}: ${manifest.tables.length} tables with ${rows} rows, ${manifest.media.files.length} files of media.`,
  )
  if (manifest.media.isLeftOut)
    say(
      'The media are not in this backup: copy the folder “media” from the original data folder before you start the site.',
    )
  say(
    'Everyone has to sign in again. Waiting emails are held back under /admin/mail. Start the site: it fetches what happened since from the payment provider.',
  )
}

let folder = ''
try {
  const { values, positionals } = readOptions('npm run restore -- FOLDER [--verify | --without-secret]', {
    allowPositionals: true,
    options: {
      verify: { type: 'boolean', default: false },
      'without-secret': { type: 'boolean', default: false },
    },
  })
  if (positionals.length !== 1)
    throw backupFailure(
      'Give the folder of the backup: npm run restore -- FOLDER, or npm run restore -- FOLDER --verify.',
    )
  folder = resolve(positionals[0]!)
  const config = readConfig(process.env)
  // The verified copy listens on a free loopback port.
  guardEgress(config, loopback(null))
  progress('Checking the backup')
  const manifest = await checkBackup(folder, signal)
  process.exitCode = exit.right
  if (!values.verify) await restore(config, folder, manifest, values['without-secret'])
  else {
    const holds = await verifyBackup({ config, folder, manifest, signal, say })
    if (!holds) process.exitCode = exit.wrong
    const at = new Date().toISOString()
    await recordBackup(config.dataDir, { verified: { at, backupAt: manifest.createdAt, holds } })
  }
} catch (error) {
  const failure = signal.aborted ? signal.reason : backupFailureText(error, folder)
  reportFailure(failure, isBackupFailure(failure))
  process.exitCode = exit.failed
}
