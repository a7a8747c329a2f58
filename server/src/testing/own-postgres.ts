import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgresBinaries } from '#db/postgres-binaries.ts'
import { choosePostgresLauncher, postgresEnvironment } from '#db/postgres-launcher.ts'

/** Starts PostgreSQL on a cluster, reachable on a loopback port, and waits until it answers. */
export async function startPostgres(
  cluster: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<ChildProcess> {
  const [launcher, binaries] = [choosePostgresLauncher(), await findPostgresBinaries()]
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

/** The address of such a server for its superuser. */
export const urlOn = (port: number) => `postgres://touchline@127.0.0.1:${port}/postgres`

/** Runs a statement as the superuser. */
export async function ask(port: number, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: urlOn(port) })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** Gives a folder and its files to the user that PostgreSQL runs as. */
export async function ownAll(folder: string): Promise<void> {
  const { owner } = choosePostgresLauncher()
  if (owner === undefined) return
  for (const name of ['', ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, name), owner, owner)
}
