import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

const moment = z.iso.datetime()
const note = z.object({
  /** The newest backup; `isWhole` is false where it lacks files that the site had lost before. */
  made: z.nullable(z.object({ at: moment, isWhole: z.boolean() })),
  /** The newest look at one: when it was, of when that backup is, and whether all of it held. */
  verified: z.nullable(z.object({ at: moment, backupAt: moment, holds: z.boolean() })),
})
export type LastBackup = z.output<typeof note>

const none: LastBackup = { made: null, verified: null }
const fileIn = (dataDir: string) => join(dataDir, 'last-backup.json')

/** What is known of the site's backups; throws where the note cannot be read. */
export async function lastBackup(dataDir: string): Promise<LastBackup> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? none : note.parse(JSON.parse(text))
}

/**
 * Notes beside the site's data what has just been made, or looked at, for the admins' page. Where it cannot, it says so on
 * standard error: what was done is done.
 */
export async function recordBackup(dataDir: string, done: Partial<LastBackup>): Promise<void> {
  const known = await lastBackup(dataDir).catch(() => none)
  const file = fileIn(dataDir)
  try {
    await writeFile(`${file}.part`, `${JSON.stringify({ ...known, ...done })}\n`, { mode: 0o600 })
    // A backup made by root must not hide itself from the site.
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(dataDir)
      await chown(`${file}.part`, uid, gid)
    }
    await rename(`${file}.part`, file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    process.stderr.write(`It could not be noted for /admin/health in ${dataDir} (${code}).\n`)
  }
}
