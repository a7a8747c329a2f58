import { api } from '@touchline/contract/api.ts'
import { closeCodes } from '@touchline/contract/live.ts'
import { eq } from 'drizzle-orm'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { people } from '#features/people/schema.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { sessionCookie } from '#http/cookies.ts'
import { serverProgram } from '../program.mjs'
import { run } from './process.ts'
import { openSite, type Site } from './site-process.ts'

const source = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** PostgreSQL deletes this file after a clean shutdown. */
const hasDatabase = (dataDir: string) => existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))

let folder: string
let site: Site
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-stopping-'))
  site = await openSite(
    folder,
    { SHUTDOWN_DELAY_SECONDS: '10' },
    { args: ['--import', source('crash-on-request.ts')], onMessage() {} },
  )
})
afterAll(async () => {
  await site.kill()
  // After an immediate exit the database ends a moment later.
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

const soon = { timeout: 240_000, interval: 50 }
const port = () => Number(new URL(site.url).port)

it('announces the shutdown, finishes requests, closes sockets and exits with 0 [R-12, R-14]', async () => {
  const { token } = await site.inside(async (db) => {
    const [creator] = await db.select().from(people).where(eq(people.isMainInfluencer, true))
    return openSession({ db, clock: { now: () => new Date() } }, creator!.id, null)
  })
  const headers = { cookie: `${sessionCookie}=${token}`, origin: site.url }
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`, { headers })
  await once(socket, 'open')
  const closed = once(socket, 'close')

  // A request whose second half arrives after the shutdown began.
  const body = JSON.stringify({ name: 'Frida', email: 'frida@club.example', message: 'Hello' })
  const slow = connect(port(), '127.0.0.1')
  let answer = ''
  slow.on('data', (data) => (answer += data.toString()))
  slow.write(
    `POST ${api.support.contact.path} HTTP/1.1\r\nhost: ${new URL(site.url).host}\r\norigin: ${site.url}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 10)}`,
  )

  const visitor = site.visitor()
  await expect.poll(async () => (await visitor.fetch('/readyz')).status, soon).toBe(200)
  const stopped = site.stop()
  await expect
    .poll(async () => (await visitor.call(api.health.readyz)).message, soon)
    .toBe('The site is stopping.')
  const during = await visitor.call(api.site.show)
  expect([during.status, during.headers.get('connection')]).toEqual([200, 'close'])
  expect(socket.readyState).toBe(WebSocket.OPEN)
  const [code] = await closed
  expect(code).toBe(closeCodes.restarting)
  await expect
    .poll(
      () =>
        visitor.fetch('/healthz').then(
          () => 'up',
          () => 'down',
        ),
      soon,
    )
    .toBe('down')
  slow.write(body.slice(10))
  await once(slow, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 202 /)
  expect(await stopped).toBe(0)
})

it('exits at once on a second signal [R-14]', async () => {
  await site.start()
  const stopped = site.stop()
  await expect
    .poll(async () => (await site.visitor().call(api.health.readyz)).message, soon)
    .toBe('The site is stopping.')
  expect(await site.stop()).toBe(1)
  expect(await stopped).toBe(1)
})

it('shuts down with code 1 after an uncaught error and logs no personal data [R-21]', async () => {
  for (const mistake of ['exception', 'rejection']) {
    await site.start()
    const before = (await site.log()).length
    site.tell({ mistake })
    expect(await site.gone()).toBe(1)
    expect(hasDatabase(join(folder, 'data'))).toBe(false)
    const output = (await site.log()).slice(before)
    const errorLine = output.split('\n').find((line) => line.includes('uncaught error'))
    expect(JSON.parse(errorLine ?? '{}')).toMatchObject({
      level: 60,
      err: { message: 'Failed query: select', cause: { message: 'no mailbox <[address]>', code: '42P01' } },
    })
    expect(output).not.toContain('mina')
  }
})

/** Suspends the process that resizes pictures, as a busy machine does with one of low priority. */
function suspendImageWorker(pid: number) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  const resizing = children.filter((child) =>
    /image-worker/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8')),
  )
  expect(resizing).not.toEqual([])
  for (const child of resizing) process.kill(Number(child), 'SIGSTOP')
}

const demo = { SEED_DEMO: 'on' }
it.each([
  ['a database is made', /Creating (the database)/, /Creating the database/, {}, () => {}],
  ['a club is written', /members and tips (up to)/, /the next start continues/, demo, () => {}],
  [
    'pictures make no progress',
    /members and tips (up to)/,
    /the next start continues/,
    demo,
    suspendImageWorker,
  ],
])(
  'stops in order while %s at its first start, and logs no failure [R-14]',
  async (_, moment, last, env, prepare) => {
    const own = await mkdtemp(join(tmpdir(), 'touchline-starting-'))
    const dataDir = join(own, 'data')
    const logFile = join(own, 'site.log')
    const starting = await run({
      args: serverProgram,
      env: { SEED_DEMO: 'off', ...env, DATA_DIR: dataDir, PORT: '0' },
      logFile,
      ready: [moment],
    })
    prepare(starting.pid)
    expect(await starting.stop()).toBe(0)
    expect(hasDatabase(dataDir)).toBe(false)
    const log = await readFile(logFile, 'utf8')
    expect(log).toMatch(last)
    expect(log).not.toMatch(/ready at|mistake|error|warn|\n {4}at /i)
    await rm(own, { recursive: true })
  },
)
