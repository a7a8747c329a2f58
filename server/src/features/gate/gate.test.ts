import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ ACCESS_CODE: 'half-time', TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => club.close())

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
