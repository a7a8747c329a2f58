import { api } from '@touchline/contract/api.ts'
import { describe, expect, it } from 'vitest'
import { version } from '#process/version.ts'
import { openClub } from '#testing/club.ts'
import { openApiDocument } from './openapi.ts'
import { securityText } from './routes.ts'

type Described = {
  requestBody?: {
    required: boolean
    content: Record<string, { schema: { properties: Record<string, unknown> } }>
  }
  responses: Record<string, { content?: Record<string, unknown> }>
}

const about = { siteName: 'The club', siteUrl: 'https://club.example' }
const { paths } = openApiDocument(about)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const described = (path: string, method: string) => paths[path]?.[method] as Described

describe('the document of the API', () => {
  it('lists every success status', () => {
    const { responses } = described('/api/create-user', 'post')
    expect(Object.keys(responses)).toEqual(['200', '201', '202', 'default'])
    expect(responses['202']).toEqual(responses['201'])
    expect(Object.keys(described('/media/{id}/{variant}', 'get').responses)).toEqual([
      '200',
      '206',
      '304',
      'default',
    ])
  })

  it('names the file field of every form', () => {
    for (const { path, upload } of [api.posts.publish, api.profiles.uploadAvatar]) {
      const form = described(path, 'post').requestBody?.content['multipart/form-data']
      expect(form?.schema.properties[upload!]).toEqual({ type: 'string', format: 'binary' })
    }
  })

  it('says which endpoints an API key opens, by which right [PROG-6]', () => {
    expect(described('/api/admin/users', 'get')).toMatchObject({
      'x-right': 'members:read',
      security: [{ session: [] }, { apiKey: [] }],
    })
    expect(described('/api/admin/api-keys', 'get')).toMatchObject({ security: [{ session: [] }] })
  })

  it('names the content of every answer, the server, the version and the cookie', () => {
    const types = (path: string, method = 'get') =>
      Object.keys(described(path, method).responses['200']?.content ?? {})
    expect(types('/api/analytics/rows/csv')).toEqual(['text/csv'])
    expect(types('/api/payouts/{id}/csv')).toEqual(['text/csv'])
    expect(types('/api/admin/mail/examples/{name}')).toEqual(['text/html'])
    for (const figure of ['recurring', 'retention', 'lifetime', 'revenue', 'content'])
      expect(types(`/api/analytics/${figure}`)).toEqual(['application/json', 'text/csv'])
    expect(types('/api/posts')).toEqual(['application/json'])
    expect(described('/api/login', 'post').requestBody?.required).toBe(true)
    expect(openApiDocument(about)).toMatchObject({
      info: { title: 'The club', version },
      servers: [{ url: 'https://club.example' }],
      components: { securitySchemes: { session: { in: 'cookie', name: 'touchline_session' } } },
    })
  })
})

describe('security.txt', () => {
  it('names the mailbox of support where there is one', () => {
    const text = securityText({ ...about, supportEmail: 'help@club.example', now: new Date() })
    expect(text).toMatch(/^Contact: mailto:help@club\.example$/m)
  })

  it('says whom to write to, and for how long that holds', async () => {
    const club = await openClub()
    try {
      const answer = await fetch(`${club.url}/.well-known/security.txt`)
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      const text = await answer.text()
      // The club of a test has no mailbox: its front page has the contact form.
      expect(text).toContain(`Contact: ${club.services.address.url}/\n`)
      expect(text).toContain(`Canonical: ${club.services.address.url}/.well-known/security.txt\n`)
      const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
      const inDays = (expires - club.clock.now().getTime()) / (24 * 60 * 60_000)
      expect(inDays).toBeGreaterThan(90)
      expect(inDays).toBeLessThan(365)
      expect((await club.visitor().call(api.site.openapi)).status).toBe(401)
      expect((await club.people.member.call(api.site.openapi)).status).toBe(403)
      const { body } = await club.people.creator.call(api.site.openapi)
      expect(Object.keys(Object(body['paths']))).toContain('/api/admin/deletions')
    } finally {
      await club.close()
    }
  })
})
