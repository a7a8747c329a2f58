import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from '#files/fsync.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { type Launcher, postgresEnvironment } from './postgres-launcher.ts'
import { startFailure } from './start-failure.ts'

const run = promisify(execFile)
const unfinished = 'cluster.new-'

export function clearUnfinishedClusters(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(unfinished))) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // The children of initdb may still be writing. The next start deletes the rest.
    }
  }
}

/** Builds it under another name and renames it: an interrupted start leaves nothing that looks like a database. */
export async function createCluster(
  folder: string,
  { binaries, launcher, durable }: { binaries: PostgresBinaries; launcher: Launcher; durable: boolean },
): Promise<void> {
  const target = join(folder, unfinished + randomBytes(4).toString('hex'))
  mkdirSync(target, { mode: 0o700 })
  if (launcher.owner !== undefined) chownSync(target, launcher.owner, launcher.owner)
  await initialise(target, 'C.UTF-8').catch(async (error: unknown) => {
    // Older macOS and minimal systems have no C.UTF-8. The encoding is UTF-8 in either case.
    if (!/locale/i.test(String(error))) throw error
    await initialise(target, 'C')
  })
  renameSync(target, join(folder, 'cluster'))
  if (durable) await syncFolder(folder)

  async function initialise(place: string, locale: string): Promise<void> {
    const [program, ...args] = [
      ...launcher.prefix,
      join(binaries.folder, 'initdb'),
      `--pgdata=${place}`,
      '--username=touchline',
      '--auth=trust',
      '--encoding=UTF8',
      `--locale=${locale}`,
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]
    try {
      await run(program!, args, { ...launcher.identity, env: postgresEnvironment, cwd: '/' })
    } catch (error) {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
      throw startFailure(
        'DatabaseUnavailable',
        `The database could not be created in ${folder}: ${said}`,
        error,
      )
    }
  }
}
