import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import type { Config } from '#config/config.ts'
import { lockDataFolder } from '#db/data-folder-lock.ts'
import { openEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { restoringName } from '#db/refuse-lost-database.ts'
import { secretFile } from '#crypto/site-secret.ts'
import { syncFolder, syncFolders } from '#files/fsync.ts'
import { backupFailure } from './backup-failure.ts'
import { finishDatabase, isHalfRestoredFrom, loadDatabase, refuseNonEmptyDatabase } from './load-database.ts'
import type { Manifest } from './manifest.ts'
import { isSecretOf, openSecret } from './sealed-secret.ts'
import { copyOnto, sumOfFile, linkFile } from './write-file.ts'
import { randomBytes } from 'node:crypto'
import { openStoredFiles } from '#media/media-store.ts'
import type { MediaFile } from './copy-media.ts'
import { parallelMap } from '#concurrency/parallel-map.ts'

type Placing = {
  folder: string
  manifest: Manifest
  target: Pick<Target, 's3'>
  dataDir: string
  isLinked?: boolean
  signal?: AbortSignal
  say: (sentence: string) => void
}

/** Copies the media of a backup to the site's folder or bucket. Existing files stay. */
async function placeMedia({
  folder,
  manifest,
  target,
  dataDir,
  isLinked,
  signal,
  say,
}: Placing): Promise<void> {
  const { files } = manifest.media
  say(`Placing ${files.length} files of media`)
  const store = await openStoredFiles({ folder: join(dataDir, 'media'), s3: target.s3 })
  const onDisk = new Set<string>([join(dataDir, 'media', 'files')])
  const work = async ({ key, path, bytes }: MediaFile) => {
    if ((await store.stat(key))?.bytes === bytes) return
    const source = join(folder, path)
    const place = store.placeOf(key)
    if (place === null) {
      const temp = join(dataDir, 'media', 'temp', randomBytes(16).toString('hex'))
      await copyOnto(source, temp)
      await store.putFile(key, temp)
      return
    }
    const final = join(dataDir, 'media', 'files', place)
    if (!isLinked || !(await linkFile(source, final))) await copyOnto(source, final)
    onDisk.add(dirname(final))
  }
  try {
    await mkdir(join(dataDir, 'media', 'temp'), { recursive: true, mode: 0o700 })
    await parallelMap(files, work, signal)
    if (target.s3 === null) await syncFolders([...onDisk, ...new Set([...onDisk].map((at) => dirname(at)))])
  } finally {
    store.close()
  }
}

export type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 'sessionSecret' | 'backupPassphrase'> & {
  s3: Config['media']['s3']
}

type Restoring = {
  folder: string
  manifest: Manifest
  target: Target
  /** Hard-links the backup's files, for a throwaway copy. */
  isLinked?: boolean
  isWithoutSecret?: boolean
  /** Aborting leaves only media behind, until everything is restored. */
  signal?: AbortSignal
  say: (sentence: string) => void
}

const sandboxName = 'payment-sandbox.sqlite'

/**
 * Restores into an empty `DATA_DIR` or database; the database is moved into place last. An interrupted restore can be
 * run again. Throws BackupFailure when the target is not empty.
 */
export async function restoreBackup(restoring: Restoring): Promise<void> {
  const { target } = restoring
  await mkdir(target.dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataFolder(target.dataDir, 'program')
  try {
    await refuseNonEmptyFolder(restoring)
    const secret = await findSecret(restoring)
    await (target.databaseUrl
      ? intoDatabase(restoring, target.databaseUrl, secret)
      : intoFolder(restoring, secret))
  } finally {
    unlock()
  }
}

async function refuseNonEmptyFolder({ manifest, target }: Restoring): Promise<void> {
  const { dataDir, databaseUrl } = target
  // A bucket and an external database's media folder may have files: a file never changes under its key.
  const names = [sandboxName, ...(databaseUrl ? [] : ['postgres', 'media'])]
  const found = names.filter((name) => existsSync(join(dataDir, name)))
  if (found.length === 0 || (await isFromEarlierAttempt(found, { manifest, target }))) return
  throw backupFailure(
    `${dataDir} is not empty (it has ${found.join(', ')}): a backup can only be restored into an empty folder. Set DATA_DIR to another one.`,
  )
}

async function isFromEarlierAttempt(
  found: string[],
  { manifest, target: { dataDir, databaseUrl } }: Pick<Restoring, 'manifest' | 'target'>,
): Promise<boolean> {
  // The database is moved into place last, and no site starts beside an interrupted restore.
  if (!databaseUrl) return existsSync(join(dataDir, restoringName)) && !found.includes('postgres')
  if (!(await isHalfRestoredFrom({ url: databaseUrl }, manifest))) return false
  return (await sumOfFile(join(dataDir, sandboxName))).sha256 === manifest.sandbox?.sha256
}

/** Finds the site's secret: SESSION_SECRET, the file in the data folder, or the one in the backup. */
async function findSecret({ folder, manifest, target, isWithoutSecret }: Restoring): Promise<string | null> {
  const { check, file } = manifest.secret
  if (check === null || isWithoutSecret) return null
  const isRight = (secret: string) => isSecretOf(secret, { check, createdAt: manifest.createdAt })
  const own = secretFile(target.dataDir)
  const given = target.sessionSecret ?? (existsSync(own) ? (await readFile(own, 'utf8')).trim() : null)
  if (given !== null && isRight(given)) return given
  if (given !== null)
    throw backupFailure(
      `${target.sessionSecret ? 'SESSION_SECRET' : own} is not the secret of this site: two-factor secrets and video streams would be lost. Set the right one, or restore with --without-secret.`,
    )
  if (file && target.backupPassphrase) {
    const opened = await openSecret(await readFile(join(folder, file.path), 'utf8'), target.backupPassphrase)
    if (opened !== null && isRight(opened)) return opened
    throw backupFailure('BACKUP_PASSPHRASE is not the one this backup was made with.')
  }
  throw backupFailure(
    `${file ? 'Set BACKUP_PASSPHRASE, or' : 'This backup does not hold the secret of its site:'} set SESSION_SECRET, or put the file session-secret into ${target.dataDir} first. Without it two-factor secrets and video streams are lost; --without-secret restores anyway.`,
  )
}

async function intoFolder(restoring: Restoring, secret: string | null): Promise<void> {
  const { folder, manifest, target, signal, say } = restoring
  const { dataDir } = target
  const place = join(dataDir, restoringName)
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { mode: 0o700 })
  let isMoving = false
  try {
    say('Creating a database')
    const embedded = await openEmbeddedPostgres({ dataDir: place })
    try {
      say(`Filling ${manifest.tables.length} tables`)
      await loadDatabase({ connection: embedded.connection }, folder, manifest, signal)
      await finishDatabase({ connection: embedded.connection }, folder, manifest)
    } finally {
      await embedded.close()
    }
    // An interrupted restore may have moved the media already.
    const hasMedia = existsSync(join(dataDir, 'media'))
    await placeMedia({ ...restoring, dataDir: hasMedia ? dataDir : place })
    await placeTheRest(restoring, place, { secret, sandboxAs: sandboxName })
    signal?.throwIfAborted()
    isMoving = true
    // The database is moved last: a start before that detects the interrupted restore.
    for (const name of ['media', sandboxName, 'session-secret', 'postgres'])
      if (existsSync(join(place, name))) await rename(join(place, name), join(dataDir, name))
    await syncFolder(dataDir)
    isMoving = false
  } finally {
    // If moving is interrupted, the folder stays: the next attempt recognises the moved files by it.
    if (!isMoving) await rm(place, { recursive: true, force: true })
  }
}

async function intoDatabase(restoring: Restoring, url: string, secret: string | null): Promise<void> {
  const { folder, manifest, target, signal, say } = restoring
  if (!(await isHalfRestoredFrom({ url }, manifest))) await refuseNonEmptyDatabase({ url })
  await placeMedia({ ...restoring, dataDir: target.dataDir })
  // Under its own name the sandbox file would block the next attempt.
  const waiting = `${sandboxName}.restoring`
  await placeTheRest(restoring, target.dataDir, { secret, sandboxAs: waiting })
  say(`Filling ${manifest.tables.length} tables`)
  await loadDatabase({ url }, folder, manifest, signal)
  if (manifest.sandbox) {
    await rename(join(target.dataDir, waiting), join(target.dataDir, sandboxName))
    await syncFolder(target.dataDir)
  }
  await finishDatabase({ url }, folder, manifest)
}

async function placeTheRest(
  { folder, manifest, target }: Restoring,
  place: string,
  { secret, sandboxAs }: { secret: string | null; sandboxAs: string },
) {
  if (manifest.sandbox) await copyOnto(join(folder, manifest.sandbox.path), join(place, sandboxAs))
  const own = secretFile(target.dataDir)
  if (secret !== null && !target.sessionSecret && !existsSync(own))
    await writeFile(secretFile(place), secret, { mode: 0o600, flush: true })
  await syncFolder(place)
}
