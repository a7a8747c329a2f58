import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import type { Caller } from '#testing/caller.ts'
import { openEmptyClub } from '#testing/club.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { deleteResetLinks, sendResetLink } from './reset-password.ts'
import { passwordResets } from '#features/people/schema.ts'

const minuteMs = 60_000
const former = 'offside again'
const next = 'a penalty at last'

let club: Awaited<ReturnType<typeof openEmptyClub>>
let email: string
let id: string
let visitor: Caller
beforeAll(async () => {
  club = await openEmptyClub()
})
beforeEach(async () => {
  // The limits of this address begin again, and each test has a person of its own.
  club.clock.advance(24 * 60 * minuteMs)
  email = `${randomUUID()}@club.example`
  const person = await createPerson(club.services.db, {
    email,
    firstName: 'Mina',
    passwordHash: await hashPassword(former),
    createdAt: club.clock.now(),
  })
  id = person.id
  visitor = club.visitor()
})
afterAll(() => club.close())

const ask = (who: string, headers: Record<string, string> = {}) =>
  visitor.call(api.accounts.forgotPassword, { body: { email: who }, headers })
const settled = () => club.services.jobs.settled()
async function tokens() {
  await settled()
  const mails = await allEmailsTo(club, email)
  return mails.flatMap((mail) => /reset-password#(?:3D)?([\w-]{43})/.exec(mail)?.[1] ?? [])
}
async function newLink() {
  await ask(email)
  return (await tokens()).at(-1)!
}
const reset = (token: string, newPassword = next) =>
  visitor.call(api.accounts.resetPassword, { body: { token, newPassword } })
const mayEnter = async (password: string) =>
  (await club.visitor().call(api.accounts.login, { body: { email, password } })).status === 200

const isOver = { status: 400, message: 'This link is no longer valid. Please ask for a new one.' }

describe('a password reset', () => {
  it('sets a new password by an emailed link and ends every session [LOGIN-7, T-AU-12]', async () => {
    const elsewhere = club.visitor()
    await elsewhere.call(api.accounts.login, { body: { email, password: former } })
    const token = await newLink()
    expect((await elsewhere.call(api.accounts.signedInUser)).status).toBe(200)

    expect(await reset(token)).toMatchObject({ status: 200 })
    expect((await elsewhere.call(api.accounts.signedInUser)).status).toBe(401)
    expect((await allEmailsTo(club, email)).at(-1)).toContain('Your password was changed')
    expect([await mayEnter(former), await mayEnter(next)]).toEqual([false, true])
  })

  it('responds the same, with the same work, for an unknown address [LOGIN-7, T-AU-02]', async () => {
    const queued = async () => {
      const { rows } = await club.services.db.execute<{ count: number }>(
        sql`select count(*) as count from jobs.job where name = 'password-reset'`,
      )
      return Number(rows[0]?.count)
    }
    const before = await queued()
    const known = await ask(email)
    const afterKnown = await queued()
    const unknown = await ask('nobody@club.example')
    expect([known.status, known.body]).toEqual([202, unknown.body])
    expect(unknown.status).toBe(202)
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()])
    expect([afterKnown, await queued()]).toEqual([before + 1, before + 2])
    expect(await allEmailsTo(club, 'nobody@club.example')).toEqual([])
  })

  it('works once, even for two concurrent requests [LOGIN-7, T-AU-18]', async () => {
    const token = await newLink()
    const answers = await Promise.all([reset(token), reset(token, 'the other of two')])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
    expect(await reset(token)).toMatchObject(isOver)
  })

  it('expires after an hour, a newer link or a password change [LOGIN-7, T-AU-18]', async () => {
    const late = await newLink()
    club.clock.advance(60 * minuteMs)
    expect(await reset(late)).toMatchObject(isOver)

    const older = await newLink()
    const newer = await newLink()
    expect(await reset(older)).toMatchObject(isOver)
    const member = club.visitor()
    await member.call(api.accounts.login, { body: { email, password: former } })
    await member.call(api.accounts.changePassword, {
      body: { currentPassword: former, newPassword: next, confirmPassword: next },
    })
    expect(await reset(newer, 'a third password')).toMatchObject(isOver)
    expect(await mayEnter(next)).toBe(true)
  })

  it('stays expired when the clock is set back [R-17]', async () => {
    const tried = await newLink()
    club.clock.advance(60 * minuteMs)
    expect(await reset(tried)).toMatchObject(isOver)
    club.clock.advance(-60 * minuteMs)
    expect(await reset(tried)).toMatchObject(isOver)

    const untried = await newLink()
    club.clock.advance(60 * minuteMs)
    await sweepSessions(club.services)
    club.clock.advance(-60 * minuteMs)
    expect(await reset(untried)).toMatchObject(isOver)
  })

  it.each(['', 'guess', 'x'.repeat(43), '../../etc/passwd', 'x'.repeat(300)])(
    'refuses what is no link: %j',
    async (token) => {
      expect((await reset(token)).status).toBe(400)
      expect(await mayEnter(former)).toBe(true)
    },
  )

  it('refuses a weak password and keeps the link valid [T-AU-16]', async () => {
    const token = await newLink()
    expect(await reset(token, '12345678')).toMatchObject({
      status: 400,
      message: 'This password is one of the first anybody would guess. Please choose another.',
    })
    expect((await reset(token)).status).toBe(200)
  })

  it('is not consumed by a scanner: the token is in the URL fragment [T-AU-18]', async () => {
    const token = await newLink()
    await visitor.fetch('/reset-password')
    expect((await reset(token)).status).toBe(200)
  })

  it('links to this site, whatever host the request names [T-AU-17]', async () => {
    await ask(email, { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' })
    await settled()
    const [mail] = await allEmailsTo(club, email)
    expect(mail).toContain(`${club.url}/reset-password#`)
    expect(mail).not.toContain('evil.test')
  })

  it('stores the token hashed, and in no queue [T-AU-14]', async () => {
    const token = await newLink()
    const { rows } = await club.services.db.execute(
      sql`select data::text from jobs.job union all select token_hash from password_resets`,
    )
    expect(JSON.stringify(rows)).toContain(email)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('sends at most five emails in half an hour, with the same response [T-AU-19]', async () => {
    for (let count = 0; count < 7; count += 1) {
      expect((await ask(email)).status).toBe(202)
      await settled()
    }
    expect(await tokens()).toHaveLength(5)
    club.clock.advance(30 * minuteMs)
    expect(await reset(await newLink())).toMatchObject({ status: 200 })
  })

  it('is emailed once the mail server is back, after any number of attempts [LOGIN-7]', async () => {
    const { services } = club
    const isAway = { ...services.mail, sendNow: () => Promise.reject(new Error('no mail server')) }
    for (let count = 0; count < 6; count += 1)
      await expect(sendResetLink({ ...services, mail: isAway }, email)).rejects.toThrow('no mail server')
    await sendResetLink(services, email)
    const [token] = await tokens()
    expect(await reset(token!)).toMatchObject({ status: 200 })
  })

  it('is limited to 25 requests in five minutes per address [T-AU-19]', async () => {
    const answers = []
    for (let count = 0; count < 26; count += 1)
      answers.push((await ask(`nobody${count}@club.example`)).status)
    expect(answers.filter((status) => status === 429)).toEqual([429])
  })

  it('lifts the sign-in limit and makes this browser a known one [T-AU-05]', async () => {
    const login = (password: string) => visitor.call(api.accounts.login, { body: { email, password } })
    await login(former)
    const guess = async (who: Caller) => {
      const guesses = []
      for (let count = 0; count < 11; count += 1)
        guesses.push(
          (await who.call(api.accounts.login, { body: { email, password: `guess ${count}` } })).status,
        )
      expect(guesses.at(-1)).toBe(429)
    }
    await guess(visitor)
    await guess(club.visitor())
    expect((await reset(await newLink())).status).toBe(200)
    expect((await login(next)).status).toBe(200)
    expect(await mayEnter(next)).toBe(true)

    const fresh = club.visitor()
    visitor = fresh
    expect((await reset(await newLink(), 'a third password')).status).toBe(200)
    await guess(club.visitor())
    expect((await login('a third password')).status).toBe(200)
    const emails = await allEmailsTo(club, email)
    expect(emails.filter((mail) => mail.includes('Subject: New sign-in'))).toHaveLength(1)
  })

  it('is deleted a day after it expires', async () => {
    const links = () => club.services.db.select().from(passwordResets).where(eq(passwordResets.personId, id))
    await newLink()
    club.clock.advance(24 * 60 * minuteMs)
    await deleteResetLinks(club.services)
    expect(await links()).toHaveLength(1)
    club.clock.advance(61 * minuteMs)
    await deleteResetLinks(club.services)
    expect(await links()).toEqual([])
  })
})
