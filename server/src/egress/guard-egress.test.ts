import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenHere } from '#testing/listen-on-loopback.ts'
import { boundedFetch } from './guard-egress.ts'

const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024))
let redirected = 0
const server = createServer((request, response) => {
  if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  else if (request.url === '/hang') response.writeHead(200).write('begun')
  else if (request.url === '/silent') return
  else if (request.url === '/redirect') response.writeHead(302, { location: '/elsewhere' }).end()
  else if (request.url === '/elsewhere') response.end(String((redirected += 1)))
  else request.pipe(response)
})
let url = ''
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenHere(server)}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const bounded = boundedFetch(fetch, { maxMs: 60_000, maxBytes: 100_000 })

describe('a bounded fetch', () => {
  it('returns a small response unchanged', async () => {
    const answer = await bounded(`${url}/`, { method: 'POST', body: 'a few words', headers: { 'x-a': '1' } })
    expect([answer.status, await answer.text()]).toEqual([200, 'a few words'])
  })

  it('aborts a response that decompresses beyond the limit', async () => {
    const answer = await bounded(`${url}/bomb`)
    await expect(answer.arrayBuffer()).rejects.toThrow('larger than 100000 bytes')
  })

  it('follows no redirects', async () => {
    await expect(bounded(`${url}/redirect`)).rejects.toThrow('fetch failed')
    expect((await bounded(`${url}/redirect`, { redirect: 'manual' })).status).toBe(302)
    expect(redirected).toBe(0)
  })

  it.each(['/silent', '/hang'])('times out on %s', async (path) => {
    const hurried = boundedFetch(fetch, { maxMs: 200, maxBytes: 100_000 })
    await expect(hurried(`${url}${path}`).then((answer) => answer.text())).rejects.toThrow(/timeout/i)
  })

  it('stops when its caller aborts', async () => {
    const caller = new AbortController()
    const asked = bounded(`${url}/silent`, { signal: caller.signal })
    caller.abort()
    await expect(asked).rejects.toThrow(/abort/i)
  })
})
