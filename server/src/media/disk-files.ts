import { access, constants, mkdir, opendir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { foldersDownTo, syncFolders } from '#sync-folder.ts'
import { mediaKey } from './media-key.ts'
import type { StoredFiles } from './media-store.ts'
import { readFromDisk } from './read-from-disk.ts'

const missingIsNull = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return null
  throw error
}

const placeOf = (key: string) => `${mediaKey(key).slice(0, 2)}/${key}`

/** Stored files on this machine's disk: `folder/<2 letters>/<key>`. */
export async function openDiskFiles(folder: string): Promise<StoredFiles> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (firstMade) await syncFolders(foldersDownTo(dirname(firstMade), folder))
  const pathOf = (key: string) => join(folder, placeOf(key))

  return {
    placeOf,
    async putFile(key, tempPath) {
      const path = pathOf(key)
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(tempPath, path)
      await syncFolders(foldersDownTo(made ? folder : dirname(path), dirname(path)))
    },
    open: async (key, range, isTaken) => readFromDisk(pathOf(key), range, isTaken),
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
      for await (const entry of await opendir(folder, { recursive: true })) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(missingIsNull)
        if (found) yield { key: `${basename(entry.parentPath)}/${entry.name}`, writtenAt: found.mtime }
      }
    },
    reach: () => access(folder, constants.R_OK | constants.W_OK | constants.X_OK),
    close: () => undefined,
  }
}
