import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../server/src/db/database.ts'
import { openEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { migrateDatabase } from '../server/src/db/migrate.ts'
import { freePorts } from '../server/src/testing/free-ports.ts'
import { manualProxy } from '../server/src/testing/manual-proxy.ts'
import { hasNginx, openNginx } from '../server/src/testing/nginx-for-tests.ts'
import { setUpPayments } from '../server/src/testing/run-command.ts'
import { run, type Running } from '../server/faults/process.ts'
import { openProvider } from '../server/faults/provider-process.ts'
import { serverProgram } from '../server/program.mjs'
import { addMembers, addPosts } from './fill-club.ts'
import { load, type Shot } from './load.ts'
import { cpuMsOf, untilIdle } from './process-cpu.ts'
import { median, printLine, recordFigure } from './report.ts'

/*
 * Two processes of the site on one database behind the nginx of docs/operating.md: what a request costs when nginx
 * sends it to the first process only, and when it sends it to both; and what a process costs that only listens.
 */

const members = 40
const posts = 200
const rounds = 7
const idleSeconds = 30

const folder = mkdtempSync(join(tmpdir(), 'touchline-processes-'))

function note(name: string, value: number, unit: string): void {
  recordFigure({ name, value, unit })
  printLine(`${name.padEnd(44)} ${value.toFixed(3)} ${unit}`)
}

async function openSites() {
  const dataDir = join(folder, 'database')
  const postgres = await openEmbeddedPostgres({ dataDir, durable: false })
  const { host, port, user, database } = postgres.connection
  await migrateDatabase(postgres)
  const opened = openDatabase(postgres, { maxConnections: 1 })
  const provider = await openProvider(folder)
  const ports = await freePorts(2)
  const [one, both] = await Promise.all(
    [ports.slice(0, 1), ports].map((behind) =>
      openNginx(() => {
        const { http, locations } = manualProxy('http://127.0.0.1:3000')
        const servers = behind.map((each) => `server 127.0.0.1:${each};`).join(' ')
        return { http: http.replace('server 127.0.0.1:3000;', servers), locations }
      }),
    ),
  )
  const shared = {
    LOG_LEVEL: 'error',
    ...provider.env,
    DATABASE_URL: `postgresql://${user}@localhost/${database}?${new URLSearchParams({ host, port: String(port) }).toString()}`,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: both!.url,
    SEED_DEMO: 'off',
    TRUSTED_PROXIES: 'loopback',
  }
  await setUpPayments(shared)
  const sites: Running[] = []
  for (const each of ports)
    sites.push(
      await run({
        args: serverProgram,
        env: { ...shared, PORT: String(each) },
        logFile: join(folder, `site-${each}.log`),
        ready: [/ready at (http\S+)/],
      }),
    )
  const pidFile = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
  return {
    opened,
    one: one!,
    both: both!,
    first: sites[0]!.pid,
    second: sites[1]!.pid,
    postmaster: Number(pidFile.split('\n')[0]),
    async close() {
      await Promise.all(sites.map((site) => site.stop()))
      await Promise.all([one!.close(), both!.close(), provider.kill()])
      await opened.close()
      await postgres.close()
    },
  }
}

type Sites = Awaited<ReturnType<typeof openSites>>

const numberFrom = async ({ opened }: Sites, query: string): Promise<number> =>
  (await opened.pool.query<{ value: number }>(`select (${query})::int as value`)).rows[0]!.value

/** Also counts its own question. */
const transactionsSoFar =
  'select xact_commit + xact_rollback from pg_stat_database where datname = current_database()'
const connections =
  "select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"

async function measureIdle(sites: Sites): Promise<void> {
  const pids = [sites.first, sites.second]
  for (const pid of pids) await untilIdle(pid)
  const [transactions, cpuMs] = [await numberFrom(sites, transactionsSoFar), pids.map(cpuMsOf)]
  await wait(idleSeconds * 1000)
  for (const [index, pid] of pids.entries())
    note(`idle second: process ${index + 1}`, (cpuMsOf(pid) - cpuMs[index]!) / idleSeconds, 'ms')
  const done = (await numberFrom(sites, transactionsSoFar)) - transactions
  note('idle second: transactions of both', done / idleSeconds, '')
  note('idle: connections of both', await numberFrom(sites, connections), '')
}

/** Measures a kind of request with one process and with both by turns. */
async function measure(
  sites: Sites,
  { name, perRound, shotAt }: { name: string; perRound: number; shotAt: (index: number) => Shot },
): Promise<void> {
  const { one, both, first, second, postmaster } = sites
  let sent = 0
  const next = () => shotAt(sent++)
  for (const { url } of [one, both]) await load(url, next, perRound)
  const costs: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const [way, nginx] of Object.entries({ 'one process': one, 'two processes': both })) {
      const pids = {
        'first process': first,
        'second process': second,
        database: postmaster,
        nginx: nginx.pid,
      }
      const before = Object.values(pids).map(cpuMsOf)
      await load(nginx.url, next, perRound)
      for (const [index, [part, pid]] of Object.entries(pids).entries())
        (costs[`${name}, ${way}: ${part}`] ??= []).push((cpuMsOf(pid) - before[index]!) / perRound)
    }
  for (const [named, values] of Object.entries(costs)) note(named, median(values), 'ms')
  note(`${name}: connections of both`, await numberFrom(sites, connections), '')
}

async function main() {
  const sites = await openSites()
  try {
    const cookies = await addMembers(sites.opened.pool, members)
    await addPosts(sites.opened, posts)
    const { rows } = await sites.opened.pool.query<{ id: string }>('select id from posts')
    await measureIdle(sites)
    const headersAt = (index: number) => ({ cookie: cookies[index % members]! })
    await measure(sites, {
      name: 'feed page',
      perRound: 1000,
      shotAt: (index) => ({ method: 'GET', path: '/api/posts?page=1&limit=5', headers: headersAt(index) }),
    })
    await measure(sites, {
      name: 'like',
      // A member may like sixty times a minute.
      perRound: 120,
      shotAt: (index) => ({
        method: index % 2 ? 'DELETE' : 'POST',
        path: `/api/posts/${rows[(index >> 1) % posts]!.id}/like`,
        headers: headersAt(index >> 1),
      }),
    })
  } finally {
    await sites.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (hasNginx) await main()
else printLine('two processes: not measured, Debian’s nginx-light is not here')
