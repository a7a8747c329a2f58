import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.mjs'
import { installDebianPackage } from './install-debian-package.mjs'

const versions = '/usr/lib/postgresql'
const unprivilegedId = 65534
const role = 'touchline'
const patienceMs = 60_000

/** PostgreSQL refuses to run as root. */
const identity = process.getuid?.() === 0 ? { uid: unprivilegedId, gid: unprivilegedId } : {}
const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' }

/**
 * Starts Debian's PostgreSQL as an operator would: durable, with a password, for a role that may only create
 * databases.
 */
export async function openDebianPostgres() {
  const bin = await findOrInstall()
  const folder = mkdtempSync(join(tmpdir(), 'touchline-postgres-'))
  const cluster = join(folder, 'cluster')
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (identity.uid) for (const path of [folder, passwordFile]) chownSync(path, identity.uid, identity.gid)
  const run = (program, args) =>
    execFileSync(join(bin, program), args, { ...identity, env, cwd: folder, encoding: 'utf8' })
  run('initdb', [
    `--pgdata=${cluster}`,
    '--username=keeper',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
  ])
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    // Every test file opens a club with a dozen connections.
    max_connections: 300,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, ...args], {
    ...identity,
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  server.stderr.on('data', (part) => (output = (output + part).slice(-10_000)))
  const ask = (statement) =>
    execFileSync(
      join(bin, 'psql'),
      ['-XAtq', '-h', '127.0.0.1', '-p', String(port), '-U', 'keeper', '-d', 'postgres', '-c', statement],
      { env: { ...env, PGPASSWORD: password }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    ).trim()
  try {
    await untilIt(() => ask('select 1'), server)
  } catch {
    throw new Error(`Debian's PostgreSQL did not start:\n${output}`)
  }
  ask(`create role ${role} login createdb password '${password}'`)
  // Some tests bypass a trigger to damage data.
  ask(`grant set on parameter session_replication_role to ${role}`)
  ask(`create database ${role} owner ${role}`)
  return {
    url: `postgresql://${role}:${password}@127.0.0.1:${port}/${role}`,
    version: ask('show server_version'),
    durability: ask("select 'fsync ' || current_setting('fsync')"),
    async close() {
      if (server.exitCode === null) {
        server.kill('SIGINT')
        await once(server, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function findOrInstall() {
  if (!newest()) await installDebianPackage('postgresql', 'Installing the PostgreSQL of Debian')
  const found = newest()
  if (!found) throw new Error('There is no PostgreSQL of Debian, and none could be installed (postgresql).')
  return found
}

function newest() {
  const found = existsSync(versions) ? readdirSync(versions) : []
  return found
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')))
}

async function untilIt(works, server) {
  for (const latest = Date.now() + patienceMs; ; await wait(100))
    try {
      return works()
    } catch (error) {
      if (server.exitCode !== null || Date.now() > latest) throw error
    }
}
