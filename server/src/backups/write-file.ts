import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupFile } from './manifest.ts'

/** Syncs the file and returns its size and checksum. Aborting leaves a partial file. */
export async function writeBackupFile(
  folder: string,
  path: string,
  content: Readable,
  signal?: AbortSignal,
): Promise<BackupFile> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const written = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(content, count, written, signal ? { signal } : {})
  return { path, bytes, sha256: hash.digest('hex') }
}

export async function sumOfFile(
  path: string,
  signal?: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, signal ? { signal } : {})) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Hard-links `from` to `to`; returns false when the file system does not support it. */
export async function linkFile(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(from, to)
    return true
  } catch {
    return false
  }
}

/** Copies a file under a temporary name, syncs it and renames it. Creates the parent folders. */
export async function copyOnto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const half = `${to}.part`
  await pipeline(createReadStream(from), createWriteStream(half, { mode: 0o600, flush: true }))
  await rename(half, to)
}

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
