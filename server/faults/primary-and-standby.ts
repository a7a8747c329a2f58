import type { ChildProcess } from 'node:child_process'
import { appendFile, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createCluster } from '#db/first-start.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { findPostgresBinaries } from '#db/postgres-binaries.ts'
import { choosePostgresLauncher } from '#db/postgres-launcher.ts'
import { freePorts } from '#testing/free-ports.ts'
import { ask, end, ownAll, startPostgres, urlOn } from '#testing/own-postgres.ts'

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
    const child = await startPostgres(cluster, port, settings)
    running.push(child)
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
  await ownAll(standbyFolder)
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
