import { execFileSync } from 'node:child_process'

const nobodyUid = 65534

// PostgreSQL refuses to run as root. It keeps one privilege, traversing closed folders; no user is created.
const dropRoot = [
  `--reuid=${nobodyUid}`,
  `--regid=${nobodyUid}`,
  '--clear-groups',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=-all,+dac_override',
  '--bounding-set=-all,+dac_override',
  '--securebits=+no_setuid_fixup',
  '--no-new-privs',
]

/** `prefix` goes before the program, `owner` must own the files, `parentMode` is the mode of the folder around them. */
export type Launcher = {
  prefix: string[]
  identity: { uid?: number; gid?: number }
  owner: number | undefined
  parentMode: number
}

/** Chooses the launcher for this machine and user. With `setpriv` the server also ends when the app does. */
export function choosePostgresLauncher(): Launcher {
  const isRoot = process.getuid?.() === 0
  const prefix = ['setpriv', ...(isRoot ? dropRoot : []), '--pdeathsig=TERM']
  const owner = isRoot ? nobodyUid : undefined
  if (process.platform === 'linux' && works(prefix)) return { prefix, identity: {}, owner, parentMode: 0o700 }
  if (!isRoot) return { prefix: [], identity: {}, owner, parentMode: 0o700 }
  return { prefix: [], identity: { uid: nobodyUid, gid: nobodyUid }, owner, parentMode: 0o711 }
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

/** The environment of PostgreSQL's programs. It leaves out the app's, which contains secrets. */
export const postgresEnvironment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
