import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const blockBytes = 1024 * 1024
const ballastBytes = 64 * blockBytes

/**
 * Keeps 64 MB in a file of `folder`, and gives them up at a start for which the disk has too little room: a database
 * that cannot write cannot even begin. `say` hears that in a sentence. The file comes back when there is room again.
 */
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
    say('The disk is full. Starting on the room that was kept for this: please make more')
  } else if (freeBytes >= 4 * bytes) await fill(file, bytes)
}

/** Writes what no file system can shrink; a file that is not whole is none. */
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
