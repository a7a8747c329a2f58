import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClub } from '#testing/club.ts'
import { freePorts } from '#testing/free-ports.ts'
import { makeCertificate } from '#testing/manual-nginx.mjs'
import { ask, end, ownAll, startPostgres } from '#testing/own-postgres.ts'
import { createCluster } from './first-start.ts'
import { migrateDatabase } from './migrate.ts'
import { onOneConnection } from './one-connection.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { choosePostgresLauncher } from './postgres-launcher.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchline-managed-'))
const cluster = join(folder, 'cluster')
const authority = join(cluster, 'cert.pem')
// It makes the server's certificate.
const hasOpenssl = existsSync('/usr/bin/openssl')

describe.skipIf(!hasOpenssl)('a managed PostgreSQL', () => {
  let server: ChildProcess
  let port: number

  /** As providers sell it: TLS only, and a role with a password that owns one database and is no superuser. */
  beforeAll(async () => {
    port = (await freePorts(1))[0]!
    await ownAll(folder)
    await createCluster(folder, {
      binaries: await findPostgresBinaries(),
      launcher: choosePostgresLauncher(),
      durable: false,
    })
    makeCertificate(cluster)
    chmodSync(join(cluster, 'key.pem'), 0o600)
    writeFileSync(
      join(cluster, 'pg_hba.conf'),
      'host all touchline samehost trust\nhostssl club club samehost scram-sha-256\n',
    )
    await ownAll(cluster)
    server = await startPostgres(cluster, port, {
      listen_addresses: 'localhost',
      ssl: 'on',
      ssl_cert_file: 'cert.pem',
      ssl_key_file: 'key.pem',
    })
    await ask(port, "create role club login password 'half-time'")
    await ask(port, 'create database club owner club')
  })
  afterAll(async () => {
    await end(server, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })

  const urlWith = (parameters: string) => `postgres://club:half-time@localhost:${port}/club?${parameters}`

  it('runs a club over TLS, for a role that owns nothing but its database', async () => {
    const url = urlWith(`sslmode=verify-full&sslrootcert=${authority}`)
    await migrateDatabase({ url })
    const club = await openClub({}, { database: { address: { url }, drop: async () => {} } })
    try {
      const { member } = club.people
      expect(await member.call(api.posts.list, { query: { page: 1, limit: 5 } })).toMatchObject({
        status: 200,
      })
      const connections = `
      select count(*)::int as total, count(*) filter (where ssl)::int as encrypted
      from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'club'`
      const [{ total, encrypted } = {}] = await ask(port, connections)
      expect(total).toBeGreaterThan(3)
      expect(encrypted).toBe(total)
    } finally {
      await club.close()
    }
  })

  it.each(['verify-full', 'require'])(
    'refuses an unknown certificate authority with sslmode=%s, and says how to name it',
    async (mode) => {
      await expect(onOneConnection({ url: urlWith(`sslmode=${mode}`) }, async () => {})).rejects.toThrow(
        /does not trust the certificate of the server in DATABASE_URL .*sslrootcert/,
      )
    },
  )
})
