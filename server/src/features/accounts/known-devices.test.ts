import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { knownDevices } from '#features/people/schema.ts'
import { deviceCookie, sessionCookie } from '#http/cookies.ts'
import type { Caller } from '#testing/caller.ts'
import { openEmptyClub } from '#testing/club.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { sweepSessions } from './sweep-sessions.ts'

const password = 'offside again'
const phone =
  'Mozilla/5.0 (Linux; Android 16; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0.0.0 Mobile Safari/537.36'

let club: Awaited<ReturnType<typeof openEmptyClub>>
let email: string
let id: string
beforeAll(async () => {
  club = await openEmptyClub()
})
beforeEach(async () => {
  club.clock.backToNow()
  email = `${randomUUID()}@club.example`
  const person = await add(email)
  id = person.id
})
afterAll(() => club.close())

const add = async (address: string) =>
  createPerson(club.services.db, {
    email: address,
    firstName: 'Mina',
    passwordHash: await hashPassword(password),
    createdAt: club.clock.now(),
  })
async function signIn(who: Caller, address = email) {
  const headers = { 'user-agent': phone }
  const answer = await who.call(api.accounts.login, { body: { email: address, password }, headers })
  expect(answer.status).toBe(200)
  return answer
}
const devices = () => club.services.db.select().from(knownDevices).where(eq(knownDevices.personId, id))
const notices = async (address = email) =>
  (await allEmailsTo(club, address)).filter((mail) => mail.includes('Subject: New sign-in to your account'))

describe('a sign-in from a new browser', () => {
  it('is emailed once per browser, with its name, the time and what to do', async () => {
    await signIn(club.visitor())
    expect(await notices()).toEqual([])
    club.clock.set(new Date('2027-03-05T14:30:00Z'))
    const second = club.visitor()
    await signIn(second)
    await second.call(api.accounts.logout)
    expect(second.cookies.has(sessionCookie)).toBe(false)
    await signIn(second)
    const [notice, ...more] = await notices()
    expect(more).toEqual([])
    for (const words of [
      'Hello Mina,',
      'Chrome on Android, March 5, 2027 at 2:30 PM UTC.',
      `${club.url}/settings`,
      `${club.url}/change-password`,
    ])
      expect(notice).toContain(words)
  })

  it('is emailed to each person of a shared browser, whose cookie names no one', async () => {
    await add('eve@club.example')
    const shared = club.visitor()
    await signIn(shared)
    const token = shared.cookies.get(deviceCookie)
    await signIn(club.visitor(), 'eve@club.example')
    await signIn(shared, 'eve@club.example')
    expect(shared.cookies.get(deviceCookie)).toBe(token)
    expect(await notices('eve@club.example')).toHaveLength(1)
    expect(await notices()).toEqual([])
  })

  it('sets an HttpOnly cookie whose value is stored only hashed [T-AU-13, T-AU-14]', async () => {
    const visitor = club.visitor()
    const { headers } = await signIn(visitor)
    const cookie = headers.getSetCookie().find((one) => one.startsWith(deviceCookie))
    expect(cookie).toMatch(/^touchline_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    const rows = await devices()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(visitor.cookies.get(deviceCookie))
  })

  it('counts as new again after a password change elsewhere, and after 400 days', async () => {
    const [own, other] = [club.visitor(), club.visitor()]
    await signIn(own)
    await signIn(other)
    expect(await notices()).toHaveLength(1)
    const newPassword = 'a penalty at last'
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword }
    expect((await own.call(api.accounts.changePassword, { body })).status).toBe(200)
    await other.call(api.accounts.login, { body: { email, password: newPassword } })
    expect(await notices()).toHaveLength(2)

    await sweepSessions(club.services)
    expect(await devices()).toHaveLength(2)
    club.clock.advance(401 * 24 * 60 * 60_000)
    await sweepSessions(club.services)
    expect(await devices()).toEqual([])
  })

  it('replaces a malformed cookie', async () => {
    const visitor = club.visitor()
    visitor.cookies.set(deviceCookie, 'x'.repeat(5000))
    await signIn(visitor)
    expect(visitor.cookies.get(deviceCookie)).toMatch(/^[\w-]{43}$/)
  })
})
