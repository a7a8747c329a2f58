import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { errorBody } from '@touchline/contract/errors.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#config/config.ts'
import { type Club, openClub } from '#testing/club.ts'
import { everywhere } from './headers.ts'
import { holdRequests } from './hold-requests.ts'
import { loggedError } from './logged-error.ts'
import { openHttpServer } from './server.ts'
import { serveWebApp } from './web-app.ts'

let club: Club
let site: FastifyInstance
let open: () => void
let folder: string

beforeAll(async () => {
  club = await openClub()
  folder = await mkdtemp(join(tmpdir(), 'web-'))
  await writeFile(join(folder, 'index.html'), '<title>Club</title>')
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  site = await openHttpServer(readConfig({ LOG_LEVEL: 'silent' }), { url: 'http://localhost' })
  open = holdRequests(site)
  site.get('/slow', { config: { access: 'public' } }, async () => {
    await club.services.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 20`)
      await tx.execute(sql`select pg_sleep(10)`)
    })
  })
  site.get('/cut-off', { config: { access: 'public' } }, async () => {
    const cause = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })
    throw new Error('Failed query: select 1', { cause })
  })
  site.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }))
  await serveWebApp(site, folder, {
    paysAtStripe: false,
    cdnUrl: null,
    isOpenToAll: () => false,
    opensOffline: true,
    site: () => ({ name: 'Touchline', style: null, icons: null }),
    hasSession: () => false,
    documentOf: async () => null,
  })
})
afterAll(async () => {
  await site.close()
  await club.close()
  await rm(folder, { recursive: true })
})

/** Sends bytes as they are and returns all that comes back. */
function sendBytes(text: string): Promise<string> {
  const { hostname, port } = new URL(club.url)
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (data: Buffer) => (heard += data.toString()))
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
  })
}

describe('while the demo is seeded', () => {
  it('answers 503, except to health checks and the sandbox', async () => {
    for (const url of ['/', '/api/site', '/readyz', '/ws', '/healthz-not']) {
      const answer = await site.inject({ url })
      expect([answer.statusCode, answer.headers['retry-after'], answer.headers['refresh']]).toEqual([
        503,
        '3',
        '3',
      ])
      expect(errorBody.parse(answer.json()).code).toBe('unavailable')
    }
    expect((await site.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await site.inject({ url: '/sandbox/nothing' })).statusCode).toBe(404)
    const page = await site.inject({ url: '/', headers: { accept: 'text/html,*/*' } })
    expect([page.statusCode, page.body]).toEqual([
      503,
      'The club is getting ready. Please try again in a moment.',
    ])
    open()
    expect((await site.inject({ url: '/' })).body).toContain('Club')
  })
})

describe('an invalid request', () => {
  it('never causes a 500 and gets our error format and headers [T-IN-10]', async () => {
    const conditions = [
      { url: '/icon.svg', headers: { range: 'bytes=999999-' } },
      { url: '/icon.svg', headers: { 'if-match': '"x"' } },
      { url: '/api/%zz' },
      { url: '/api/posts/%00' },
      { url: `/api/posts/${'x'.repeat(400)}` },
      {
        url: '/api/login',
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://x' },
      },
    ] as const
    for (const asked of conditions) {
      const answer = await site.inject(asked)
      expect([asked.url, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([asked.url, true])
      expect(Object.keys(answer.json())).toEqual(['message', 'code'])
      expect(errorBody.parse(answer.json()).message).not.toMatch(/%zz|FST_/)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('gets our headers even when it is incomplete [T-HD-01] [T-DOS-02]', async () => {
    for (const [text, status] of [
      ['GET / HTTP/1.1\r\nhost: x\r\nbroken\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const [head, body] = (await sendBytes(text)).split('\r\n\r\n')
      expect(head).toContain(`HTTP/1.1 ${status} `)
      for (const [name, value] of Object.entries(everywhere)) expect(head).toContain(`${name}: ${value}`)
      expect(errorBody.parse(JSON.parse(body!)).code).toBe('invalid_input')
    }
  })

  it('reaches the sandbox only at its own path', async () => {
    for (const path of ['/sandbox//', '/sandbox//x:99999/', '/sandbox//elsewhere.example/v1/charges'])
      expect([path, (await club.visitor().fetch(path)).status]).toEqual([path, 404])
  })

  it('is never decompressed [T-DOS-04]', async () => {
    const body = gzipSync('{"email":"a@b.example","password":"offside"}')
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await club.visitor().fetch('/api/login', { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
  })
})

describe('an unavailable database', () => {
  it('gives 503 with a Retry-After header [T-IN-10] [R-06]', async () => {
    for (const url of ['/slow', '/cut-off']) {
      const answer = await site.inject({ url })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    }
  })

  it('is logged without personal data', async () => {
    const failed: unknown = await club.services.db
      .execute(sql`select ${'mina@club.example'}::int, ${'half\ntime'}`)
      .catch((error: unknown) => error)
    expect(String(failed)).toContain('mina@club.example')
    const { message, stack } = loggedError(failed)
    expect(message).toContain('Failed query: select')
    expect(message + stack).not.toMatch(/mina@club|half\ntime/)
    expect(stack).toMatch(/\n {4}at /)
  })
})
