import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { migrateDatabase } from '#db/migrate.ts'
import type { TestDatabase } from '#testing/database.ts'

/** A test's own database server, which can be killed and frozen like a remote one. */
export type OwnDatabase = TestDatabase & {
  /** Kills it as a power failure would. */
  cut(): Promise<void>
  start(): Promise<void>
  /** Freezes all its processes, with open connections, until `goOn`. */
  hang(): void
  goOn(): void
  /** Tells the processes of its connections to end, as soon as they are not frozen. */
  endConnections(): void
}

/** Starts a migrated, empty database on its own server; `drop` stops it and deletes its files. */
export async function openOwnDatabase(): Promise<OwnDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchline-own-'))
  const open = () => openEmbeddedPostgres({ dataDir })
  let server = await open()
  await migrateDatabase({ connection: server.connection })
  const postmaster = () =>
    Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  // Freeze the postmaster first, because it starts the others. Each process has its own session, so there is no process
  // group.
  const signal = (name: NodeJS.Signals) => {
    process.kill(postmaster(), name)
    for (const pid of childrenOf(postmaster())) process.kill(pid, name)
  }
  return {
    address: { connection: server.connection },
    async cut() {
      process.kill(postmaster(), 'SIGQUIT')
      await server.close()
    },
    async start() {
      server = await open()
    },
    hang: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
    endConnections() {
      for (const pid of childrenOf(postmaster(), /^postgres: touchline /)) process.kill(pid, 'SIGTERM')
    },
    async drop() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const childrenOf = (pid: number, title = /^/) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .flatMap(([, child, parent, args = '']) =>
      Number(parent) === pid && title.test(args) ? Number(child) : [],
    )
