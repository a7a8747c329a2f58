import { api } from '@touchline/contract/api.ts'
import { once } from 'node:events'
import { request as ask } from 'node:http'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase } from '#db/database.ts'
import { cookiesOf } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { databaseOf } from '#testing/other-process.ts'

let club: Club
const lines: { level: number; msg: string; err?: unknown }[] = []
const logTo = new Writable({
  write(chunk: Buffer, _encoding, done) {
    for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line))
    done()
  },
})
beforeAll(async () => {
  club = await openClub({ LOG_LEVEL: 'info' }, { logTo })
})
afterAll(() => club.close())

const info = 30
const failures = () => lines.filter(({ level }) => level > info)

/** Begins a request of the creator with a body of `bytes`, sends some of it and hangs up. */
async function hangUp(method: string, path: string, type: string, begun: string, headers = {}) {
  const { creator } = club.people
  const request = ask(`${club.url}${path}`, {
    method,
    headers: {
      cookie: cookiesOf(creator),
      'content-type': type,
      'content-length': 100_000,
      origin: club.url,
      ...headers,
    },
  })
  request.on('error', () => undefined)
  const arrived = once(club.app.server, 'request')
  request.write(begun)
  await arrived
  // Answered after it: so what was sent has been read.
  await creator.fetch('/api/auth/user')
  request.destroy()
}

const form =
  '--x\r\ncontent-disposition: form-data; name="media"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nx'

describe('a client that disconnects', () => {
  it.each([
    ['in the middle of JSON', 'POST', '/api/contact', 'application/json', '{"a":'],
    ['in the middle of a form', 'POST', '/api/posts', 'multipart/form-data; boundary=x', form],
    ['in the middle of a picture', 'POST', '/api/upload-avatar', 'multipart/form-data; boundary=x', form],
    ['in the middle of an event', 'POST', '/api/webhooks/stripe', 'application/json', '{"id":'],
  ])('%s leaves no error in the log', async (_when, method, path, type, begun) => {
    const before = lines.length
    await hangUp(method, path, type, begun)
    await expect
      .poll(() => lines.slice(before).filter(({ msg }) => msg === 'request completed').length)
      .toBeGreaterThan(0)
    await expect.poll(() => club.app.load.figures().inFlight).toBe(0)
    expect(failures()).toEqual([])
  })

  it('during a part of an upload leaves no error in the log', async () => {
    const { creator } = club.people
    const begun = await creator.fetch('/api/uploads', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '100000' },
    })
    const path = new URL(begun.headers.get('location')!, club.url).pathname
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0' }
    await hangUp('PATCH', path, 'application/offset+octet-stream', 'x', headers)
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request completed').length).toBeGreaterThan(0)
    expect(failures()).toEqual([])
  })

  it('while waiting for a turn leaves no error and frees its slot', async () => {
    const { member } = club.people
    const other = openDatabase(databaseOf(club), { maxConnections: 1 })
    const client = await other.pool.connect()
    await client.query('begin; lock table tips in access exclusive mode')
    const gone = new AbortController()
    const asked = Array.from({ length: 6 }, () =>
      member.fetch(api.tips.sent.path, { signal: gone.signal }).catch(() => 'gone'),
    )
    await expect.poll(() => club.app.load.figures().inFlight).toBe(4)
    gone.abort()
    expect(await Promise.all(asked)).toEqual(Array(6).fill('gone'))
    await expect.poll(() => club.app.load.figures().inFlight).toBe(0)
    await client.query('rollback')
    client.release()
    await other.close()
    expect((await member.call(api.tips.sent, { query: {} })).status).toBe(200)
    expect(failures()).toEqual([])
  })

  it('after a too long live message leaves no error in the log', async () => {
    const socket = new WebSocket(`${club.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: cookiesOf(club.people.member), origin: club.url },
    })
    await once(socket, 'open')
    socket.on('error', () => undefined)
    socket.send('x'.repeat(100_000))
    await once(socket, 'close')
    expect(lines.map(({ msg }) => msg)).toContain('live connection failed')
    expect(failures()).toEqual([])
  })
})
