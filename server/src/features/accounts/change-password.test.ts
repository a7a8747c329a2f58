import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sessionCookie } from '#http/cookies.ts'
import { type Caller, cookiesOf } from '#testing/caller.ts'
import { openEmptyClub } from '#testing/club.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { replacePassword } from './replace-password.ts'
import { people, sessions, signInSteps } from '#features/people/schema.ts'
import { beginSecondStep } from './second-step.ts'
import { openSession } from './start-session.ts'

const current = 'offside again'
const next = 'a penalty at last'

let club: Awaited<ReturnType<typeof openEmptyClub>>
let email: string
let member: Caller
beforeAll(async () => {
  club = await openEmptyClub()
})
beforeEach(async () => {
  // The limits of this address begin again, and each test has a person of its own.
  club.clock.advance(24 * 60 * 60_000)
  email = `${randomUUID()}@club.example`
  await createPerson(club.services.db, {
    email,
    firstName: 'Mina',
    role: 'creator',
    passwordHash: await hashPassword(current),
    createdAt: club.clock.now(),
  })
  member = await signedIn(current)
})
afterAll(() => club.close())

async function signedIn(password: string, userAgent = 'a test') {
  const visitor = club.visitor()
  const answer = await visitor.call(api.accounts.login, {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  })
  return Object.assign(visitor, { status: answer.status })
}
const listed = async (who: Caller) => (await who.call(api.accounts.sessions)).body
const isSignedIn = async (who: Caller) => (await who.call(api.accounts.signedInUser)).status === 200
const change = (body: Record<string, unknown>) => member.call(api.accounts.changePassword, { body })
const changing = { currentPassword: current, newPassword: next, confirmPassword: next }

describe('PWD-1 a new password', () => {
  it('replaces the old one and ends every other session at once [T-AU-09, T-AU-11]', async () => {
    const other = await signedIn(current)
    const socket = new WebSocket(`${club.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: cookiesOf(other), origin: club.url },
    })
    await new Promise((resolve) => {
      socket.once('open', resolve)
    })
    const closed = new Promise<number>((resolve) => {
      socket.once('close', resolve)
    })
    const before = member.cookies.get(sessionCookie)

    expect(await change(changing)).toMatchObject({ status: 200, message: 'Your password was changed.' })
    expect(await closed).toBe(4401)
    expect(await isSignedIn(other)).toBe(false)
    expect(member.cookies.get(sessionCookie)).not.toBe(before)
    expect(await isSignedIn(member)).toBe(true)
    member.cookies.set(sessionCookie, before!)
    expect(await isSignedIn(member)).toBe(false)

    expect((await signedIn(current)).status).toBe(401)
    expect((await signedIn(next)).status).toBe(200)
    const notices = async () =>
      (await emailsTo(club, email)).filter((mail) => mail.includes('Subject: Your password was changed'))
    await expect.poll(notices).toHaveLength(1)
  })

  it.each([
    ['nothing', { currentPassword: '', newPassword: '', confirmPassword: '' }, 'Please fill in all fields.'],
    ['no text', { ...changing, newPassword: 5 }, 'Please fill in all fields.'],
    [
      'five characters',
      { ...changing, newPassword: 'whist', confirmPassword: 'whist' },
      'New password must be at least 6 characters long.',
    ],
    ['two different ones', { ...changing, confirmPassword: 'another one' }, 'New passwords do not match.'],
    [
      'the same again',
      { ...changing, newPassword: current, confirmPassword: current },
      'New password must be different from current password.',
    ],
    ['a wrong current one', { ...changing, currentPassword: 'not it' }, 'Current password is incorrect'],
    [
      'a common one [T-AU-16]',
      { ...changing, newPassword: 'Password1', confirmPassword: 'Password1' },
      'This password is one of the first anybody would guess. Please choose another.',
    ],
    [
      'the name of the site [T-AU-16]',
      { ...changing, newPassword: 'touchline', confirmPassword: 'touchline' },
      'This password is one of the first anybody would guess. Please choose another.',
    ],
    [
      '10 kB [T-AU-16]',
      { ...changing, newPassword: 'x'.repeat(10_000), confirmPassword: 'x'.repeat(10_000) },
      'New password must be at most 256 characters long.',
    ],
  ])('is refused in words: %s [T-AU-22]', async (_what, body, message) => {
    expect(await change(body)).toMatchObject({ status: 400, message })
    expect(await isSignedIn(member)).toBe(true)
    expect((await signedIn(current)).status).toBe(200)
  })

  it('may be long, and every character counts [T-AU-16]', async () => {
    const long = `${'🙂'.repeat(40)} and a half`
    await change({ ...changing, newPassword: long, confirmPassword: long })
    expect((await signedIn(long)).status).toBe(200)
    expect((await signedIn(`${long}x`)).status).toBe(401)
    expect((await signedIn(long.slice(0, -1))).status).toBe(401)
  })

  it('is limited to ten attempts in ten minutes [T-AU-22]', async () => {
    const tries = []
    for (let count = 0; count < 11; count += 1)
      tries.push((await change({ ...changing, currentPassword: `guess ${count}` })).status)
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })
})

describe('a password that was replaced in the meantime', () => {
  it('opens neither a session nor a second step [T-AU-09]', async () => {
    const { db } = club.services
    const [former] = await db.select().from(people).where(eq(people.email, email))
    const passwordHash = await hashPassword(next)
    const id = former!.id
    const theirs = () => db.select().from(sessions).where(eq(sessions.personId, id))
    const late = await db.transaction(async (tx) => {
      await replacePassword(tx, club.services, { personId: id, passwordHash })
      // Both wait for what this transaction makes of the password.
      const asked = [
        openSession(club.services, id, null, former!.passwordHash),
        beginSecondStep(club.services, former!),
      ]
      return { settled: Promise.allSettled(asked) }
    })
    const outcomes = await late.settled
    expect(outcomes).toMatchObject([0, 1].map(() => ({ status: 'rejected', reason: { status: 401 } })))
    expect(await theirs()).toEqual([])
    await openSession(club.services, id, null, passwordHash)
    expect(await theirs()).toHaveLength(1)
  })

  it('ends a sign-in between its two steps', async () => {
    const { db } = club.services
    const [person] = await db.select().from(people).where(eq(people.email, email))
    await beginSecondStep(club.services, person!)
    expect((await change(changing)).status).toBe(200)
    expect(await db.select().from(signInSteps).where(eq(signInSteps.personId, person!.id))).toEqual([])
  })

  it('changes once when two browsers change it at once', async () => {
    const other = await signedIn(current)
    const body = { currentPassword: current, newPassword: 'the other one', confirmPassword: 'the other one' }
    const answers = await Promise.all([change(changing), other.call(api.accounts.changePassword, { body })])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('SET-7 the sessions of a person', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'

  it('are listed with browser and last use, this one first', async () => {
    club.clock.advance(60_000)
    await signedIn(current, chrome)
    expect(await listed(member)).toMatchObject([
      { isThis: true, device: 'An unknown browser' },
      { isThis: false, device: 'Chrome on Android' },
    ])
  })

  it('can be ended one by one or all but this one', async () => {
    const [phone, tablet, laptop] = await Promise.all([1, 2, 3].map(() => signedIn(current)))
    const phoneId = (await listed(phone!)).find(({ isThis }) => isThis)!.id
    expect((await member.call(api.accounts.endSession, { params: { id: phoneId } })).status).toBe(204)
    expect(await Promise.all([phone!, tablet!].map(isSignedIn))).toEqual([false, true])
    expect((await member.call(api.accounts.endOtherSessions)).status).toBe(204)
    expect(await Promise.all([member, tablet!, laptop!].map(isSignedIn))).toEqual([true, false, false])
    expect(await listed(member)).toHaveLength(1)
  })

  it('cannot be ended by another person', async () => {
    await createPerson(club.services.db, {
      email: 'noor@club.example',
      passwordHash: await hashPassword(current),
      createdAt: club.clock.now(),
    })
    const stranger = club.visitor()
    await stranger.call(api.accounts.login, { body: { email: 'noor@club.example', password: current } })
    const [mine] = await listed(member)
    for (const id of [mine!.id, '00000000-0000-7000-8000-000000000000', 'no-session'])
      expect(await stranger.call(api.accounts.endSession, { params: { id } })).toMatchObject({
        status: 404,
        message: 'Session not found',
      })
    expect(await isSignedIn(member)).toBe(true)
  })
})
