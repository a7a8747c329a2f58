import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sessionCookie } from '#http/cookies.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { personDetail } from '#features/admin/queries.ts'
import { expireBeforeClockMove } from '#features/staff/end-invitations.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { people, sessions } from '#features/people/schema.ts'
import { tokenHash } from '#features/people/tokens.ts'

const password = 'offside again'
const day = 24 * 60 * 60 * 1000
let club: Club

beforeAll(async () => {
  club = await openClub()
  const passwordHash = await hashPassword(password)
  for (const name of ['member', 'blocked'] as const)
    await club.services.db.update(people).set({ passwordHash }).where(eq(people.id, club.people[name].id))
})
afterAll(() => club.close())

const signIn = (email: string, given: string) => {
  const visitor = club.visitor()
  return visitor
    .call(api.accounts.login, { body: { email, password: given } })
    .then((answer) => ({ visitor, answer }))
}

const isLetIn = async (caller: Caller) => (await caller.call(api.accounts.signedInUser)).status === 200

describe('signing in', () => {
  it('accepts the address in any case and stores the session hashed [T-AU-13, T-AU-14]', async () => {
    const { visitor, answer } = await signIn(club.people.member.email.toUpperCase(), password)
    expect(answer.status).toBe(200)
    expect('user' in answer.body && answer.body.user).toMatchObject({
      email: club.people.member.email,
      role: 'subscriber',
      hasAccess: true,
    })
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith(sessionCookie)) ?? ''
    expect(cookie).toMatch(/^touchline_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    const token = visitor.cookies.get(sessionCookie) ?? ''
    const rows = await club.services.db
      .select()
      .from(sessions)
      .where(eq(sessions.personId, club.people.member.id))
    expect(rows.map((row) => row.tokenHash)).toContain(tokenHash(token))
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('gives a wrong password and an unknown address the same response [LOGIN-4, T-AU-01]', async () => {
    const wrong = (await signIn(club.people.member.email, 'not this one')).answer
    const unknown = (await signIn('nobody@club.example', password)).answer
    expect([wrong.status, wrong.message]).toEqual([401, 'Invalid email or password'])
    expect(unknown.body).toEqual(wrong.body)
    expect(unknown.status).toBe(wrong.status)
  })

  it('reports a suspension only with the right password [SYS-2]', async () => {
    const { answer, visitor } = await signIn(club.people.blocked.email, password)
    expect([answer.status, answer.message]).toEqual([403, 'Account suspended'])
    expect(visitor.cookies.size).toBe(0)
    expect((await signIn(club.people.blocked.email, 'wrong one')).answer.status).toBe(401)
  })

  it('starts a new session at every sign-in and ends the previous one [T-AU-08]', async () => {
    const { visitor } = await signIn(club.people.member.email, password)
    const first = visitor.cookies.get(sessionCookie)!
    await visitor.call(api.accounts.login, { body: { email: club.people.member.email, password } })
    expect(visitor.cookies.get(sessionCookie)).not.toBe(first)
    const old = club.visitor()
    old.cookies.set(sessionCookie, first)
    expect((await old.call(api.accounts.signedInUser)).status).toBe(401)
  })

  it('refuses wrong types and unstorable text with a message', async () => {
    const visitor = club.visitor()
    for (const body of [
      '{"email":5,"password":[]}',
      '[]',
      '{"email":"a\\u0000@b.c","password":"x"}',
      '{"email":"\\ud800@b.c","password":"x"}',
      '{',
      '"x"',
    ]) {
      const answer = await visitor.call(api.accounts.login, { body })
      expect([answer.status, body]).toEqual([400, body])
      expect(answer.message).toMatch(/\.$|required/)
    }
    const unstorable = 'This text contains characters that cannot be stored.'
    const answer = await visitor.call(api.accounts.login, {
      body: '{"email":"a\\u0000@b.c","password":{"deep":["\\udc00"]},"else":"fine"}',
    })
    expect(answer.body).toMatchObject({ fields: { email: unstorable, password: unstorable } })
  })
})

describe('sessions', () => {
  it('redirects GET /api/login to the login page [SYS-9]', async () => {
    const answer = await club.visitor().fetch('/api/login')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login'])
  })

  it('end for every copy of the cookie, and clear the browser cache [T-AU-10]', async () => {
    const { visitor } = await signIn(club.people.member.email, password)
    const thief = club.visitor()
    for (const [name, value] of visitor.cookies) thief.cookies.set(name, value)
    const answer = await visitor.call(api.accounts.logout)
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
    expect(answer.headers.getSetCookie().join()).toMatch(/^touchline_session=; Max-Age=0; Path=\/;/)
    for (const path of ['/api/auth/user', '/media/AAAAAAAAAAAAAAAAAAAAAA/whole'])
      expect([path, (await thief.fetch(path)).status]).toEqual([path, 401])
    const cookie = [...thief.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const socket = new WebSocket(`${club.url.replace('http', 'ws')}/ws`, {
      headers: { cookie, origin: club.url },
    })
    socket.on('error', () => {})
    const status = await new Promise((resolve) => {
      socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
      socket.once('open', () => resolve('open'))
    })
    socket.terminate()
    expect(status).toBe(401)
  })

  it('use host-bound cookies over https [T-AU-13]', async () => {
    const { services } = club
    const plain = services.address.url
    services.address.url = 'https://club.example'
    try {
      const body = { email: club.people.member.email, password }
      const answer = await club.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { origin: 'https://club.example' },
        payload: body,
      })
      const cookies = [answer.headers['set-cookie'] ?? []].flat()
      expect([answer.statusCode, cookies.length]).toEqual([200, 2])
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Host-touchline_(session|device)=[\w-]{43,};/)
        expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
        expect(cookie).not.toMatch(/domain/i)
      }
    } finally {
      services.address.url = plain
    }
  })

  it('end by the logout link from this site only [T-CS-03]', async () => {
    const { visitor } = await signIn(club.people.member.email, password)
    await visitor.fetch('/api/logout', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect((await visitor.call(api.accounts.signedInUser)).status).toBe(200)
    const answer = await visitor.fetch('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    expect((await visitor.call(api.accounts.signedInUser)).status).toBe(401)
  })

  it('end after 14 idle days or 60 days of use [T-AU-15]', async () => {
    const { visitor } = await signIn(club.people.member.email, password)
    for (let week = 0; week < 8; week += 1) {
      club.clock.advance(7 * day)
      expect((await visitor.call(api.accounts.signedInUser)).status).toBe(200)
    }
    club.clock.advance(5 * day)
    expect((await visitor.call(api.accounts.signedInUser)).status).toBe(401)
    const { visitor: idle } = await signIn(club.people.member.email, password)
    club.clock.advance(15 * day)
    expect((await idle.call(api.accounts.signedInUser)).status).toBe(401)
    club.clock.set(new Date())
  })

  it.each([
    ['tried', isLetIn],
    ['not tried by anybody', async () => sweepSessions(club.services)],
    [
      'not even seen by the sweep',
      async () => (club.clock.set(new Date()), expireBeforeClockMove(club.services, 14 * day + 1)),
    ],
  ])('stays over when it is %s after its end and the clock is set back [R-17]', async (_how, afterItsEnd) => {
    const { visitor } = await signIn(club.people.member.email, password)
    expect(await isLetIn(visitor)).toBe(true)
    club.clock.advance(14 * day + 1)
    await afterItsEnd(visitor)
    club.clock.set(new Date())
    expect(await isLetIn(visitor)).toBe(false)
  })

  it('are deleted once they have expired', async () => {
    const held = async (token: string) =>
      (
        await club.services.db
          .select()
          .from(sessions)
          .where(eq(sessions.tokenHash, tokenHash(token)))
      ).length
    const { visitor } = await signIn(club.people.member.email, password)
    const token = visitor.cookies.get(sessionCookie)!
    await sweepSessions(club.services)
    expect(await held(token)).toBe(1)
    await sweepSessions({ ...club.services, clock: { now: () => new Date(Date.now() + 15 * day) } })
    expect(await held(token)).toBe(0)
  })

  it('refuse a state-changing request from another site', async () => {
    const { visitor } = await signIn(club.people.member.email, password)
    const elsewhere: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of elsewhere) {
      const answer = await visitor.call(api.accounts.logout, { headers })
      expect([answer.status, answer.message]).toEqual([403, 'This request came from another site.'])
    }
    expect((await visitor.call(api.accounts.logout, { headers: { origin: club.url } })).status).toBe(200)
  })
})

describe('the sessions of an account', () => {
  it('are limited to twenty: the next sign-in ends the oldest', async () => {
    const { caller, user } = await join(club)
    const body = { email: user.email, password: 'offside-trap' }
    for (let count = 0; count < 20; count += 1) {
      club.clock.advance(1000)
      expect((await club.visitor().call(api.accounts.login, { body })).status).toBe(200)
    }
    expect((await caller.call(api.accounts.signedInUser)).status).toBe(401)
    await caller.call(api.accounts.login, { body })
    expect((await caller.call(api.accounts.sessions)).body).toHaveLength(20)
    const seen = await personDetail(club.services.db, user.id, club.clock.now())
    expect(seen).toMatchObject({ sessionCount: 20, recentDevices: 21 })
  })
})
