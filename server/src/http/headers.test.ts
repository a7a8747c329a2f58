import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#config/config.ts'
import { cookiesOf } from '#testing/caller.ts'
import { addressOf, everyEndpoint, nameOf } from '#testing/every-endpoint.ts'
import { openSiteWithPage, pageText, type SiteWithPage } from '#testing/site-with-page.ts'
import { type StoredPost, storedPost, wholeVideo } from '#testing/stored-post.ts'
import { everywhere } from './headers.ts'
import { openHttpServer } from './server.ts'

let club: SiteWithPage
let film: StoredPost
beforeAll(async () => {
  club = await openSiteWithPage()
  film = await storedPost(club.services, {
    creatorId: club.people.creator.id,
    kind: 'video',
    files: [wholeVideo(1000)],
  })
})
afterAll(() => club.close())

type Asked = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }
/** Asks as a member would. */
const ask = (path: string, { headers, ...init }: Asked = {}) =>
  fetch(`${club.siteUrl}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { cookie: cookiesOf(club.people.member), ...headers },
  })

const promised = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
  'x-robots-tag': 'noindex',
}

describe('every response', () => {
  it('has headers against framing, sniffing and cross-site reading [T-HD-01]', async () => {
    const json = { 'content-type': 'application/json' }
    const answers: [string, number, Asked][] = [
      ['/', 200, {}],
      ['/assets/entry-1a2b.js', 200, {}],
      ['/assets/none.js', 404, {}],
      ['/api/site', 200, {}],
      ['/api/posts', 401, { headers: { cookie: '' } }],
      ['/api/admin/users', 403, {}],
      ['/api/nowhere', 404, {}],
      ['/api/posts%00', 400, {}],
      ['/api/%zz', 400, {}],
      [`/api/posts/${'x'.repeat(400)}`, 404, {}],
      ['/api/login', 302, {}],
      ['/api/login', 400, { method: 'POST', headers: json, body: '{' }],
      ['/api/login', 413, { method: 'POST', headers: json, body: `"${'x'.repeat(300_000)}"` }],
      ['/api/login', 415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
      ['/api/login', 403, { method: 'POST', headers: { origin: 'https://elsewhere.example' } }],
      ['/api/posts', 404, { method: 'OPTIONS' }],
      [film.addressOf('whole'), 200, {}],
      [film.addressOf('whole'), 206, { headers: { range: 'bytes=0-9' } }],
      [film.addressOf('whole'), 416, { headers: { range: 'bytes=9999-' } }],
      ['/ws', 403, {}],
    ]
    for (const [path, status, init] of answers) {
      const answer = await ask(path, init)
      await answer.arrayBuffer()
      const headers = Object.fromEntries(answer.headers)
      expect({ path, status: answer.status, ...headers }).toMatchObject({ path, status, ...promised })
      for (const absent of ['server', 'x-powered-by', 'strict-transport-security'])
        expect([path, headers[absent]]).toEqual([path, undefined])
    }
  })

  it('enforces https on https sites only [T-HD-01]', async () => {
    const config = readConfig({ PUBLIC_URL: 'https://club.example', LOG_LEVEL: 'silent' })
    const secure = await openHttpServer(config, { url: 'https://club.example' })
    const { headers } = await secure.inject({ url: '/' })
    expect(headers).toMatchObject({
      ...everywhere,
      'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
    })
    await secure.close()
  })
})

describe('an API response', () => {
  it('is never cached, nor found under a file name [T-HD-04]', async () => {
    const kept: string[] = []
    for (const endpoint of everyEndpoint.filter(({ method }) => method === 'GET')) {
      if (nameOf(endpoint) === 'GET /api/logout') continue
      const path = addressOf(endpoint)
      const names = ['/x.css', '.js', ';x.css', '%2Fx.css', '%0Ax.css'].map((end) => `${path}${end}`)
      const [plain, ...others] = await Promise.all(
        [path, ...names].map(async (address) => {
          const answer = await ask(address)
          return { address, status: answer.status, headers: answer.headers, text: await answer.text() }
        }),
      )
      const isJson = plain!.headers.get('content-type')?.includes('json')
      if (isJson && plain!.headers.get('cache-control') !== 'no-store') kept.push(path)
      for (const { address, status, text } of others)
        if (status < 400 && text !== pageText) kept.push(`${address}: ${status}`)
    }
    expect(kept).toEqual([])
  })

  it('and the page do not depend on forwarded headers [T-HD-04]', async () => {
    const says = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-original-url': '/api/admin/users',
      'x-rewrite-url': '/api/admin/users',
      'x-preview': '1',
      'x-forwarded-prefix': '/evil',
      forwarded: 'host=evil.example',
    }
    for (const path of ['/', '/feed', '/api/site', '/api/posts', '/api/openapi.json', '/api/login']) {
      const [plain, other] = [await ask(path), await ask(path, { headers: says })]
      expect([path, other.status, await other.text()]).toEqual([path, plain.status, await plain.text()])
      expect(other.headers.get('location')).toBe(plain.headers.get('location'))
    }
  })
})

describe('a media file opened as a page', () => {
  it('is downloaded, isolated, and hidden from other sites [T-HD-03]', async () => {
    const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
    const answer = await ask(film.addressOf('whole'), { headers: { ...opened, 'sec-fetch-site': 'none' } })
    await answer.arrayBuffer()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'video/mp4',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    const shown = await ask(film.addressOf('whole'), { headers: { 'sec-fetch-dest': 'video' } })
    await shown.arrayBuffer()
    expect(shown.headers.get('content-disposition')).toBe('inline')
    const elsewhere = await ask(film.addressOf('whole'), {
      headers: { ...opened, 'sec-fetch-site': 'cross-site' },
    })
    expect(elsewhere.status).toBe(403)
  })
})

describe('a file outside the built site', () => {
  it('is never served [T-HD-05]', async () => {
    const hidden = [
      '/.git/config',
      '/.env',
      '/../.env',
      '/%2e%2e/.env',
      '/..%2f.env',
      '/assets/..%2f..%2f.env',
      '/assets/%2e%2e/%2e%2e/.env',
      '/package.json',
      '/..%2fpackage.json',
      '/assets/entry-1a2b.js.map',
      '/index.html',
      '/media/',
      '/api',
      '/api/',
      '/server/src/main.ts',
      '/wp-login.php',
      '/api/docs.json',
    ]
    for (const path of hidden) expect([path, (await ask(path)).status]).toEqual([path, 404])
    for (const path of ['/data/', '/metrics', '/docs', '/assets/', '/media', '/.git/', '/.git']) {
      const answer = await ask(path)
      const text = await answer.text()
      expect([path, answer.status === 404 || text === pageText]).toEqual([path, true])
    }
    const traced = await club.site.inject({ method: 'TRACE', url: '/', headers: { cookie: 'a=secret' } })
    expect([traced.statusCode, traced.body.includes('secret')]).toEqual([404, false])
  })
})
