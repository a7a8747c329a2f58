import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { DatabaseAddress } from '#db/address.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { type MediaStore, openMediaStore } from '#media/media-store.ts'
import { movingClock } from '#time/clock.ts'
import { type Caller, newCaller } from '#testing/caller.ts'
import { createTestDatabase } from '#testing/database.ts'
import { addPeople, type People } from '#testing/people.ts'
import { openRoundRobin } from '#testing/round-robin.ts'
import { setUpPayments } from '#testing/run-command.ts'
import { serverProgram } from '../program.mjs'
import { freePort, run, type Running } from './process.ts'
import { openProvider } from './provider-process.ts'
import type { Clock } from '../src/time/clock.ts'

export type TwoSites = {
  /** The proxy's URL, which people use. */
  url: string
  /** The URLs of the two processes behind it. */
  each: [string, string]
  /** One person of every kind, connecting through the proxy. */
  people: People
  db: Database
  clock: Clock
  media: MediaStore
  /** The same person, connecting to one process directly. */
  at(index: 0 | 1, caller: Caller): Caller
  visitor(from: string): Caller
  kill(index: 0 | 1): Promise<void>
  /** Stops one process; resolves with its exit code, null when it had to be killed. */
  stop(index: 0 | 1): Promise<number | null>
  start(index: 0 | 1): Promise<void>
  close(): Promise<void>
}

/** A database of the tests' server by its URL. */
function urlOf(address: DatabaseAddress): string {
  if ('url' in address) return address.url
  const { host, port, user, database } = address.connection
  return `postgresql://${user}@localhost/${database}?${new URLSearchParams({ host, port: String(port) }).toString()}`
}

/**
 * Two processes of the site on one external database and one data folder, behind a proxy. `serving` selects
 * the URLs the proxy forwards to; by default both, ready or not.
 */
export async function openTwoSites(
  env: Record<string, string> = {},
  serving: (each: [string, string]) => string[] = (each) => each,
): Promise<TwoSites> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-two-'))
  const database = await createTestDatabase()
  const { db, close: closeDatabase } = openDatabase(database.address, { maxConnections: 4 })
  const ports = [await freePort(), await freePort()] as const
  const each: [string, string] = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`]
  const proxy = await openRoundRobin(() => serving(each))
  // The built-in sandbox belongs to one process, so both use a separate one.
  const provider = await openProvider(folder)
  const shared = {
    LOG_LEVEL: 'warn',
    ...env,
    ...provider.env,
    DATABASE_URL: urlOf(database.address),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: proxy.url,
    SEED_DEMO: 'off',
    TRUSTED_PROXIES: 'loopback',
  }
  await setUpPayments(shared)
  const begin = (index: 0 | 1) =>
    run({
      args: serverProgram,
      env: { ...shared, PORT: String(ports[index]) },
      logFile: join(folder, `site-${index}.log`),
      ready: [/ready at (http\S+)/],
    })
  const clock = movingClock()
  // Started together, as an operator's supervisor does.
  const running: [Running, Running] = await Promise.all([begin(0), begin(1)])
  const people = await addPeople({ db, clock, address: { url: proxy.url } })
  const media = await openMediaStore({
    folder: join(shared.DATA_DIR, 'media'),
    log: pino({ level: 'silent' }),
  })
  return {
    url: proxy.url,
    each,
    people,
    db,
    clock,
    media,
    at(index, { id, email, cookies }) {
      const there = newCaller(() => each[index], { id, email })
      for (const [name, value] of cookies) there.cookies.set(name, value)
      return there
    },
    visitor: (from) => newCaller(() => proxy.url, { from }),
    kill: (index) => running[index].kill(),
    stop: (index) => running[index].stop(),
    async start(index) {
      running[index] = await begin(index)
    },
    async close() {
      await Promise.all(running.map((site) => site.stop()))
      await provider.kill()
      await proxy.close()
      media.close()
      await closeDatabase()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
