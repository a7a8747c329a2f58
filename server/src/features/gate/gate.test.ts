import { api } from '@touchline/contract/api.ts'
import type { NewGateCode } from '@touchline/contract/admissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '#features/accounts/start-session.ts'
import { sessionCookie } from '#http/cookies.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cacheDrops } from '#testing/received.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { forgetWaitlist } from './waitlist.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ ACCESS_CODE: 'half-time', TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => club.close())

/** Sessions do not survive a month of the club's clock. */
async function signedInAdmin() {
  const caller = club.visitor()
  const { token } = await openSession(club.services, club.people.admin.id, 'a test')
  caller.cookies.set(sessionCookie, token)
  return caller
}

it('does not count correct codes, so a whole club passes from one address [GATE-7, T-GT-02]', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.12' }
  const statusOf = async (code: string) =>
    (await club.visitor().call(api.gate.unlock, { body: { code }, headers })).status
  const entered: number[] = []
  for (let visitor = 0; visitor < 40; visitor += 1) entered.push(await statusOf('half-time'))
  expect(entered).toEqual(Array(40).fill(204))
  // Nor does it make room for more guesses.
  const guessed: number[] = []
  for (let tries = 0; tries < 30; tries += 1) {
    guessed.push(await statusOf('no'))
    if (tries === 5) guessed.push(await statusOf('half-time'))
  }
  expect(guessed).toEqual([...Array(6).fill(401), 204, ...Array(24).fill(401)])
  expect(await statusOf('half-time')).toBe(429)
})

it('checks the access code on the server, and refuses after thirty tries whatever the code [GATE-7, T-GT-02, T-GT-01]', async () => {
  const visitor = club.visitor()
  const wrong = await visitor.call(api.gate.unlock, { body: { code: 'kickoff' } })
  expect([wrong.status, wrong.message]).toEqual([401, 'Incorrect password. Try again!'])
  expect((await visitor.call(api.gate.unlock, { body: { code: 'half-time' } })).status).toBe(204)
  expect((await visitor.call(api.gate.unlock, { body: { code: '   ' } })).status).toBe(400)
  for (let tries = 2; tries < 30; tries += 1) await visitor.call(api.gate.unlock, { body: { code: 'no' } })
  const tooMany = await visitor.call(api.gate.unlock, { body: { code: 'half-time' } })
  expect(tooMany.status).toBe(429)
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0)
})

it('lets the operator switch the gate off [GATE-7]', async () => {
  const open = await openClub({ ACCESS_CODE: 'off' })
  try {
    const site = await open.visitor().call(api.site.show)
    expect(site.body.gate.enabled).toBe(false)
    expect((await open.visitor().call(api.gate.unlock, { body: { code: 'anything' } })).status).toBe(204)
  } finally {
    await open.close()
  }
})

it('leaves nothing behind that could be forged, and opens nothing but the way to the sign-in [T-GT-01, T-GT-03]', async () => {
  const visitor = club.visitor()
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const unlock = (code: string) => visitor.call(api.gate.unlock, { body: { code }, headers })
  const right = await unlock('half-time')
  expect(right.status).toBe(204)
  // The cookie proves the code without containing it, and no script reads it.
  expect(right.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^touchline_gate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  expect((await visitor.call(api.posts.list)).status).toBe(401)
  expect((await unlock('another code')).status).toBe(401)
  expect(await (await visitor.fetch('/api/site')).text()).not.toContain('half-time')
})

const make = (changes: Partial<NewGateCode> & { code: string }) =>
  club.people.admin.call(api.admissions.createCode, {
    body: { name: 'Podcast', campaign: '', maxUses: null, expiresAt: null, ...changes },
  })
let visitors = 0
const enter = async (code: string, visitor = club.visitor()) => {
  const headers = { 'x-forwarded-for': `198.51.100.${(visitors += 1)}` }
  const { status, message } = await visitor.call(api.gate.unlock, { body: { code }, headers })
  return status === 204 ? 'in' : message
}
const listed = async (wanted: string) =>
  (await club.people.admin.call(api.admissions.show)).body.codes.find(({ code }) => code === wanted)

describe('codes beside the one of the configuration', () => {
  it('let exactly their limit in when fifty enter at once [GATE-8]', async () => {
    expect((await make({ code: 'Seats-20', maxUses: 20 })).status).toBe(201)
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter('seats-20')))
    expect(answers.filter((answer) => answer === 'in')).toHaveLength(20)
    expect(new Set(answers)).toEqual(new Set(['in', 'This access code has been used up.']))
    expect(await listed('seats-20')).toMatchObject({ uses: 20, state: 'used_up' })
  })

  it('count a browser once, and open the pages behind the gate [GATE-8]', async () => {
    await make({ code: 'partner', maxUses: 1 })
    const visitor = club.visitor()
    expect([await enter(' PARTNER ', visitor), await enter('partner', visitor)]).toEqual(['in', 'in'])
    expect(await enter('partner')).toBe('This access code has been used up.')
    expect((await visitor.call(api.teasers.list)).status).toBe(200)
    expect(await listed('partner')).toMatchObject({ uses: 1 })
  })

  it('end at their date, or when an admin ends them [GATE-8]', async () => {
    await make({ code: 'by-noon', expiresAt: new Date(club.clock.now().getTime() + 60_000).toISOString() })
    await make({ code: 'withdrawn' })
    const { id } = (await listed('withdrawn'))!
    expect((await club.people.admin.call(api.admissions.endCode, { params: { id } })).status).toBe(204)
    club.clock.advance(60_000)
    expect([await enter('by-noon'), await enter('withdrawn')]).toEqual([
      'This access code has expired.',
      'This access code is no longer valid.',
    ])
    expect((await make({ code: 'withdrawn' })).status).toBe(409)
    expect((await make({ code: 'half-time' })).status).toBe(409)
  })
})

const admin = () => club.people.admin
const change = (body: { opensAt: string | null; hasWaitlist: boolean }) =>
  admin().call(api.admissions.change, { body })
const join = (email: string) => club.visitor().call(api.admissions.joinWaitlist, { body: { email } })
const tokenOf = async (email: string) => {
  await quiet(club)
  const [latest = ''] = (await emailsTo(club, email)).toReversed()
  return /\/waitlist#(\S+)/.exec(latest)?.[1] ?? ''
}
const placeOf = async (token: string, visitor = club.visitor()) =>
  (await visitor.call(api.admissions.confirmPlace, { body: { token } })).body

describe('the waitlist', () => {
  it('gives places in the order of confirmation and invites in waves [GATE-9]', async () => {
    expect((await join('early@club.example')).status).toBe(202)
    expect(await tokenOf('early@club.example')).toBe('')
    await change({ opensAt: null, hasWaitlist: true })
    const names = ['ann', 'ben', 'cleo']
    for (const name of names) await join(`${name}@fans.example`)
    const tokens = []
    for (const name of names) tokens.push(await tokenOf(`${name}@fans.example`))
    expect((await placeOf(tokens[1]!)).position).toBe(1)
    expect((await placeOf(tokens[0]!)).position).toBe(2)
    expect((await admin().call(api.admissions.show)).body).toMatchObject({ waiting: 2, unconfirmed: 1 })
    expect((await admin().call(api.needsAttention.forAdmin)).body.waitlist).toBe(2)

    const waves = await Promise.all(
      [1, 1].map((count) => admin().call(api.admissions.inviteWave, { body: { count } })),
    )
    expect(waves.map(({ body }) => body.invited)).toEqual([1, 1])
    const visitor = club.visitor()
    expect(await placeOf(await tokenOf('ben@fans.example'), visitor)).toEqual({
      email: 'ben@fans.example',
      position: null,
    })
    expect(visitor.cookies.get('touchline_gate')).toBeTruthy()
    expect((await admin().call(api.admissions.show)).body.waves).toMatchObject([
      { number: 2, invited: 1 },
      { number: 1, invited: 1 },
    ])
  })

  it('is left by the link of any email, and forgets addresses in time [GATE-9]', async () => {
    const token = await tokenOf('cleo@fans.example')
    expect((await placeOf(token)).position).toBe(1)
    expect((await club.visitor().call(api.admissions.leaveWaitlist, { body: { token } })).status).toBe(204)
    expect((await club.visitor().call(api.admissions.confirmPlace, { body: { token } })).status).toBe(404)
    const forged = `${token.split('.')[0]}.${'a'.repeat(43)}`
    expect(
      (await club.visitor().call(api.admissions.leaveWaitlist, { body: { token: forged } })).status,
    ).toBe(404)
    await join('never@fans.example')
    club.clock.advance(31 * 24 * 3_600_000)
    await forgetWaitlist(club.services)
    const { body } = await (await signedInAdmin()).call(api.admissions.waitlist, { query: {} })
    expect(body.people).toEqual([])
  })

  it('sends one address no second email within ten minutes [GATE-9]', async () => {
    for (const _ of [1, 2, 3]) expect((await join('again@fans.example')).status).toBe(202)
    await quiet(club)
    expect(await emailsTo(club, 'again@fans.example')).toHaveLength(1)
  })
})

const site = async () => (await club.visitor().call(api.site.show)).body.gate

describe('an opening time', () => {
  it('keeps the gate closed until then and opens it for everyone [GATE-10]', async () => {
    const opensAt = new Date(club.clock.now().getTime() + 3_600_000).toISOString()
    expect((await site()).enabled).toBe(true)
    const body = { opensAt, hasWaitlist: true }
    const caller = await signedInAdmin()
    const drops = await cacheDrops(club, 'gate', () => caller.call(api.admissions.change, { body }))
    expect(drops).toBe(2)
    expect(await site()).toEqual({ enabled: true, opensAt, hasWaitlist: true })
    club.clock.advance(3_600_000)
    expect(await site()).toEqual({ enabled: false, opensAt: null, hasWaitlist: false })
  })
})
