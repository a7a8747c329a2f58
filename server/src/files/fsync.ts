import { open } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** New and renamed entries then survive a power failure. Syncing a file does not persist its name. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function syncFolders(folders: Iterable<string>): Promise<void> {
  for (const folder of folders) await syncFolder(folder)
}

/** The folders from `root` down to `folder`. */
export function foldersDownTo(root: string, folder: string): string[] {
  const names = relative(root, folder).split(sep).filter(Boolean)
  return [root, ...names.map((_, index) => join(root, ...names.slice(0, index + 1)))]
}
