import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#db/database.ts'
import { createPerson } from '#features/people/create-person.ts'
import { type Caller, newCaller } from '#testing/caller.ts'
import { openInsideDatabase } from '#testing/inside-database.ts'
import { runCommand, setUpPayments } from '#testing/run-command.ts'
import { serverProgram } from '../program.mjs'
import { freePort, run, type Running } from './process.ts'

/** The site as a process of its own with the embedded database, which can be killed. */
export type Site = {
  url: string
  pid(): string
  start(): Promise<void>
  kill(): Promise<void>
  /** Resolves with the exit code; null when it was killed. */
  stop(): Promise<number | null>
  /** Resolves with its exit code when it ends by itself. */
  gone(): Promise<number | null>
  /** Sends the process a message; only with `onMessage`. */
  tell(message: object): void
  /** A visitor's browser with a public address. */
  visitor(from?: string): Caller
  /** Queries the database directly. */
  inside<Result>(look: (db: Database) => Promise<Result>): Promise<Result>
  /** The output and exit code of `npm run money:check`; 0 means the ledger is right. */
  checkMoney(): Promise<{ code: number; output: string }>
  /** The output and exit code of `npm run doctor -- --whole`; 0 means everything is in order. */
  examine(): Promise<{ code: number; output: string }>
  log(): Promise<string>
}

/**
 * Prepares a site in `folder` with a creator and starts it. `env` selects the payment provider, by default
 * the built-in sandbox. Its URL stays the same across restarts. `args` are Node's.
 */
export async function openSite(
  folder: string,
  env: Record<string, string> = {},
  { args = [], onMessage }: { args?: string[]; onMessage?: (message: unknown) => void } = {},
): Promise<Site> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, 'site.log')
  const dataDir = join(folder, 'data')
  const whole = {
    LOG_LEVEL: 'info',
    ...env,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    SEED_DEMO: 'off',
    // Every fan has their own address.
    TRUSTED_PROXIES: 'loopback',
  }
  if (env['STRIPE_SECRET_KEY']) await setUpPayments(whole)
  const begin = () =>
    run({
      args: [...args, ...serverProgram],
      env: whole,
      logFile,
      ready: [/ready at (http\S+)/],
      ...(onMessage ? { onMessage } : {}),
    })
  let running: Running = await begin()
  const inside: Site['inside'] = async (look) => {
    const { db, close } = openInsideDatabase(dataDir)
    try {
      return await look(db)
    } finally {
      await close()
    }
  }
  await inside((db) =>
    createPerson(db, {
      email: 'creator@club.example',
      role: 'creator',
      firstName: 'Sam',
      isMainInfluencer: true,
      createdAt: new Date(),
    }),
  )
  return {
    url,
    pid: () => String(running.pid),
    async start() {
      running = await begin()
    },
    kill: () => running.kill(),
    stop: () => running.stop(),
    gone: () => running.gone,
    tell: (message) => running.tell(message),
    visitor: (from = '203.0.113.1') => newCaller(() => url, { from }),
    inside,
    checkMoney: () => runCommand('money-check', ['--whole', '--strict'], whole),
    examine: () => runCommand('doctor', ['--whole', '--strict'], whole),
    log: () => readFile(logFile, 'utf8'),
  }
}
