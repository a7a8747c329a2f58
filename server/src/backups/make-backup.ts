import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { backup as copySqlite, DatabaseSync } from 'node:sqlite'
import type { DatabaseAddress } from '#db/address.ts'
import { onOneConnection } from '#db/one-connection.ts'
import { foldersDownTo, syncFolder, syncFolders } from '#files/fsync.ts'
import { backupFailure } from './backup-failure.ts'
import { copyMedia, type PreviousBackup, type MediaFile } from './copy-media.ts'
import { type Dump, dumpDatabase, mediaKeysOf } from './dump-database.ts'
import { nameOf, unfinished } from './stored-backups.ts'
import { backupFormat, filesOf, type Manifest, manifestName, sumName, sumOfText } from './manifest.ts'
import { checkOf, sealSecret } from './sealed-secret.ts'
import { sumOfFile, syncFile, writeBackupFile } from './write-file.ts'
import type { StoredFiles } from '#media/stored-files.ts'

export type BackupOptions = {
  database: DatabaseAddress
  /** Null backs up the database without media. */
  files: Pick<StoredFiles, 'open'> | null
  /** The payment sandbox's file; null with real payments. */
  sandboxFile: string | null
  secret: string | null
  passphrase: string | null
  application: string
  /** The folder that holds all backups, one folder each. */
  into: string
  previous: PreviousBackup | null
  signal: AbortSignal
  say: (sentence: string) => void
}

export type Backup = { folder: string; manifest: Manifest }

const maxAttempts = 5

/** Backs up a site, running or not. A folder with its final name is complete; a failure leaves nothing behind. */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { into, say } = options
  const place = join(into, `${unfinished}${process.pid}`)
  await mkdir(place, { mode: 0o700 })
  try {
    const { dump, media } = await databaseAndMedia(options, place)
    say('Copying the rest')
    const sandbox = await copySandbox(options, place)
    const manifest: Manifest = {
      format: backupFormat,
      application: options.application,
      ...dump,
      sandbox,
      secret: await saveSecret(options, place, dump.createdAt),
      media,
    }
    await writeManifest(place, manifest)
    const folder = join(into, nameOf(dump.createdAt))
    if (existsSync(folder)) throw backupFailure(`A backup made in this second already exists: ${folder}`)
    await rename(place, folder)
    await syncFolder(into)
    return { folder, manifest }
  } catch (error) {
    await rm(place, { recursive: true, force: true })
    throw error
  }
}

/** Copies media first, because that takes long. Dumps again when a file was deleted between dump and copy. */
async function databaseAndMedia(options: BackupOptions, place: string) {
  const { database, files, previous, signal, say } = options
  if (!files) {
    const { mediaKeys: _, ...dump } = await dumpDatabase(database, place, signal)
    return { dump, media: { isLeftOut: true, files: [], missing: [] } }
  }
  const copying = { store: files, folder: place, previous, copied: new Map<string, MediaFile>(), signal }
  const keysNow = await namedNow(database)
  say(`Copying ${keysNow.size} files of media`)
  await copyMedia(copying, [...keysNow])
  for (let time = 1; ; time += 1) {
    say('Copying the database')
    await rm(join(place, 'database'), { recursive: true, force: true })
    const { mediaKeys, ...dump }: Dump = await dumpDatabase(database, place, signal)
    const missing = await copyMedia(copying, mediaKeys)
    const stillNamed = missing.length > 0 ? await namedNow(database) : new Set<string>()
    const lost = missing.filter((key) => stillNamed.has(key))
    if (lost.length < missing.length && time < maxAttempts) continue
    if (lost.length < missing.length)
      throw backupFailure('Media are being removed faster than they can be copied: try again later.')
    const named = new Set(mediaKeys)
    for (const [key, { path }] of copying.copied) {
      if (named.has(key)) continue
      await rm(join(place, path))
      copying.copied.delete(key)
    }
    const kept = [...copying.copied.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
    return { dump, media: { isLeftOut: false, files: kept, missing: lost.toSorted() } }
  }
}

async function namedNow(database: DatabaseAddress): Promise<Set<string>> {
  return onOneConnection(database, async (client) => {
    const { rows } = await client.query(`select to_regclass('public.media_files') as found`)
    return new Set(rows[0].found === null ? [] : await mediaKeysOf(client))
  })
}

/** Runs after the dump: the sandbox may know more than the site, as after any restart, but never less. */
async function copySandbox({ sandboxFile }: BackupOptions, place: string) {
  if (!sandboxFile || !existsSync(sandboxFile)) return null
  const path = 'payment-sandbox.sqlite'
  const source = new DatabaseSync(sandboxFile, { readOnly: true })
  try {
    await copySqlite(source, join(place, path))
  } finally {
    source.close()
  }
  // The file contains keys, if only the sandbox's.
  await chmod(join(place, path), 0o600)
  await syncFile(join(place, path))
  return { path, ...(await sumOfFile(join(place, path))) }
}

async function saveSecret({ secret, passphrase }: BackupOptions, place: string, createdAt: string) {
  if (secret === null) return { check: null, file: null }
  const sealed = passphrase === null ? null : await sealSecret(secret, passphrase)
  const file = sealed ? await writeBackupFile(place, 'secret.sealed', Readable.from([sealed])) : null
  return { check: checkOf(secret, createdAt), file }
}

async function writeManifest(place: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const mine = { mode: 0o600, flush: true }
  await writeFile(join(place, manifestName), text, mine)
  await writeFile(join(place, sumName), `${sumOfText(text)}  ${manifestName}\n`, mine)
  const inside = filesOf(manifest).flatMap(({ path }) => foldersDownTo(place, dirname(join(place, path))))
  await syncFolders(new Set([...inside, place]))
}
