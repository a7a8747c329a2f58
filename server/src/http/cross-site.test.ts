import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { addressOf, everyEndpoint, insiderOf } from '#testing/every-endpoint.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** What changes something; events of the payment provider come from elsewhere, and bring a signature. */
const unsafe = everyEndpoint.filter(
  ({ method, path }) =>
    !['GET', 'HEAD', 'OPTIONS'].includes(method) &&
    !path.startsWith('/api/webhooks/') &&
    // What mail programs send, and what is signed; no session counts there.
    path !== '/unsubscribe',
)

/** What a browser says of a call that another site started. */
const elsewhere = (): Record<string, string>[] => [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { origin: club.url.replace('//', '//x.') },
]

describe('another site’s page', () => {
  it('changes nothing with a visitor’s session, on any route [T-CS-01, T-CS-04]', async () => {
    const answers: string[] = []
    for (const endpoint of unsafe)
      for (const headers of elsewhere()) {
        const answer = await club.people.admin.fetch(addressOf(endpoint), {
          method: endpoint.method,
          headers: { 'content-type': 'application/json', ...headers },
          body: '{}',
        })
        const words = await answer.text()
        if (answer.status !== 403 || !words.includes('"cross_site"'))
          answers.push(`${endpoint.method} ${endpoint.path}: ${answer.status} ${words}`)
      }
    expect(answers).toEqual([])
    expect(unsafe.length).toBeGreaterThan(50)
  })

  it('cannot send a form in place of JSON [T-CS-02]', async () => {
    const taken: string[] = []
    for (const endpoint of unsafe.filter(({ upload }) => !upload))
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=part',
      ]) {
        const { status } = await insiderOf(club, endpoint.access).fetch(addressOf(endpoint), {
          method: endpoint.method,
          headers: { 'content-type': type },
          body: '{}',
        })
        if (status !== 415) taken.push(`${endpoint.method} ${endpoint.path} as ${type}: ${status}`)
      }
    expect(taken).toEqual([])
  })

  it('can read nothing, and passes no preflight [T-CS-05]', async () => {
    for (const endpoint of everyEndpoint) {
      const origin = 'https://elsewhere.example'
      const asked = await club.visitor().fetch(addressOf(endpoint), {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': endpoint.method },
      })
      await asked.text()
      const allowed = [...asked.headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect([endpoint.path, allowed]).toEqual([endpoint.path, []])
      expect(asked.status).toBeGreaterThanOrEqual(400)
    }
  })
})
