import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

const staleMs = 60 * 60 * 1000

/**
 * Files in the making, for their owner only. What interrupted uploads left behind an hour ago or earlier is removed; all
 * of it where `isAlone` says that no other process works here.
 */
export async function openTempFolder(folder: string, log: FastifyBaseLogger, isAlone = false) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const sweepTemp = async (oldest: Date) => {
    let swept = 0
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      if (!found || found.mtime >= oldest) continue
      await rm(path, { recursive: true, force: true })
      log.info({ name }, 'removed an unfinished upload')
      swept += 1
    }
    return swept
  }
  await sweepTemp(isAlone ? new Date(8.64e15) : new Date(Date.now() - staleMs))
  return {
    tempPath: () => join(folder, randomBytes(16).toString('hex')),
    discard: (tempPath: string) => rm(tempPath, { force: true }),
    sweepTemp,
  }
}
