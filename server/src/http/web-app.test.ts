import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#config/config.ts'
import { openHttpServer } from './server.ts'
import { serveWebApp } from './web-app.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-'))
  const page = [
    '<style nonce="__CSP_NONCE__"></style><!--head-->',
    '<title>Club</title>',
    '<!--/head-->',
    '<link data-visitors href="/font.woff2">',
    '<link data-members href="/frame.js">',
    '<link data-members="home" href="/home.js">',
    '</head>',
    '<!--page--><div id="root">One moment</div><!--/page-->',
    '</html>',
  ]
  await writeFile(join(folder, 'index.html'), page.join('\n'))
  for (const name of ['worker.js', 'worker-off.js']) await writeFile(join(folder, name), name)
  for (const name of ['site.webmanifest', 'site-off.webmanifest'])
    await writeFile(join(folder, name), JSON.stringify({ id: name, name: 'Built' }))
  await mkdir(join(folder, 'assets'))
  for (const ending of ['', '.br', '.gz'])
    await writeFile(join(folder, `assets/page-1.js${ending}`), `script${ending}`)
})
afterAll(() => rm(folder, { recursive: true }))

type Options = Partial<Parameters<typeof serveWebApp>[2]>

async function answerTo(url: string, options: Options = {}, asked: Record<string, string> = {}) {
  const site = await openHttpServer(readConfig({ LOG_LEVEL: 'silent' }), { url: 'http://localhost' })
  const usual = {
    paysAtStripe: false,
    cdnUrl: null,
    isOpenToAll: () => false,
    opensOffline: true,
    site: () => ({ name: 'The Ninth', style: null, icons: null }),
    hasSession: () => false,
    documentOf: async () => null,
  }
  await serveWebApp(site, folder, { ...usual, ...options })
  const { statusCode, headers, body } = await site.inject({ url, headers: asked })
  await site.close()
  return { statusCode, headers, body }
}

const headersOf = async (url: string, options: Options) => (await answerTo(url, options)).headers

const uncachedFile = async (name: string, opensOffline: boolean) => {
  const { headers, body } = await answerTo(`/${name}`, { opensOffline })
  expect(headers['cache-control']).toBe('no-cache')
  return body
}

/** The document of the terms, which may be indexed. */
const document = {
  head: '<title>Terms</title>',
  body: '<div id="root">__CSP_NONCE__</div>',
  data: '<script></script>',
  isMissing: false,
  isIndexable: true,
}

const missingDocument = async () => ({ ...document, isMissing: true })

const robotsAt = async (url: string, isOpenToAll: boolean) =>
  (
    await headersOf(url, {
      isOpenToAll: () => isOpenToAll,
      documentOf: async ({ path }) => ({ ...document, isIndexable: path !== '/content' }),
    })
  )['x-robots-tag']

/** The content security policy of the page, each directive with its sources. */
async function policyOf(options: Options) {
  const headers = await headersOf('/', options)
  const directives = String(headers['content-security-policy']).split('; ')
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

/** What the page asks for at this address, of a person with a session or without one. */
const askedFor = async (url: string, hasSession: boolean) =>
  [...(await answerTo(url, { hasSession: () => hasSession })).body.matchAll(/href="([^"]+)"/g)].map(
    ([, href]) => href,
  )

async function pageOrRefusal(url: string) {
  const { statusCode, body } = await answerTo(url)
  return body.startsWith('<style') ? 'page' : statusCode
}

describe('the page', () => {
  it('may load nothing from elsewhere while payments use the sandbox', async () => {
    const policy = await policyOf({ paysAtStripe: false })
    const outside = Object.values(policy)
      .flat()
      .filter((source) => !/^('(self|none|nonce-.+)'|blob:|data:)$/.test(source))
    expect(outside).toEqual([])
    expect(policy).toMatchObject({ 'script-src': ["'self'"], 'frame-src': ["'self'"] })
  })

  it('may load and frame only Stripe with real payments', async () => {
    const rehearsal = await policyOf({ paysAtStripe: false })
    const real = await policyOf({ paysAtStripe: true })
    expect(real).toEqual({
      ...rehearsal,
      'style-src': ["'self'", expect.stringMatching(/^'nonce-/)],
      'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ["'self'", 'https://api.stripe.com'],
      'frame-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    })
  })

  it('may load segments of films from the CDN, and nothing else', async () => {
    const cdnUrl = 'https://cdn.club.example'
    expect(await policyOf({ cdnUrl })).toEqual({
      ...(await policyOf({})),
      'style-src': ["'self'", expect.stringMatching(/^'nonce-/)],
      'media-src': ["'self'", 'blob:', cdnUrl],
      'connect-src': ["'self'", cdnUrl],
    })
  })

  it('may be indexed only where its document says so and there is no gate [T-HD-01]', async () => {
    for (const url of ['/', '/terms', '/?from=elsewhere'])
      expect([url, await robotsAt(url, true), await robotsAt(url, false)]).toEqual([
        url,
        undefined,
        'noindex',
      ])
    for (const url of ['/content', '/none.js', '/assets/page-1.js', '/api/none'])
      expect([url, await robotsAt(url, true)]).toEqual([url, 'noindex'])
  })

  it('contains its document, in which the nonce is not replaced [FRONT-1]', async () => {
    const { body, headers } = await answerTo('/terms', { documentOf: async () => document })
    const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
    expect(body).toBe(
      `<style nonce="${nonce}"></style><title>Terms</title>\n<link data-visitors href="/font.woff2">\n</head>\n<div id="root">__CSP_NONCE__</div><script></script>\n</html>`,
    )
  })

  it('is the plain app for the service worker and when its document fails [FRONT-1, OFF-1]', async () => {
    const plain = (await answerTo('/terms')).body.replace(/nonce="[^"]*"/, '')
    expect(plain).toContain('One moment')
    const asked = { 'sec-fetch-dest': 'empty' }
    const documents = [async () => document, () => Promise.reject(new Error('no database'))]
    for (const [index, documentOf] of documents.entries()) {
      const { body, statusCode } = await answerTo('/terms', { documentOf }, index === 0 ? asked : {})
      expect([statusCode, body.replace(/nonce="[^"]*"/, '')]).toEqual([200, plain])
    }
  })

  it('has status 404 when what it names does not exist [SYS-6]', async () => {
    const { statusCode, headers } = await answerTo('/post/7', {
      documentOf: missingDocument,
      isOpenToAll: () => true,
    })
    expect([statusCode, headers['x-robots-tag']]).toEqual([404, 'noindex'])
  })

  it('is served at undecodable URLs, except to programs [SYS-6, T-IN-10]', async () => {
    for (const url of ['/%ff', '/post/%zz', '/%E0%A4%A?from=mail'])
      expect([url, await pageOrRefusal(url)]).toEqual([url, 'page'])
    for (const url of ['/api/%ff', '/media/%ff', '/ws/%ff', '/assets/%ff.js'])
      expect([url, await pageOrRefusal(url)]).toEqual([url, 400])
  })

  it('has status 404 where no page exists [SYS-6]', async () => {
    await writeFile(join(folder, 'pages.json'), JSON.stringify(['/', '/content', '/post/$postId']))
    try {
      for (const url of ['/', '/content', '/content/', '/content?page=2', '/post/7', '/post/%E0%B4%A4'])
        expect([url, (await answerTo(url)).statusCode]).toEqual([url, 200])
      for (const url of ['/nothing', '/content/7', '/post', '/post/7/8', '/contents', '/%ff', '/a//b']) {
        const { statusCode, body } = await answerTo(url)
        expect([url, statusCode, body.startsWith('<style')]).toEqual([url, 404, true])
      }
    } finally {
      await rm(join(folder, 'pages.json'))
    }
  })

  it('is at its new address where drafts were before [DESK-1]', async () => {
    for (const url of ['/desk', '/desk/0198', '/desk?from=mail', '/desk/'])
      expect(await answerTo(url)).toMatchObject({
        statusCode: 308,
        headers: { location: url.replace('desk', 'drafts') },
      })
    expect((await answerTo('/desks')).headers['location']).toBeUndefined()
  })

  it('preloads members’ code for members only, and fonts for visitors [FRONT-5]', async () => {
    expect(await askedFor('/content', false)).toEqual(['/font.woff2'])
    expect(await askedFor('/content', true)).toEqual(['/frame.js'])
    expect(await askedFor('/', true)).toEqual(['/frame.js', '/home.js'])
    expect(await askedFor('/', false)).toEqual(['/font.woff2'])
  })

  it('serves precompressed scripts to clients that accept them', async () => {
    const seen = []
    for (const encoding of ['gzip, deflate, br, zstd', 'gzip', 'identity']) {
      const { headers, body } = await answerTo('/assets/page-1.js', {}, { 'accept-encoding': encoding })
      expect(headers).toMatchObject({
        'content-type': expect.stringContaining('/javascript'),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringMatching(/accept-encoding/i),
      })
      seen.push([body, headers['content-encoding']])
    }
    expect(seen).toEqual([
      ['script.br', 'br'],
      ['script.gz', 'gzip'],
      ['script', undefined],
    ])
    expect((await answerTo('/assets/page-1.js.br')).statusCode).toBe(404)
  })

  it('serves the clean-up worker and a plain manifest with OFFLINE off [OFF-2]', async () => {
    expect(await uncachedFile('worker.js', true)).toBe('worker.js')
    expect(await uncachedFile('worker.js', false)).toBe('worker-off.js')
    expect(JSON.parse(await uncachedFile('site.webmanifest', true))).toMatchObject({ id: 'site.webmanifest' })
    expect(JSON.parse(await uncachedFile('site.webmanifest', false))).toMatchObject({
      id: 'site-off.webmanifest',
    })
  })

  it('names the club in the manifest and colours its pages [SITE-1]', async () => {
    const { body } = await answerTo('/site.webmanifest')
    expect(JSON.parse(body)).toMatchObject({ name: 'The Ninth', short_name: 'The Ninth' })
    const style = ':root{--turf:#ffffff}'
    const page = await answerTo('/terms', { site: () => ({ name: 'The Ninth', style, icons: null }) })
    const nonce = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1]
    expect(page.body).toContain(`<style nonce="${nonce}">${style}</style></head>`)
  })
})
