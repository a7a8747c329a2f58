import type { AccessPolicy } from '@touchline/contract/access.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, cookiesOf } from '#testing/caller.ts'
import { addressOf, everyEndpoint, nameOf } from '#testing/every-endpoint.ts'
import { openSiteWithPage, pageText, type SiteWithPage } from '#testing/site-with-page.ts'

let club: SiteWithPage
beforeAll(async () => {
  club = await openSiteWithPage()
})
afterAll(() => club.close())

/** What is no call of the API: the page, the live socket, and the rehearsal provider's own pages. */
const besidesTheContract = [
  'DELETE /sandbox/*',
  'GET /*',
  'GET /sandbox/*',
  'GET /ws',
  'HEAD /*',
  'HEAD /sandbox/*',
  'HEAD /ws',
  'POST /_sandbox/*',
  'POST /sandbox/*',
]
const everyGet = everyEndpoint.filter(({ method }) => method === 'GET')
/** Fastify answers HEAD where there is an answer to GET: the same handler behind the same policy. */
const headOfGet = everyGet.map(({ path }) => `HEAD ${path}`)

describe('every route of the server', () => {
  it('is in the contract with the same policy, or on a short list [T-AZ-00]', () => {
    const found = new Map(club.routes.map((route) => [`${route.method} ${route.url}`, route.config?.access]))
    const promised = new Map(everyEndpoint.map((endpoint) => [nameOf(endpoint), endpoint.access]))
    expect(everyEndpoint.length).toBe(promised.size)
    for (const [name, access] of promised) expect([name, found.get(name)]).toEqual([name, access])
    const others = [...found.keys()].filter((name) => !promised.has(name) && !headOfGet.includes(name))
    expect(others.toSorted()).toEqual(besidesTheContract)
    expect(headOfGet.map((name) => found.get(name))).toEqual(
      headOfGet.map((name) => promised.get(name.replace('HEAD', 'GET'))),
    )
  })

  it('answers HEAD like GET without a body', async () => {
    const different: string[] = []
    for (const endpoint of everyGet) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => ask(club.visitor(), { path: addressOf(endpoint), method })),
      )
      if (head!.status !== get!.status || head!.text !== '' || head!.isPage) different.push(nameOf(endpoint))
    }
    expect(different).toEqual([])
  })

  it('never serves the page on a path for programs', async () => {
    for (const path of ['/metrics', '/metrics/', '/readyz/', '/healthz/now', '/ws/', '/api', '/media']) {
      const { status, isPage } = await ask(club.visitor(), { path, method: 'GET' })
      expect([path, status, isPage]).toEqual([path, 404, false])
    }
  })
})

type Way = { path: string; method: string; headers?: Record<string, string> }

/** Other spellings of one request, which a proxy or a router may take for the same. */
function otherSpellings(path: string, method: string): Way[] {
  const last = path.lastIndexOf('/')
  const [head, tail] = [path.slice(0, last), path.slice(last + 1)]
  return [
    ...[
      `${path}/`,
      `/${path}`,
      `${head}//${tail}`,
      path.toUpperCase(),
      `${head}%2F${tail}`,
      `${path};x`,
      `${head}/..;/${tail}`,
      `/assets/..%2f..${path}`,
      `${path}%00`,
      `${path}.css`,
      `${head}\\${tail}`,
    ].map((spelling) => ({ path: spelling, method })),
    ...['HEAD', 'OPTIONS'].filter((other) => other !== method).map((other) => ({ path, method: other })),
  ]
}
/** HEAD is another spelling of GET, under GET's policy: of nothing else at an address that has both. */
const isOfGet = ({ path, method }: Pick<Endpoint, 'path' | 'method'>, way: Way) =>
  way.method === 'HEAD' && method !== 'GET' && everyGet.some((get) => get.path === path)

const misleading: Record<string, string>[] = [
  { 'x-http-method-override': 'GET', 'x-method-override': 'GET', 'x-http-method': 'GET' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-original-url': '/api/site', 'x-rewrite-url': '/api/site', 'x-forwarded-uri': '/api/site' },
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost', 'x-forwarded-user': 'admin' },
]

async function ask(caller: Caller, { path, method, headers }: Way) {
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const answer = await fetch(`${club.siteUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      cookie: cookiesOf(caller),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(hasBody ? { body: '{}' } : {}),
  })
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
  return { status: answer.status, text: await answer.text(), isPage }
}
type Answer = Awaited<ReturnType<typeof ask>>

/** The page is anybody's, and says nothing. */
const isHarmless = ({ status, text, isPage }: Answer) =>
  isPage ? ['', pageText].includes(text) : status >= 400 && status < 500

/** Who comes nearest to being let in, and is not. */
function refusedAt(access: AccessPolicy): Caller {
  if (['admin', 'creatorOrAdmin', 'creator'].includes(access)) return club.people.moderator
  if (['staff', 'moderator'].includes(access)) return club.people.member
  return ['member', 'payingMember'].includes(access) ? club.people.lapsed : club.visitor()
}

const guarded = everyEndpoint.filter(({ access }) => access !== 'public')

describe('a protected path', () => {
  it('opens in no other spelling [T-AZ-01]', async () => {
    const opened: string[] = []
    for (const endpoint of guarded) {
      const ways = otherSpellings(addressOf(endpoint), endpoint.method).filter(
        (way) => !isOfGet(endpoint, way),
      )
      const answers = await Promise.all(ways.map((way) => ask(refusedAt(endpoint.access), way)))
      for (const [index, answer] of answers.entries())
        if (!isHarmless(answer)) opened.push(`${ways[index]!.method} ${ways[index]!.path}: ${answer.status}`)
    }
    expect(opened).toEqual([])
  })

  it('is taken from the URL, never from headers [T-AZ-01]', async () => {
    const different: string[] = []
    for (const endpoint of guarded) {
      const plain = { path: addressOf(endpoint), method: endpoint.method }
      const answers = await Promise.all(
        [{}, ...misleading].map((headers) => ask(refusedAt(endpoint.access), { ...plain, headers })),
      )
      // A rate limit may answer instead; it admits no one either.
      const [first, ...others] = answers.filter(({ status }) => status !== 429)
      for (const { status } of answers)
        expect([plain, status]).toEqual([plain, expect.toBeOneOf([401, 403, 429])])
      for (const other of others)
        if (other.status !== first!.status || other.text !== first!.text)
          different.push(`${nameOf(endpoint)}: ${other.status}`)
    }
    expect(different).toEqual([])
    expect(guarded.length).toBeGreaterThan(100)
  })
})
