import { api } from '@touchline/contract/api.ts'
import { closeCodes } from '@touchline/contract/live.ts'
import { eq } from 'drizzle-orm'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { people } from '#features/accounts/schema.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { sessionCookie } from '#http/cookies.ts'
import { openSite, type Site } from './site-process.ts'

let folder: string
let site: Site
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-stopping-'))
  site = await openSite(folder, { SHUTDOWN_DELAY_SECONDS: '10' })
})
afterAll(async () => {
  await site.kill()
  // The database of a site that ended at once ends a moment later.
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

const soon = { timeout: 60_000, interval: 50 }
const port = () => Number(new URL(site.url).port)

it('says that it will stop, finishes what runs, sends sockets away to come back, and ends with 0 [R-12, R-14]', async () => {
  const { token } = await site.inside(async (db) => {
    const [creator] = await db.select().from(people).where(eq(people.isMainInfluencer, true))
    return openSession({ db, clock: { now: () => new Date() } }, creator!.id, null)
  })
  const headers = { cookie: `${sessionCookie}=${token}`, origin: site.url }
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`, { headers })
  await once(socket, 'open')
  const closed = once(socket, 'close')

  // A request of which the second half comes when the site has begun to stop.
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

it('ends at once when it is asked a second time [R-14]', async () => {
  await site.start()
  const stopped = site.stop()
  await expect
    .poll(async () => (await site.visitor().call(api.health.readyz)).message, soon)
    .toBe('The site is stopping.')
  expect(await site.stop()).toBe(1)
  expect(await stopped).toBe(1)
})
