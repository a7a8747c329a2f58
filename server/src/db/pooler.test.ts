import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@touchline/contract/api.ts'
import { Client } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { openClub } from '#testing/club.ts'
import { createEmptyDatabase, urlOf } from '#testing/database.ts'
import { freePorts } from '#testing/free-ports.ts'
import { end, ownAll } from '#testing/own-postgres.ts'
import { migrateDatabase } from './migrate.ts'
import { choosePostgresLauncher, postgresEnvironment } from './postgres-launcher.ts'

const program = '/usr/sbin/pgbouncer'
// `npm test` installs PgBouncer where it may.
const hasPgBouncer = existsSync(program)

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Returns the address of an empty database behind a PgBouncer. */
async function openPooler(mode: 'session' | 'transaction'): Promise<string> {
  const database = await createEmptyDatabase()
  closing.push(database.drop)
  const target = new URL(urlOf(database.address))
  const [port] = await freePorts(1)
  const folder = mkdtempSync(join(tmpdir(), 'touchline-pooler-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const server = `host=${target.searchParams.get('host') ?? target.hostname} port=${target.port}`
  const login = `user=${target.username}${target.password ? ` password=${target.password}` : ''}`
  const settings = `
[databases]
club = ${server} dbname=${target.pathname.slice(1)} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 60
ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, lock_timeout
`
  writeFileSync(join(folder, 'pgbouncer.ini'), settings)
  await ownAll(folder)
  const { prefix, identity } = choosePostgresLauncher()
  const [command, ...args] = [...prefix, program, '-q', join(folder, 'pgbouncer.ini')]
  const pooler = spawn(command, args, { ...identity, env: postgresEnvironment, cwd: '/', stdio: 'inherit' })
  closing.push(() => end(pooler, 'SIGTERM'))
  const url = `postgres://${target.username}@127.0.0.1:${port}/club`
  await untilItAnswers(url, pooler)
  return url
}

async function untilItAnswers(url: string, pooler: ChildProcess): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (pooler.exitCode !== null) throw error
      await wait(100)
    }
  }
}

it.skipIf(!hasPgBouncer)('refuses PgBouncer in transaction mode and says why', async () => {
  const url = await openPooler('transaction')
  await expect(migrateDatabase({ url })).rejects.toThrow(/pooler in transaction mode.*PostgreSQL itself/)
})

it.skipIf(!hasPgBouncer)('runs a club behind PgBouncer in session mode', async () => {
  const url = await openPooler('session')
  await migrateDatabase({ url })
  const club = await openClub({}, { database: { address: { url }, drop: async () => {} } })
  try {
    const { member } = club.people
    expect(await member.call(api.posts.list, { query: { page: 1, limit: 5 } })).toMatchObject({ status: 200 })
  } finally {
    await club.close()
  }
})
