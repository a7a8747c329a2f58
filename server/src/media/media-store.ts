import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { syncFolder } from '#sync-folder.ts'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** Where the bytes of media are kept. Keys are made by the server: `folder/name` of letters, digits, `-` and `_`. */
export type MediaStore = {
  /** A fresh path for a file in the making, on the same file system as the store; swept away after an hour. */
  tempPath(): string
  /** Moves a finished temporary file into place, atomically and to stay: a power cut afterwards does not undo it. */
  putFile(key: string, tempPath: string): Promise<void>
  /** Streams a file or a part of it in reads of 256 KB. Rejects with ENOENT when there is none. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Size in bytes, or null when there is no such file. */
  stat(key: string): Promise<{ bytes: number } | null>
  /** Removes a file; one that is not there is fine. */
  delete(key: string): Promise<void>
  /** Every stored file, in no order. */
  list(): AsyncIterable<{ key: string; writtenAt: Date }>
  /** Removes a temporary file; one that is not there is fine. */
  discard(tempPath: string): Promise<void>
}

const keyForm = /^[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}$/
const staleMs = 60 * 60 * 1000
/** Measured: 256 KB reads serve as fast as larger ones and keep memory flat under stalled readers. */
const readBytes = 256 * 1024

const missingIsNull = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Media as files: `folder/<2 letters>/<key>`, with uploads in the making in `folder/temp`. */
export async function openMediaStore(options: {
  folder: string
  log: FastifyBaseLogger
}): Promise<MediaStore> {
  const { folder, log } = options
  const tempFolder = join(folder, 'temp')
  const filesFolder = join(folder, 'files')
  await mkdir(tempFolder, { recursive: true, mode: 0o700 })
  await mkdir(filesFolder, { recursive: true, mode: 0o700 })
  await sweep(tempFolder, log)

  const pathOf = (key: string) => {
    if (!keyForm.test(key)) throw new Error(`not a media key: ${key}`)
    return join(filesFolder, key.slice(0, 2), key)
  }

  return {
    tempPath: () => join(tempFolder, randomBytes(16).toString('hex')),
    async putFile(key, tempPath) {
      const path = pathOf(key)
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(tempPath, path)
      await syncFolder(dirname(path))
      if (made) await syncFolder(filesFolder)
    },
    async open(key, range) {
      const stream = createReadStream(pathOf(key), { highWaterMark: readBytes, ...range })
      await new Promise<void>((resolve, reject) => {
        stream.once('open', () => resolve()).once('error', reject)
      })
      return stream
    },
    async stat(key) {
      const found = await stat(pathOf(key)).catch(missingIsNull)
      return found && { bytes: found.size }
    },
    async delete(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      await rmdir(dirname(path)).catch(() => undefined)
    },
    async *list() {
      for await (const entry of await opendir(filesFolder, { recursive: true })) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(missingIsNull)
        if (found) yield { key: `${basename(entry.parentPath)}/${entry.name}`, writtenAt: found.mtime }
      }
    },
    discard: (tempPath) => rm(tempPath, { force: true }),
  }
}

/** Removes what interrupted uploads left behind. */
async function sweep(tempFolder: string, log: FastifyBaseLogger) {
  for (const name of await readdir(tempFolder)) {
    const path = join(tempFolder, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs < staleMs) continue
    await rm(path, { recursive: true, force: true })
    log.info({ name }, 'removed an unfinished upload')
  }
}
