import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const blockBytes = 1024 * 1024
const ballastBytes = 64 * blockBytes

/** Reserves 64 MB in a file that a start on a full disk deletes, because a database that cannot write cannot start. */
export async function reserveBallast(
  folder: string,
  say: (sentence: string) => void,
  bytes = ballastBytes,
): Promise<void> {
  const file = join(folder, 'ballast')
  const { bavail, bsize } = await statfs(folder)
  const freeBytes = bavail * bsize
  if (existsSync(file)) {
    if (freeBytes >= bytes) return
    await rm(file, { force: true })
    say('The disk is full. Starting on the reserved space: please free some')
  } else if (freeBytes >= 4 * bytes) await fill(file, bytes)
}

/** Writes random bytes, which no file system can compress. An incomplete file is deleted. */
async function fill(file: string, bytes: number): Promise<void> {
  try {
    const handle = await open(file, 'w', 0o600)
    try {
      for (let written = 0; written < bytes; written += blockBytes)
        await handle.write(randomBytes(Math.min(blockBytes, bytes - written)))
    } finally {
      await handle.close()
    }
  } catch {
    await rm(file, { force: true })
  }
}
