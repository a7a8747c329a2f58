import { api } from '@touchline/contract/api.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmptyClub } from '#testing/club.ts'
import type { Caller } from '#testing/caller.ts'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'

const minuteMs = 60_000
const password = 'a whistle at midnight'

let club: Awaited<ReturnType<typeof openEmptyClub>>
let admin: Caller
beforeAll(async () => {
  club = await openEmptyClub()
  await createPerson(club.services.db, {
    role: 'admin',
    email: 'ada@club.example',
    passwordHash: await hashPassword(password),
    createdAt: club.clock.now(),
  })
  admin = club.visitor()
})
afterAll(() => club.close())

const wait = (ms: number) => club.clock.set(new Date(club.clock.now().getTime() + ms))
const signIn = () => admin.call(api.accounts.login, { body: { email: 'ada@club.example', password } })
const confirm = (said: string) => admin.call(api.accounts.confirmIdentity, { body: { password: said } })
const changeTerms = () => admin.call(api.payouts.changeTerms, { body: { holdDays: 9 } })

describe('T-AD-01 a sensitive request', () => {
  it('is allowed for ten minutes after sign-in, then only after a new confirmation', async () => {
    await signIn()
    expect((await changeTerms()).status).toBe(200)
    wait(9 * minuteMs)
    expect((await changeTerms()).status).toBe(200)
    wait(minuteMs)
    const refused = await changeTerms()
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'confirmation_required', message: 'Please confirm that it is you.' },
    ])

    expect((await confirm(password)).status).toBe(204)
    expect((await changeTerms()).status).toBe(200)
  })

  it('needs the right password and limits wrong ones', async () => {
    await signIn()
    wait(11 * minuteMs)
    expect(await confirm('not the password')).toMatchObject({
      status: 400,
      message: 'Password is incorrect.',
    })
    expect((await changeTerms()).status).toBe(403)
    const tries = []
    for (let count = 0; count < 12; count += 1) tries.push((await confirm('guess')).status)
    expect(tries).toContain(429)
    expect((await confirm(password)).status).toBe(429)
  })

  it('is confirmed per session', async () => {
    await signIn()
    const other = club.visitor()
    await other.call(api.accounts.login, { body: { email: 'ada@club.example', password } })
    wait(11 * minuteMs)
    await signIn()
    expect((await changeTerms()).status).toBe(200)
    expect((await other.call(api.payouts.changeTerms, { body: { holdDays: 9 } })).status).toBe(403)
  })

  it('checks access first, and harmless requests need no confirmation', async () => {
    const kept: Endpoint[] = Object.values(api).flatMap((noun): Endpoint[] =>
      Object.values(noun).filter((endpoint: Endpoint) => endpoint.confirmed),
    )
    expect(kept.length).toBeGreaterThan(5)
    for (const { access, method, path } of kept)
      expect([access === 'public', method === 'GET' && !path.includes('export'), path]).toEqual([
        false,
        false,
        path,
      ])
    expect((await club.visitor().call(api.payouts.changeTerms, { body: {} })).status).toBe(401)
  })
})
