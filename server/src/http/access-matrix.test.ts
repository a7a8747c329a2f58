import { type AccessPolicy, type ApiRight, apiRights } from '@touchline/contract/access.ts'
import { api } from '@touchline/contract/api.ts'
import { errorBody } from '@touchline/contract/errors.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKeys } from '#features/api-keys/schema.ts'
import { auditEntries } from '#features/audit/schema.ts'
import { people } from '#features/people/schema.ts'
import { limits } from '#limits/limits.ts'
import { rateLimitAttempts } from '#limits/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addressOf, everyEndpoint, nameOf } from '#testing/every-endpoint.ts'
import type { PersonName } from '#testing/people.ts'

type Outcome = 'in' | '401' | '403 suspended' | '403 subscribe' | '403 role'
type Kind = PersonName | 'visitor'

const kinds: Kind[] = [
  'visitor',
  'blocked',
  'member',
  'otherMember',
  'lapsed',
  'pastDue',
  'newcomer',
  'creator',
  'otherCreator',
  'moderator',
  'admin',
]

const everyone = (outcome: Outcome): Record<Kind, Outcome> => ({
  visitor: '401',
  blocked: '403 suspended',
  member: outcome,
  otherMember: outcome,
  lapsed: outcome,
  pastDue: outcome,
  newcomer: outcome,
  creator: outcome,
  otherCreator: outcome,
  moderator: outcome,
  admin: outcome,
})
const withoutAccess = {
  lapsed: '403 subscribe',
  pastDue: '403 subscribe',
  newcomer: '403 subscribe',
} as const
const creators = { creator: 'in', otherCreator: 'in' } as const
const creatorsAndAdmin = { ...creators, admin: 'in' } as const
const moderators = { moderator: 'in', admin: 'in' } as const
const notStaff = {
  creator: '403 role',
  otherCreator: '403 role',
  moderator: '403 role',
  admin: '403 role',
} as const

const expected: Record<AccessPolicy, Record<Kind, Outcome>> = {
  public: { ...everyone('in'), visitor: 'in' },
  signedIn: everyone('in'),
  subscriber: { ...everyone('in'), ...notStaff },
  member: { ...everyone('in'), ...withoutAccess },
  payingMember: { ...everyone('in'), ...withoutAccess, ...notStaff },
  creator: { ...everyone('403 role'), ...creators },
  creatorOrAdmin: { ...everyone('403 role'), ...creatorsAndAdmin },
  staff: { ...everyone('403 role'), ...creators, ...moderators },
  moderator: { ...everyone('403 role'), ...moderators },
  admin: { ...everyone('403 role'), admin: 'in' },
}

/** Calls whose answer depends on who asks although anyone may ask. */
const answersByPerson: Record<string, Partial<Record<Kind, Outcome>>> = {
  'GET /api/auth/user': { visitor: '401' },
  // Everyone signed in may read an open post; people without access learn of no other.
  'GET /media/:id/:variant': withoutAccess,
  'GET /api/posts/:id': withoutAccess,
}
/** What suspended people may still call: what their screen needs, and what asks for no session at all. */
const openToSuspended = new Set([
  'GET /api/site',
  'GET /api/site/texts',
  'GET /api/site/pictures/:name',
  'GET /api/site/icons/:name',
  'GET /.well-known/security.txt',
  'GET /healthz',
  'GET /readyz',
  'GET /api/login',
  'POST /api/login',
  'POST /api/login/two-factor',
  'POST /api/login/recovery-link',
  'POST /api/login/recovery',
  'POST /api/passkeys/sign-in/begin',
  'POST /api/passkeys/sign-in',
  'POST /api/login/unlock',
  'POST /api/login/unlock/confirm',
  'POST /api/email-change/undo',
  'POST /api/two-factor/removal/cancel',
  'POST /api/password-reset',
  'POST /api/password-reset/confirm',
  'POST /api/account-deletion/confirm',
  'POST /api/account-deletion/undo',
  'POST /api/contact',
  'GET /api/suspension',
  'POST /api/appeals/show',
  'POST /api/appeals',
  'POST /api/unlock',
  'POST /api/webhooks/stripe',
  'GET /api/unsubscribe',
  'POST /unsubscribe',
  'DELETE /api/unsubscribe',
])
/** Calls that end the session they come with: walked by people of their own. */
const endsSession = new Set(['POST /api/logout', 'GET /api/logout'])

let club: Club
const who = (kind: Kind): Caller => (kind === 'visitor' ? club.visitor() : club.people[kind])

function outcomeOf(status: number, body: unknown): string {
  const refusal = errorBody.safeParse(body)
  if (status >= 500 || status === 429) return `a ${status}`
  if (status === 404 && refusal.data?.message === 'Page not found') return 'no route'
  if (status === 401 && refusal.data?.code === 'unauthorized')
    return refusal.data.message === 'Unauthorized' ? '401' : 'a 401 in other words'
  if (status !== 403) return 'in'
  if (refusal.data?.code === 'account_suspended') return '403 suspended'
  if (refusal.data?.code === 'subscription_required')
    return refusal.data.requiresSubscription ? '403 subscribe' : 'a 403 without its flag'
  if (refusal.data?.code === 'access_denied') return '403 role'
  return 'in'
}

beforeAll(async () => {
  club = await openClub({ TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => club.close())

describe('who may call what', () => {
  for (const endpoint of everyEndpoint) {
    const name = nameOf(endpoint)
    if (endsSession.has(name)) continue
    it(`${name} lets in ${endpoint.access} and no one else [NOACC-3]`, async () => {
      const found: Record<string, string> = {}
      const promised: Record<string, string> = {}
      for (const [index, kind] of kinds.entries()) {
        const isWrite = endpoint.method !== 'GET' && endpoint.method !== 'HEAD'
        // Each comes from an address of their own: none may be answered by a limit.
        const headers = { 'x-forwarded-for': `203.0.113.${index}`, 'content-type': 'application/json' }
        const response = await who(kind).fetch(addressOf(endpoint), {
          method: endpoint.method,
          headers,
          ...(isWrite ? { body: '{}' } : {}),
        })
        const text = await response.text()
        const isJson = response.headers.get('content-type')?.includes('json') ?? false
        const outcome = outcomeOf(response.status, isJson && text ? JSON.parse(text) : null)
        const promise =
          kind === 'blocked' && openToSuspended.has(name)
            ? 'in'
            : (answersByPerson[name]?.[kind] ?? expected[endpoint.access][kind])
        // An answer to HEAD has no words: only its status tells.
        const isWordless = endpoint.method === 'HEAD'
        found[kind] =
          isWordless && /^40[13]$/.test(String(response.status)) ? String(response.status) : outcome
        promised[kind] = isWordless ? promise.split(' ')[0]! : promise
        // A missing row must not answer 403: past the access check only input and existence count.
        expect(text).not.toMatch(/select .+ from |insert into |\bat \w+ \(|node_modules|ECONN/i)
      }
      expect(found).toEqual(promised)
    })
  }

  it('answers an unknown path under /api with JSON, never with the page', async () => {
    const response = await club.visitor().fetch('/api/nowhere')
    expect(response.status).toBe(404)
    expect(errorBody.parse(await response.json()).code).toBe('not_found')
  })

  it('signs out everyone, suspended people too, and ends the session', async () => {
    for (const kind of ['member', 'blocked'] as const) {
      const person = club.people[kind]
      const before = new Map(person.cookies)
      expect((await person.call(api.accounts.logout)).status).toBe(200)
      const thief = club.visitor()
      for (const [cookie, value] of before) thief.cookies.set(cookie, value)
      expect((await thief.call(api.subscriptions.status)).status).toBe(401)
    }
  })
})

const makeKey = async (rights: ApiRight[], expiresAt: string | null = null) => {
  const body = { name: rights.join(' and '), rights, expiresAt }
  return (await club.people.admin.call(api.apiKeys.create, { body })).body
}
const bearer = ({ secret }: { secret: string }) => ({ authorization: `Bearer ${secret}` })

describe('API keys', () => {
  it('open exactly the endpoints that declare one of their rights [PROG-1]', async () => {
    const keys = await Promise.all(apiRights.map(async (right) => ({ right, ...(await makeKey([right])) })))
    const surprises: string[] = []
    for (const [index, key] of keys.entries()) {
      // So that no limit answers.
      await club.services.db.delete(rateLimitAttempts)
      for (const endpoint of everyEndpoint) {
        const isWrite = endpoint.method !== 'GET' && endpoint.method !== 'HEAD'
        const response = await club.visitor().fetch(addressOf(endpoint), {
          method: endpoint.method,
          headers: {
            ...bearer(key),
            'content-type': 'application/json',
            'x-forwarded-for': `203.0.114.${index}`,
          },
          ...(isWrite ? { body: '{}' } : {}),
        })
        const text = await response.text()
        const { code, message } = response.headers.get('content-type')?.includes('json')
          ? Object(JSON.parse(text || '{}'))
          : {}
        const isOpen = endpoint.right === key.right
        const isAsPromised = isOpen
          ? response.status !== 401 && response.status !== 403 && response.status < 429
          : response.status === 403 && (endpoint.method === 'HEAD' || code === 'missing_right')
        const namesRight = isOpen || !endpoint.right || String(message).includes(endpoint.right)
        if (!isAsPromised || !namesRight)
          surprises.push(`${key.right}: ${nameOf(endpoint)} ${response.status} ${message}`)
      }
    }
    expect(surprises).toEqual([])
    for (const right of apiRights) expect(everyEndpoint.some((one) => one.right === right)).toBe(true)
    // A key proves no identity, and acts for an admin.
    const unfit = everyEndpoint.filter(
      ({ right, confirmed, access }) => right && (confirmed || ['public', 'creator'].includes(access)),
    )
    expect(unfit.map(nameOf)).toEqual([])
  })

  it('do not work with a session, when wrong, expired or revoked, or above their rate [PROG-1]', async () => {
    const { admin } = club.people
    const key = await makeKey(['members:read'], new Date(club.clock.now().getTime() + 60_000).toISOString())
    const ask = (headers: Record<string, string>, caller = club.visitor()) =>
      caller.call(api.admin.users, { query: {}, headers })
    expect((await ask(bearer(key))).status).toBe(200)
    expect(await ask(bearer(key), admin)).toMatchObject({
      status: 400,
      message: 'Send either an API key or a session cookie, not both.',
    })
    for (const secret of ['tl_', 'tl_wrong', 'nonsense'])
      expect(await ask(bearer({ secret }))).toMatchObject({
        status: 401,
        message: 'This API key does not exist.',
        body: { code: 'invalid_api_key' },
      })
    await club.services.db.update(apiKeys).set({ expiresAt: club.clock.now() }).where(eq(apiKeys.id, key.id))
    expect(await ask(bearer(key))).toMatchObject({ status: 401, message: 'This API key has expired.' })

    const next = await makeKey(['members:read'])
    const { max } = limits.apiKey
    for (let done = 0; done < max; done += 50) {
      const some = Array.from({ length: Math.min(50, max - done) }, async () => ask(bearer(next)))
      expect(new Set((await Promise.all(some)).map(({ status }) => status)).has(401)).toBe(false)
    }
    const tooMany = await ask(bearer(next))
    expect([tooMany.status, tooMany.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ])
    await admin.call(api.apiKeys.revoke, { params: { id: next.id } })
    expect(await ask(bearer(next))).toMatchObject({ status: 401, message: 'This API key has been revoked.' })
  })

  it('end with the role of the admin who made them [PROG-1]', async () => {
    const key = await makeKey(['members:read'])
    const theirs = eq(people.id, club.people.admin.id)
    await club.services.db.update(people).set({ role: 'creator' }).where(theirs)
    const answer = await club.visitor().call(api.admin.users, { query: {}, headers: bearer(key) })
    await club.services.db.update(people).set({ role: 'admin' }).where(theirs)
    expect(answer).toMatchObject({ status: 401, message: expect.stringContaining('no longer an admin') })
  })

  it('are listed without their secrets, and audited when made, used and revoked [PROG-1]', async () => {
    const { admin, member } = club.people
    const key = await makeKey(['members:read', 'gate:manage'])
    await club.visitor().call(api.admin.user, { params: { id: member.id }, headers: bearer(key) })
    const code = { name: 'By a program', code: 'by-a-program', campaign: '', maxUses: null, expiresAt: null }
    await club.visitor().call(api.admissions.createCode, { body: code, headers: bearer(key) })
    const { keys } = (await admin.call(api.apiKeys.list)).body
    expect(keys[0]).toMatchObject({
      id: key.id,
      state: 'active',
      ending: key.secret.slice(-4),
      lastUsedAt: expect.any(String),
    })
    const saved = JSON.stringify([keys, await club.services.db.select().from(apiKeys)])
    expect(saved).not.toContain(key.secret)
    await admin.call(api.apiKeys.revoke, { params: { id: key.id } })
    await admin.call(api.apiKeys.revoke, { params: { id: key.id } })
    const acts = await club.services.db.select().from(auditEntries).orderBy(auditEntries.id)
    const name = 'members:read and gate:manage'
    const reason = `With the API key “${name}”.`
    expect(acts.slice(-4)).toMatchObject([
      { action: 'api_key_created', subject: name, actorId: admin.id },
      { action: 'person_viewed', personId: member.id, reason },
      { action: 'gate_code_created', reason },
      { action: 'api_key_revoked', subject: name },
    ])
  })

  it('need a fresh proof of identity, a known right and a date in the future [PROG-1]', async () => {
    const { admin } = club.people
    const body = { name: 'A script', rights: ['posts:read'], expiresAt: null }
    const make = (changed: object) => admin.call(api.apiKeys.create, { body: { ...body, ...changed } })
    for (const changed of [
      { name: ' ' },
      { rights: [] },
      { rights: ['all'] },
      { expiresAt: '2020-01-01T00:00:00Z' },
    ])
      expect((await make(changed)).status).toBe(400)
    club.clock.advance(11 * 60_000)
    expect(await make({})).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
  })
})
