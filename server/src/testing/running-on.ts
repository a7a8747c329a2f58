import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether this machine shows the environment of processes. */
export const canSeeProcesses = existsSync('/proc/self/environ')

/** Whether a site runs on a data folder with this path prefix. */
export const isSiteRunningOn = (dataDir: string): boolean =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => environmentOf(pid).includes(`DATA_DIR=${dataDir}`))

function environmentOf(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'environ'), 'utf8')
  } catch {
    return ''
  }
}
