import { open } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Makes new and moved names in a folder survive a power cut; a file's own sync says nothing of its name. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the names in these folders survive a power cut. */
export async function syncFolders(folders: Iterable<string>): Promise<void> {
  for (const folder of folders) await syncFolder(folder)
}

/** The folders from `root` down to `folder`: the name of each is kept in the one before. */
export function foldersDownTo(root: string, folder: string): string[] {
  const names = relative(root, folder).split(sep).filter(Boolean)
  return [root, ...names.map((_, index) => join(root, ...names.slice(0, index + 1)))]
}
