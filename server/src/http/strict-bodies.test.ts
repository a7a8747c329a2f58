import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { signInAgain } from '#testing/months.ts'
import { addressOf, everyEndpoint, nameOf } from '#testing/every-endpoint.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ TRUSTED_PROXIES: 'loopback' })
})
beforeEach(async () => {
  // Rate limits begin again.
  club.clock.advance(24 * 60 * 60_000)
  for (const person of Object.values(club.people)) await signInAgain(club, person)
})
afterAll(() => club.close())

const withBody = everyEndpoint.filter(
  ({ body, upload, path }) =>
    body && !upload && !path.startsWith('/api/webhooks/') && path !== '/unsubscribe',
)

let asked = 0
/** A person whose body is read there; two take turns, so that no rate limit answers. */
function insiderAt({ access }: (typeof withBody)[number]): Caller {
  const { admin, moderator, creator, otherCreator, member, otherMember } = club.people
  if (access === 'public') return club.visitor()
  if (access === 'admin' || access === 'creatorOrAdmin' || access === 'staff') return admin
  if (access === 'moderator') return moderator
  const [one, other] = access === 'creator' ? [creator, otherCreator] : [member, otherMember]
  return asked % 2 === 0 ? one : other
}

/** Asks from an address of its own each time, so that no limit answers. */
async function send(caller: Caller, endpoint: (typeof withBody)[number], type: string, body: string) {
  asked += 1
  const answer = await caller.fetch(addressOf(endpoint), {
    method: endpoint.method,
    headers: { 'content-type': type, 'x-forwarded-for': `198.51.${asked >> 8}.${asked & 255}` },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}

const spellings = [
  ' application/json',
  'application/json\ta',
  'Application/JSON',
  'application/json garbage',
  'application/json;charset=utf-16',
  'application/jsonx',
  'application/json,text/plain',
]

describe('a body with a variant content type', () => {
  it('is refused, or read under the same rules [T-AZ-02]', async () => {
    const looser: string[] = []
    // What the reader of JSON refuses before any route sees it: who gets past it here went around it.
    const body = '{"__proto__":{"role":"admin"}}'
    for (const endpoint of withBody) {
      const plain = await send(insiderAt(endpoint), endpoint, 'application/json', body)
      expect([nameOf(endpoint), plain.status]).toEqual([nameOf(endpoint), 400])
      const answers = await Promise.all(
        spellings.map((type) => send(insiderAt(endpoint), endpoint, type, body)),
      )
      for (const [index, { status, text }] of answers.entries())
        if (status !== 415 && text !== plain.text)
          looser.push(`${nameOf(endpoint)} as "${spellings[index]}": ${status} ${text}`)
    }
    expect(looser).toEqual([])
    expect(withBody.length).toBeGreaterThan(50)
  })
})

it('a form in place of JSON is refused, never read as empty [T-AZ-02]', async () => {
  const { member } = club.people
  for (const endpoint of withBody.filter(({ access }) => ['signedIn', 'member'].includes(access))) {
    const { status, text } = await send(member, endpoint, 'multipart/form-data; boundary=x', '--x--\r\n')
    expect([nameOf(endpoint), status, text]).toEqual([
      nameOf(endpoint),
      415,
      '{"message":"Please send this as JSON.","code":"unsupported_media"}',
    ])
  }
})

const nested = (depth: number, inner: string) => '['.repeat(depth) + inner + ']'.repeat(depth)

describe('an invalid body', () => {
  it('is too large above 32 kB, unless its route allows more [T-IN-03]', async () => {
    const large: string[] = []
    for (const endpoint of withBody)
      for (const kilobytes of [32, 256]) {
        const text = `"${'x'.repeat(kilobytes * 1024)}"`
        const { status } = await send(insiderAt(endpoint), endpoint, 'application/json', text)
        if (status !== 413) large.push(`${nameOf(endpoint)} ${kilobytes} kB`)
      }
    expect(large).toEqual([
      'PATCH /api/admin/site/draft 32 kB',
      'PATCH /api/admin/site/draft 256 kB',
      'POST /api/admin/site/import 32 kB',
      'POST /api/admin/site/import 256 kB',
      'PUT /api/admin/hold-rules 32 kB',
      'POST /api/admin/hold-rules/test 32 kB',
      'PATCH /api/posts/:id 32 kB',
      'PUT /api/drafts/:id 32 kB',
      'PUT /api/posts/:id/captions/:language 32 kB',
      'PUT /api/posts/:id/captions/:language 256 kB',
    ])
  })

  it('is not read when the caller lacks permission [T-IN-03]', async () => {
    const text = `"${'x'.repeat(300 * 1024)}"`
    for (const endpoint of withBody.filter(({ access }) => access !== 'public')) {
      const { status } = await send(club.visitor(), endpoint, 'application/json', text)
      expect([nameOf(endpoint), status]).toEqual([nameOf(endpoint), 401])
    }
  })

  it.each([
    ['deep', [200, 1_000, 2_000, 4_000, 8_000, 20_000, 100_000].map((depth) => nested(depth, '1'))],
    // Looking for what cannot be stored walks the whole body once more.
    [
      'deep, with a character that cannot be stored',
      [200, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 20_000].map((depth) =>
        nested(depth, '"\\u0000"'),
      ),
    ],
    [
      'deep in objects',
      [500, 4_000, 8_000].map((depth) => `${'{"a":'.repeat(depth)}"\\ud800"${'}'.repeat(depth)}`),
    ],
    ['wide', [`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`]],
    [
      'of a prototype',
      ['{"__proto__":{}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":{"__proto__":1}}'],
    ],
    ['of no type we know', ['null', '[]', '1', '"text"', 'true', 'NaN', '{', '{"a":1}{', '{"a":1,}']],
  ])('is refused in words when it is %s [T-IN-03]', async (_what, bodies) => {
    const read = [api.accounts.login, api.support.contact, api.drafts.save]
    for (const endpoint of withBody.filter((one) => read.some(({ path }) => path === one.path)))
      for (const body of bodies) {
        const { status, text } = await send(insiderAt(endpoint), endpoint, 'application/json', body)
        const isTooLong = endpoint.access === 'public' && body.length > 32 * 1024
        const expected = isTooLong ? 413 : 400
        expect([body.slice(0, 20), body.length, status]).toEqual([body.slice(0, 20), body.length, expected])
        expect(text).not.toMatch(/stack|RangeError|JSON\.parse|position/)
      }
  })

  it('is refused with unstorable text, at any depth and on every route [T-IN-01]', async () => {
    const bodies = ['\u0000', 'a\ud800'].flatMap((text) => [{ text }, { list: [{ [text]: 1 }] }])
    const taken: string[] = []
    for (const endpoint of withBody)
      for (const body of bodies) {
        const { status } = await send(insiderAt(endpoint), endpoint, 'application/json', JSON.stringify(body))
        if (status !== 400) taken.push(`${nameOf(endpoint)} ${JSON.stringify(body)}: ${status}`)
      }
    expect(taken).toEqual([])
  })

  it('is refused with duplicate fields, at any depth and in any spelling [T-IN-09]', async () => {
    const login = withBody.find((endpoint) => nameOf(endpoint) === 'POST /api/login')!
    const signIn = (more: string) =>
      send(club.visitor(), login, 'application/json', `{"email":"nobody@club.example"${more}}`)
    for (const more of [
      ',"password":"one","password":"two"',
      ',"password":"one", "pass\\u0077ord" : "two"',
      ',"password":"same","password":"same"',
      ',"password":"one","email":7',
      ',"password":[{"a":1,"a":{"b":2}}]',
    ]) {
      const { status, text } = await signIn(more)
      expect([more, status]).toEqual([more, 400])
      expect(text).toContain('names a field twice')
    }
    const form = new FormData()
    for (const content of ['one', 'two']) form.append('content', content)
    const published = await club.people.creator.call(api.posts.publish, { body: form })
    expect([published.status, published.message]).toEqual([400, 'The form names a field twice.'])
    // Words that look like fields are words.
    for (const password of ['"email":', '{"a":1,"a":2}', '\\":', 'a\\'])
      expect((await signIn(`,"password":${JSON.stringify(password)}`)).status).toBe(401)
    expect((await signIn(',"password":["a","a"]')).text).not.toContain('twice')
  })
})
