import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

const moment = z.iso.datetime()
const note = z.object({
  /** The newest backup. `isWhole` is false when the site had already lost some of its files. */
  made: z.nullable(z.object({ at: moment, isWhole: z.boolean() })),
  /** The newest verification: when it ran, the time of the backup, and whether everything was in order. */
  verified: z.nullable(z.object({ at: moment, backupAt: moment, holds: z.boolean() })),
})
export type LastBackup = z.output<typeof note>

const none: LastBackup = { made: null, verified: null }
const fileIn = (dataDir: string) => join(dataDir, 'last-backup.json')

export async function lastBackup(dataDir: string): Promise<LastBackup> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? none : note.parse(JSON.parse(text))
}

/** Saves the time for the admins' page. A failure is only printed, because the backup itself succeeded. */
export async function recordBackup(dataDir: string, done: Partial<LastBackup>): Promise<void> {
  const known = await lastBackup(dataDir).catch(() => none)
  const file = fileIn(dataDir)
  try {
    await writeFile(`${file}.part`, `${JSON.stringify({ ...known, ...done })}\n`, { mode: 0o600 })
    // The site must be able to read the file of a backup that root made.
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(dataDir)
      await chown(`${file}.part`, uid, gid)
    }
    await rename(`${file}.part`, file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    process.stderr.write(`Recording the backup for /admin/health in ${dataDir} failed (${code}).\n`)
  }
}
