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

/** Waits until the server is gone. The caller must hold the folder's lock: then no living app owns the server. */
export async function stopLeftoverServer(clusterDir: string): Promise<void> {
  const file = join(clusterDir, 'postmaster.pid')
  const text = readIfThere(file)
  if (text === null) return
  const lines = text.split('\n')
  const pid = Number(lines[0])
  // SIGINT rolls back transactions and writes a checkpoint. SIGQUIT leaves recovery to the next start.
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

// A server that is exiting may delete its file, and end, at any moment.
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

/** Containers reuse process ids. Deletes the pid file if no process works in the cluster's folder. */
async function isAnotherProgramOnly(pid: number, clusterDir: string): Promise<boolean> {
  if (!existsSync(`/proc/${pid}`)) return false
  const place = realpathSync(clusterDir)
  const { uid } = statSync(place)
  const mayBeWorkedIn = () =>
    readdirSync('/proc').some((name) => /^\d+$/.test(name) && mayWorkIn(place, name, uid))
  // The children of a killed server end soon after it.
  for (let waitedMs = 0; mayBeWorkedIn(); waitedMs += pauseMs) {
    if (waitedMs >= limitMs) return false
    await wait(pauseMs)
  }
  return true
}

/** A server process runs in the cluster's folder and as the folder's owner. */
function mayWorkIn(place: string, pid: string, uid: number): boolean {
  try {
    if (statSync(`/proc/${pid}`).uid !== uid) return false
    return readlinkSync(`/proc/${pid}/cwd`) === place
  } catch (error) {
    return hasCode(error, 'EACCES') && callsItselfServerOf(place, pid)
  }
}

/**
 * Serves where reading a process's folder is forbidden. When in doubt, returns true: children are called
 * `postgres: …`, and an orphaned one may belong to any cluster.
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

// Compares the command line, because the process id may have been reused.
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

// Polls by command line: in a container without an init process a dead server keeps its process id.
async function waitUntilGone(pid: number, clusterDir: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < limitMs && (await isServerOf(pid, clusterDir)); waitedMs += pauseMs) {
    await wait(pauseMs)
  }
}

function removeTemporarySocketFolder(folder: string | undefined): void {
  if (folder === undefined || !/^touchline-\w{6}$/.test(folder.split('/').at(-1) ?? '')) return
  if ([tmpdir(), '/tmp'].includes(dirname(folder))) rmSync(folder, { recursive: true, force: true })
}
