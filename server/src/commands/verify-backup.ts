import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { backupFailure } from '#backups/backup-failure.ts'
import { bootCopy } from '#backups/boot-copy.ts'
import { clearUnfinished, verifying } from '#backups/stored-backups.ts'
import type { Manifest } from '#backups/manifest.ts'
import { restoreBackup } from '#backups/restore-backup.ts'
import { isSecretOf } from '#backups/sealed-secret.ts'
import type { Config } from '#config/config.ts'
import { lockFolder } from '#db/data-folder-lock.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { withSiteDatabase } from '#db/running-server.ts'
import { filesIntact } from '#features/invariants/file-invariants.ts'
import { checkInvariants } from '#features/invariants/check-invariants.ts'
import { type Invariant, toInvariant } from '#features/invariants/invariant.ts'
import { invariantsReport } from '#features/invariants/invariants-report.ts'
import { simulatedAheadMs } from '#features/simulator/restore-simulator.ts'
import { openStoredFiles } from '#media/media-store.ts'
import { readProvider } from '#payments/read-provider.ts'
import { knownSecret } from '#crypto/site-secret.ts'

type Verifying = {
  config: Config
  folder: string
  manifest: Manifest
  signal: AbortSignal
  say: (sentence: string) => void
}

/** Tables that a restore empties on purpose. */
const emptied = new Set(['notification_events'])

/**
 * Starts the site on a temporary copy without outgoing traffic, requests pages and checks all invariants. Deletes the
 * copy, also when `signal` is aborted. Throws BackupFailure when another verification is running.
 */
export async function verifyBackup(options: Verifying): Promise<boolean> {
  const beside = dirname(options.folder)
  const unlock = lockFolder(beside, 'verify', (holder) =>
    backupFailure(`Another verification${holder} is already running in ${beside}: let it finish first.`),
  )
  try {
    if ((await clearUnfinished(beside, verifying)) > 0)
      options.say('Deleted the copy of an earlier, interrupted verification.')
    const place = await mkdtemp(join(beside, verifying))
    try {
      return await verifyIn(place, options)
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  } finally {
    unlock()
  }
}

async function verifyIn(
  place: string,
  { config, folder, manifest, signal, say }: Verifying,
): Promise<boolean> {
  const secret = await secretAtHand(config, manifest)
  await restoreBackup({
    folder,
    manifest,
    target: { dataDir: place, databaseUrl: null, s3: null, ...secret },
    isLinked: true,
    isWithoutSecret: secret.isMissing,
    signal,
    say: (sentence) => say(`${sentence} …`),
  })
  const inside = { databaseUrl: null, dataDir: place }
  const counted = await withSiteDatabase(inside, async (database) => {
    const { db, close } = openDatabase(database, { maxConnections: 1, statementMs: 0 })
    try {
      const invariant = await countsInvariant(db, manifest)
      // Real payments belong to the real site. The copy gets an empty sandbox of its own.
      if (!manifest.sandbox)
        await db.execute(sql`delete from payment_settings where key <> 'transactions_checkpoint'`)
      return invariant
    } finally {
      await close()
    }
  })
  signal.throwIfAborted()
  say('Starting the copy without outgoing traffic …')
  const copy = await bootCopy({ dataDir: place, sessionSecret: secret.sessionSecret, signal })
  try {
    const found = [
      counted,
      copy.answers,
      ...(await withSiteDatabase(inside, (database) => {
        signal.throwIfAborted()
        return examine(database, place, manifest)
      })),
    ]
    for (const line of invariantsReport(found)) say(line)
    if (secret.isMissing) say('The site’s secret was not available: encrypted data was not checked.')
    return found.every(({ broken }) => broken === 0)
  } finally {
    await copy.stop()
  }
}

/** Finds the secret of the backed-up site on this machine. Verification works without it, too. */
async function secretAtHand(config: Config, { secret: { check, file }, createdAt }: Manifest) {
  const known = await knownSecret(config)
  const sessionSecret =
    known !== null && check !== null && isSecretOf(known, { check, createdAt }) ? known : null
  const backupPassphrase = file ? config.backupPassphrase : null
  return { sessionSecret, backupPassphrase, isMissing: sessionSecret === null && backupPassphrase === null }
}

async function countsInvariant(db: Database, { tables }: Manifest): Promise<Invariant> {
  const breaks: string[] = []
  for (const { name, rows } of tables) {
    if (emptied.has(name)) continue
    const { rows: found } = await db.execute<{ n: number }>(
      sql`select count(*) as n from ${sql.identifier(name)}`,
    )
    if (found[0]?.n !== rows) breaks.push(`${name} has ${found[0]?.n} rows instead of ${rows}`)
  }
  return toInvariant('Every table has the rows it had', tables.length, breaks)
}

async function examine(
  database: Parameters<typeof openDatabase>[0],
  dataDir: string,
  manifest: Manifest,
): Promise<Invariant[]> {
  const { db, close } = openDatabase(database, { maxConnections: 2, statementMs: 0 })
  const files = await openStoredFiles({ folder: join(dataDir, 'media') })
  const payments = manifest.sandbox ? readProvider({ dataDir, payments: sandboxOnly }) : null
  try {
    // Judge deadlines by the time of the backup.
    const now = new Date(Date.parse(manifest.createdAt) + (await simulatedAheadMs(db)))
    const found = await checkInvariants({ db, clock: { now: () => now }, media: files, payments })
    return manifest.media.isLeftOut ? found.filter(({ name }) => name !== filesIntact) : found
  } finally {
    payments?.close()
    files.close()
    await close()
  }
}

const sandboxOnly: Config['payments'] = { stripe: null, sandboxControl: false, methods: ['card'] }
