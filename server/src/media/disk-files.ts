import {
  access,
  chmod,
  constants,
  copyFile,
  link,
  mkdir,
  opendir,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { foldersDownTo, syncFolders } from '#files/fsync.ts'
import { mediaKey } from './media-key.ts'
import { readFromDisk } from './read-from-disk.ts'
import type { StoredFiles } from './stored-files.ts'

const missingIsNull = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return null
  throw error
}

const placeOf = (key: string) => `${mediaKey(key).slice(0, 2)}/${key}`

const addPermissions = async (path: string, bits: number) =>
  chmod(path, ((await stat(path)).mode & 0o777) | bits)

/** Files lie at `folder/<first two of key>/<key>`. `isForGroup` lets nginx, in the process's group, read them. */
export async function openDiskFiles(folder: string, isForGroup = false): Promise<StoredFiles> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (firstCreated) await syncFolders(foldersDownTo(dirname(firstCreated), folder))
  const pathOf = (key: string) => join(folder, placeOf(key))
  if (isForGroup) {
    for (const above of [dirname(folder), dirname(dirname(folder))]) await addPermissions(above, 0o010)
    await addPermissions(folder, 0o050)
  }

  return {
    placeOf,
    async putFile(key, tempPath) {
      const path = pathOf(key)
      const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      if (isForGroup) {
        for (const above of [dirname(path), dirname(dirname(path))]) await addPermissions(above, 0o050)
        await addPermissions(tempPath, 0o040)
      }
      await rename(tempPath, path)
      await syncFolders(foldersDownTo(created ? folder : dirname(path), dirname(path)))
    },
    open: async (key, range, isTaken) => readFromDisk(pathOf(key), range, isTaken),
    async copyTo(key, path) {
      await link(pathOf(key), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw error
        return copyFile(pathOf(key), path)
      })
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
