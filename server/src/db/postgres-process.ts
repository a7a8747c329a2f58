import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  mkdirSync,
  mkdtempSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SocketConnection } from './address.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { type Launcher, postgresEnvironment } from './postgres-launcher.ts'
import { tmpdir } from 'node:os'
import { startFailure } from './start-failure.ts'
import { ConfigProblem } from '#config/config-problem.ts'
import { onOneConnection } from './one-connection.ts'

const pauseMs = 25

// Recovery after a power failure takes seconds. A server that is silent for five minutes will never answer.
const limitMs = 5 * 60_000

/** Creates the database when missing. Calls `onSlow` once after a second. Throws when `gone` is aborted. */
async function untilServerAnswers(
  connection: SocketConnection,
  gone: AbortSignal,
  onSlow: () => void,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    gone.throwIfAborted()
    try {
      return await createDatabaseIfMissing(connection)
    } catch (error) {
      if (waitedMs >= limitMs) throw error
    }
    if (waitedMs === 40 * pauseMs) onSlow()
    await wait(pauseMs)
  }
}

async function createDatabaseIfMissing(connection: SocketConnection): Promise<void> {
  await onOneConnection({ connection: { ...connection, database: 'postgres' } }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      connection.database,
    ])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
  })
}

// How PostgreSQL reports damaged files.
const damage =
  /checkpoint record|pg_control|invalid (?:magic|page|record|length)|checksum|corrupt|not a valid (?:data|database)|is missing|could not (?:open|read|find|access) (?:file|directory|redo)|unexpected (?:pageaddr|timeline)|WAL ends before/i

const circumstance = /No space left|Permission denied|Too many open files|Cannot allocate|shared memory/i

/** Summarises a server's log: its errors and hints, or else its last lines. */
function lastOf(log: string): string {
  const all = log.trim().split('\n')
  const failures = all.filter((line) => /(?:PANIC|FATAL|ERROR|HINT): /.test(line))
  const lines = (failures.length > 0 ? failures : all).slice(-4)
  return `Its log: ${lines.join(' / ') || 'empty'}`
}

/** Returns DataDamaged when only a backup can help, DiskFull, or else DatabaseUnavailable. */
export function startError(
  folder: string,
  { how, log, error }: { how: string; log: string; error: unknown },
): Error {
  const fatal = log.split('\n').filter((line) => /PANIC|FATAL|ERROR/.test(line) && damage.test(line))
  if (/has wrong ownership/.test(log))
    return new ConfigProblem([
      `The database in ${folder} belongs to another user: run this command as its owner, with sudo -u.`,
    ])
  if (/No space left on device/.test(log))
    return startFailure('DiskFull', `The disk of ${folder} is full: free some space first.`, error)
  if (fatal.length === 0 || circumstance.test(log))
    return startFailure('DatabaseUnavailable', `The database did not start (${how}). ${lastOf(log)}`, error)
  const words = fatal[0]!.replace(/^.*?(?=PANIC|FATAL|ERROR)/, '')
  return startFailure(
    'DataDamaged',
    `The database in ${join(folder, 'cluster')} is damaged and was not changed (${words}). Set DATA_DIR to a new folder and restore the newest backup: npm run restore -- FOLDER.`,
    error,
  )
}

/** The command line carries them, so that an upgrade can change them. `durable: false` is for tests. */
function postgresSettings(socketDir: string, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: '64MB',
    max_connections: durable ? '30' : '400',
    work_mem: '8MB',
    maintenance_work_mem: '32MB',
    max_wal_size: '256MB',
    max_wal_senders: '0',
    // JIT and parallel workers only help long reports, and cost memory.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // The app logs failed statements itself, without personal data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const socketName = '.s.PGSQL.5432'

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, including the final NUL.
const maxSocketPathBytes = process.platform === 'linux' ? 107 : 103

type SocketFolder = { path: string; isTemporary: boolean }

/** Creates the socket's folder inside `folder`, or a short temporary one where that path is too long. */
function makeSocketFolder(folder: string): SocketFolder {
  const preferred = join(folder, 'socket')
  if (Buffer.byteLength(join(preferred, socketName)) <= maxSocketPathBytes) {
    mkdirSync(preferred, { recursive: true, mode: 0o700 })
    return { path: preferred, isTemporary: false }
  }
  const inTemp = join(tmpdir(), 'touchline-')
  const base = Buffer.byteLength(inTemp) + 30 <= maxSocketPathBytes ? inTemp : '/tmp/touchline-'
  return { path: mkdtempSync(base), isTemporary: true }
}

export type PostgresProcess = { connection: SocketConnection; stop: () => Promise<void> }

type StartOptions = {
  folder: string
  binaries: PostgresBinaries
  launcher: Launcher
  durable: boolean
  onProgress: (sentence: string) => void
  onExit: (reason: string) => void
}

/**
 * Starts an existing cluster. `stop` ends it with a checkpoint, or without one after 15 s. Throws DatabaseUnavailable.
 */
export async function startPostgres(options: StartOptions): Promise<PostgresProcess> {
  const socket = makeSocketFolder(options.folder)
  const logFile = join(options.folder, 'server.log')
  if (existsSync(logFile)) renameSync(logFile, join(options.folder, 'server.previous.log'))
  const child = spawnPostgres(options, socket.path, logFile)
  const ended = whenEnded(child)
  const gone = new AbortController()
  void ended.then(() => gone.abort())
  const stopWithApp = () => child.kill('SIGINT')
  process.once('exit', stopWithApp)
  let isStopping = false

  async function stop(): Promise<void> {
    isStopping = true
    process.removeListener('exit', stopWithApp)
    child.kill('SIGINT')
    await Promise.race([ended, wait(15_000, undefined, { ref: false })])
    if (!gone.signal.aborted) child.kill('SIGQUIT')
    await ended
    if (socket.isTemporary) rmSync(socket.path, { recursive: true, force: true })
  }

  async function reportUnexpectedEnd(): Promise<void> {
    const how = await ended
    if (!isStopping) options.onExit(`The database stopped unexpectedly (${how}). ${lastLines(logFile)}`)
  }

  const connection = { host: socket.path, port: 5432, user: 'touchline', database: 'touchline' }
  try {
    await untilServerAnswers(connection, gone.signal, () => options.onProgress(slowStartReason(logFile)))
  } catch (error) {
    await stop()
    throw startError(options.folder, { how: await ended, log: readFileSync(logFile, 'utf8'), error })
  }
  void reportUnexpectedEnd()
  return { connection, stop }
}

function spawnPostgres(options: StartOptions, socketDir: string, logFile: string): ChildProcess {
  const { launcher, binaries, durable } = options
  const { uid } = launcher.identity
  if (uid !== undefined) chownSync(socketDir, uid, uid)
  const log = openSync(logFile, 'w', 0o600)
  const [program, ...args] = [
    ...launcher.prefix,
    join(binaries.folder, 'postgres'),
    '-D',
    join(options.folder, 'cluster'),
    ...postgresSettings(socketDir, durable),
  ]
  try {
    return spawn(program!, args, {
      ...launcher.identity,
      env: postgresEnvironment,
      cwd: '/',
      // In a session of its own, Ctrl+C reaches only the app, which stops the server last.
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
  })
}

export function slowStartReason(logFile: string): string {
  const isRepairing = /database system (shutdown )?was interrupted/.test(readFileSync(logFile, 'utf8'))
  return `Waiting for the database${isRepairing ? ', which is repairing itself after a crash' : ''}`
}

const lastLines = (logFile: string) => lastOf(readFileSync(logFile, 'utf8'))
