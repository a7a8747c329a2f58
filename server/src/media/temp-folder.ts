import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

const staleMs = 60 * 60 * 1000

/** Files in the making, for their owner only. What interrupted uploads left behind an hour ago or earlier is removed. */
export async function openTempFolder(folder: string, log: FastifyBaseLogger) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs < staleMs) continue
    await rm(path, { recursive: true, force: true })
    log.info({ name }, 'removed an unfinished upload')
  }
  return {
    tempPath: () => join(folder, randomBytes(16).toString('hex')),
    discard: (tempPath: string) => rm(tempPath, { force: true }),
  }
}
