import { execFileSync } from 'node:child_process'

const nobody = 65534

// PostgreSQL refuses to run as root. This takes everything from root but the right to walk through folders
// closed to others, so that the data may lie in a 0700 folder and no user needs to be created.
const dropRoot = [
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=-all,+dac_override',
  '--bounding-set=-all,+dac_override',
  '--securebits=+no_setuid_fixup',
  '--no-new-privs',
]

/**
 * How PostgreSQL's programs are started here.
 * `prefix` goes before the program; `identity` is for child_process; `owner` must own the database's files;
 * `parentMode` is the mode of the folder around them.
 */
export type Launcher = {
  prefix: string[]
  identity: { uid?: number; gid?: number }
  owner: number | undefined
  parentMode: number
}

/** Chooses the launcher for this machine and this user; `setpriv` also makes the server end with the app. */
export function choosePostgresLauncher(): Launcher {
  const isRoot = process.getuid?.() === 0
  const prefix = ['setpriv', ...(isRoot ? dropRoot : []), '--pdeathsig=TERM']
  const owner = isRoot ? nobody : undefined
  if (process.platform === 'linux' && works(prefix)) return { prefix, identity: {}, owner, parentMode: 0o700 }
  if (!isRoot) return { prefix: [], identity: {}, owner, parentMode: 0o700 }
  return { prefix: [], identity: { uid: nobody, gid: nobody }, owner, parentMode: 0o711 }
}

function works(prefix: string[]): boolean {
  const [program, ...flags] = prefix
  try {
    execFileSync(program!, [...flags, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The environment of PostgreSQL's programs: none of the app's, which holds its secrets. */
export const postgresEnvironment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
