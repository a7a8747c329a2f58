import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { backupFailure } from './backup-failure.ts'
import { parallelMap } from '#concurrency/parallel-map.ts'
import { filesOf, type Manifest, manifestName, readManifest, sumName } from './manifest.ts'
import { sumOfFile } from './write-file.ts'

/** Verifies every checksum. Throws BackupFailure when a file is missing, changed, truncated or unexpected. */
export async function checkBackup(folder: string, stop?: AbortSignal): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const files = filesOf(manifest)
  const wrong: string[] = []
  const check = async ({ path, bytes, sha256 }: (typeof files)[number], signal: AbortSignal) => {
    const found = await sumOfFile(join(folder, path), signal).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!found) wrong.push(`${path} is missing`)
    else if (found.bytes !== bytes) wrong.push(`${path} has ${found.bytes} bytes instead of ${bytes}`)
    else if (found.sha256 !== sha256) wrong.push(`${path} was changed`)
  }
  await parallelMap(files, check, stop)
  const known = new Set([...files.map(({ path }) => path), manifestName, sumName])
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (!entry.isDirectory() && !known.has(path)) wrong.push(`${path} does not belong to it`)
  }
  if (wrong.length === 0) return manifest
  const more = wrong.length > 5 ? ` and ${wrong.length - 5} more` : ''
  throw backupFailure(
    `The backup in ${folder} is damaged: ${wrong.toSorted().slice(0, 5).join(', ')}${more}. Use another backup.`,
  )
}
