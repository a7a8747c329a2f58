import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { createCluster } from '#db/first-start.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { findPostgresBinaries } from '#db/postgres-binaries.ts'
import { choosePostgresLauncher, postgresEnvironment } from '#db/postgres-launcher.ts'
import { freePorts } from '#testing/free-ports.ts'

export type PrimaryAndStandby = {
  /** Names the standby first, which accepts no writes until it is promoted. */
  url: string
  /** Kills the primary as a power failure would. */
  cutPrimary(): Promise<void>
  promoteStandby(): Promise<void>
  /** Runs a query on the server that starts as the standby. */
  atStandby(statement: string): Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

/** A migrated database whose commits wait for a streaming standby. */
export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-standby-'))
  const [launcher, binaries, ports] = [
    choosePostgresLauncher(),
    await findPostgresBinaries(),
    await freePorts(2),
  ]
  const [primaryPort, standbyPort] = [ports[0]!, ports[1]!]
  if (launcher.owner !== undefined) await chown(folder, launcher.owner, launcher.owner)
  const [primaryFolder, standbyFolder] = [join(folder, 'cluster'), join(folder, 'standby')]
  const running: ChildProcess[] = []

  const start = async (cluster: string, port: number, settings: Record<string, string> = {}) => {
    const all = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: String(port),
      max_connections: '100',
      fsync: 'off',
      ...settings,
    }
    const [program, ...args] = [
      ...launcher.prefix,
      join(binaries.folder, 'postgres'),
      '-D',
      cluster,
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
    const child = spawn(program!, args, {
      ...launcher.identity,
      env: postgresEnvironment,
      cwd: '/',
      stdio: 'ignore',
    })
    running.push(child)
    while (
      await ask(port, 'select 1').then(
        () => false,
        () => true,
      )
    ) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL on port ${port} ended`)
      await wait(100)
    }
    return child
  }

  await createCluster(folder, { binaries, launcher, durable: false })
  const first = await start(primaryFolder, primaryPort)
  await migrateDatabase({ url: urlOn(primaryPort) })
  await end(first, 'SIGINT')
  await cp(primaryFolder, standbyFolder, { recursive: true })
  await writeFile(join(standbyFolder, 'standby.signal'), '')
  const source = `host=127.0.0.1 port=${primaryPort} user=touchline application_name=standby`
  await appendFile(join(standbyFolder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  await ownAll(standbyFolder, launcher.owner)
  const primary = await start(primaryFolder, primaryPort, { synchronous_standby_names: 'standby' })
  await start(standbyFolder, standbyPort)
  const isSynchronous = `select 1 from pg_stat_replication where sync_state = 'sync'`
  while ((await ask(primaryPort, isSynchronous)).length === 0) await wait(100)

  return {
    url: `postgres://touchline@127.0.0.1:${standbyPort},127.0.0.1:${primaryPort}/postgres`,
    cutPrimary: () => end(primary, 'SIGQUIT'),
    async promoteStandby() {
      await ask(standbyPort, 'select pg_promote()')
    },
    atStandby: (statement) => ask(standbyPort, statement),
    stop: async () => {
      await Promise.all(running.map((child) => end(child, 'SIGQUIT')))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

const urlOn = (port: number) => `postgres://touchline@127.0.0.1:${port}/postgres`

async function ask(port: number, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: urlOn(port) })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function ownAll(folder: string, owner: number | undefined): Promise<void> {
  if (owner === undefined) return
  for (const name of ['', ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, name), owner, owner)
}
