import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startFailure } from './start-failure.ts'

const run = promisify(execFile)
const pauseMs = 50
const limitMs = 15_000

/**
 * Stops a server that an app left behind when it was killed, and waits until it is gone. Call it while
 * holding the lock of the data folder: then whatever still runs there belongs to nobody.
 */
export async function stopLeftoverServer(clusterDir: string): Promise<void> {
  const file = join(clusterDir, 'postmaster.pid')
  const text = readIfThere(file)
  if (text === null) return
  const lines = text.split('\n')
  const pid = Number(lines[0])
  // SIGINT lets transactions end by rollback and writes a checkpoint; SIGQUIT leaves that to the next start.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!(await isServerOf(pid, clusterDir))) break
    killIfThere(pid, signal)
    await waitUntilGone(pid, clusterDir)
  }
  if (await isServerOf(pid, clusterDir)) {
    throw startFailure(
      'DatabaseUnavailable',
      `A database server left behind (process ${pid}) does not stop: end it first.`,
    )
  }
  if (await isAnotherProgramOnly(pid, clusterDir)) rmSync(file, { force: true })
  removeTemporarySocketFolder(lines[4]?.trim())
}

// A server that is just ending takes its file away, and itself, at any moment.
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/**
 * Where process ids repeat at every start (containers) the number of a dead server may name another program by now, and
 * PostgreSQL would refuse to start because of it. Its file is only taken away when nothing works in the cluster.
 */
async function isAnotherProgramOnly(pid: number, clusterDir: string): Promise<boolean> {
  if (!existsSync(`/proc/${pid}`)) return false
  const place = realpathSync(clusterDir)
  const { uid } = statSync(place)
  const mayBeWorkedIn = () =>
    readdirSync('/proc').some((name) => /^\d+$/.test(name) && mayWorkIn(place, name, uid))
  // The children of a server that was killed, ours or another, end soon after it.
  for (let waitedMs = 0; mayBeWorkedIn(); waitedMs += pauseMs) {
    if (waitedMs >= limitMs) return false
    await wait(pauseMs)
  }
  return true
}

/** Every process of a server works in the folder of its cluster and belongs to its owner. */
function mayWorkIn(place: string, pid: string, uid: number): boolean {
  try {
    if (statSync(`/proc/${pid}`).uid !== uid) return false
    return readlinkSync(`/proc/${pid}/cwd`) === place
  } catch (error) {
    return hasCode(error, 'EACCES') && callsItselfServerOf(place, pid)
  }
}

/**
 * For where we may not see in which folder a process works. A server is called with its cluster; its children call
 * themselves `postgres: …`, and one whose server is gone may be of any cluster. In doubt: yes.
 */
function callsItselfServerOf(place: string, pid: string): boolean {
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (!commandLine.startsWith('postgres: ')) return clusterIn(commandLine) === place
    const [parent] = /(?<=^PPid:\s+)\d+/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const cluster = clusterIn(readFileSync(`/proc/${parent}/cmdline`, 'utf8'))
    return cluster === null || cluster === place
  } catch (error) {
    return !hasCode(error, 'ENOENT', 'ESRCH')
  }
}

/** The folder after `-D`, or null. */
function clusterIn(commandLine: string): string | null {
  const words = commandLine.split('\0')
  const folder = words[words.indexOf('-D') + 1]
  return words.includes('-D') && folder ? realpathSync(folder) : null
}

// A process id alone may by now be another program's.
async function isServerOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    const commandLine = existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout
    return commandLine.includes(clusterDir)
  } catch {
    return false
  }
}

// Asked by name, because in a container without an init process a dead server keeps its process id.
async function waitUntilGone(pid: number, clusterDir: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < limitMs && (await isServerOf(pid, clusterDir)); waitedMs += pauseMs) {
    await wait(pauseMs)
  }
}

function removeTemporarySocketFolder(folder: string | undefined): void {
  if (folder === undefined || !/^touchline-\w{6}$/.test(folder.split('/').at(-1) ?? '')) return
  if ([tmpdir(), '/tmp'].includes(dirname(folder))) rmSync(folder, { recursive: true, force: true })
}
