import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SocketConnection } from './address.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { type Launcher, postgresEnvironment } from './postgres-launcher.ts'
import { postgresSettings } from './postgres-settings.ts'
import { makeSocketFolder } from './socket-folder.ts'
import { lastOf, whyNotStarted } from './why-not-started.ts'
import { untilServerAnswers } from './until-server-answers.ts'

export type PostgresProcess = { connection: SocketConnection; stop: () => Promise<void> }

type StartOptions = {
  /** The folder that holds `cluster`, the socket and the log. */
  folder: string
  binaries: PostgresBinaries
  launcher: Launcher
  durable: boolean
  onProgress: (sentence: string) => void
  onExit: (reason: string) => void
}

/**
 * Starts `postgres` on an existing cluster and waits until it answers.
 * `stop` ends it with a checkpoint, or without one after 15 s. Throws DatabaseUnavailable.
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
    if (!isStopping) options.onExit(`The database stopped by itself (${how}). ${lastLines(logFile)}`)
  }

  const connection = { host: socket.path, port: 5432, user: 'touchline', database: 'touchline' }
  try {
    await untilServerAnswers(connection, gone.signal, () => options.onProgress(whatTakesLong(logFile)))
  } catch (error) {
    await stop()
    throw whyNotStarted(options.folder, { how: await ended, log: readFileSync(logFile, 'utf8'), error })
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
      // A session of its own: Ctrl+C reaches the app only, which then finishes its work before it stops the server.
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

/** Why a server does not answer yet, in a sentence, as far as it has said so in its log. */
export function whatTakesLong(logFile: string): string {
  const isRepairing = /database system (shutdown )?was interrupted/.test(readFileSync(logFile, 'utf8'))
  return `Waiting for the database${isRepairing ? ', which is repairing itself after a crash' : ''}`
}

const lastLines = (logFile: string) => lastOf(readFileSync(logFile, 'utf8'))
