import type { AccessPolicy } from '@touchline/contract/access.ts'
import { api } from '@touchline/contract/api.ts'
import { errorBody } from '@touchline/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  admin: outcome,
})
const withoutAccess = {
  lapsed: '403 subscribe',
  pastDue: '403 subscribe',
  newcomer: '403 subscribe',
} as const
const creators = { creator: 'in', otherCreator: 'in' } as const
const staff = { ...creators, admin: 'in' } as const
const notStaff = { creator: '403 role', otherCreator: '403 role', admin: '403 role' } as const

const expected: Record<AccessPolicy, Record<Kind, Outcome>> = {
  public: { ...everyone('in'), visitor: 'in' },
  signedIn: everyone('in'),
  subscriber: { ...everyone('in'), ...notStaff },
  member: { ...everyone('in'), ...withoutAccess },
  payingMember: { ...everyone('in'), ...withoutAccess, ...notStaff },
  creator: { ...everyone('403 role'), ...creators },
  creatorOrAdmin: { ...everyone('403 role'), ...staff },
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
  'GET /api/openapi.json',
  'GET /.well-known/security.txt',
  'GET /healthz',
  'GET /readyz',
  'GET /api/login',
  'POST /api/login',
  'POST /api/login/two-factor',
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
