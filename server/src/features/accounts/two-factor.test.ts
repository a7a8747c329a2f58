import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { appCode } from '#testing/app-code.ts'
import type { Caller } from '#testing/caller.ts'
import { openEmptyClub } from '#testing/club.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { people, type Person } from '#features/people/schema.ts'

const password = 'a whistle at midnight'

let club: Awaited<ReturnType<typeof openEmptyClub>>
let email: string
let id: string
let person: Caller
async function beNew(role: Person['role']) {
  email = `${randomUUID()}@club.example`
  const created = await createPerson(club.services.db, {
    email,
    firstName: 'Ada',
    role,
    passwordHash: await hashPassword(password),
    emailProvenAt: club.clock.now(),
    createdAt: club.clock.now(),
  })
  id = created.id
  person = club.visitor()
  expect((await firstStep(person)).status).toBe(200)
}
beforeAll(async () => {
  // A code is valid for half a minute: a test that runs across its end would get a refusal.
  vi.useFakeTimers({ toFake: ['Date'] })
  club = await openEmptyClub({ REQUIRE_TWO_FACTOR: 'creator, moderator' })
})
beforeEach(async () => {
  // The limits of this address begin again, and each test has a person of its own.
  club.clock.advance(24 * 60 * 60_000)
  await beNew('admin')
})
afterAll(async () => {
  vi.useRealTimers()
  await club.close()
})

const firstStep = (who: Caller) => who.call(api.accounts.login, { body: { email, password } })
const isSignedIn = async (who: Caller) => (await who.call(api.accounts.signedInUser)).status === 200

/** Turns the second step on with the code before the present one, so that the present one is still good. */
async function turnOn() {
  const { secret } = (await person.call(api.twoFactor.setUp)).body
  const answer = await person.call(api.twoFactor.enable, { body: { code: appCode(secret, -1) } })
  expect(answer.status).toBe(200)
  return { secret, backupCodes: answer.body.backupCodes }
}
async function atSecondStep() {
  const visitor = club.visitor()
  const answer = await firstStep(visitor)
  expect([answer.status, answer.body]).toEqual([
    200,
    { twoFactorRequired: true, byCode: true, byPasskey: false, isRecoveryReady: false },
  ])
  return visitor
}
const step = (who: Caller, body: Record<string, unknown>) => who.call(api.twoFactor.secondStep, { body })
const shown = async () => (await person.call(api.twoFactor.show)).body
const wrong = { status: 401, message: 'That code is not right.' }

describe('LOGIN-8 the second step', () => {
  it('is a code of the app: the password alone opens nothing', async () => {
    const { secret } = await turnOn()
    const visitor = await atSecondStep()
    expect(await isSignedIn(visitor)).toBe(false)
    const answer = await step(visitor, { code: appCode(secret) })
    expect([answer.status, answer.body.user?.email]).toEqual([200, email])
    expect(await isSignedIn(visitor)).toBe(true)
    expect(visitor.cookies.has('touchline_sign_in')).toBe(false)
  })

  it('accepts a code once, within half a minute', async () => {
    const { secret } = await turnOn()
    const code = appCode(secret)
    expect(await step(await atSecondStep(), { code: appCode(secret, 3) })).toMatchObject(wrong)
    expect(await step(await atSecondStep(), { code: appCode(secret, -1) })).toMatchObject(wrong)
    expect((await step(await atSecondStep(), { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(
      200,
    )
    expect(await step(await atSecondStep(), { code })).toMatchObject(wrong)
    expect((await step(await atSecondStep(), { code: appCode(secret, 1) })).status).toBe(200)
  })

  it('accepts a code once for two concurrent browsers', async () => {
    const { secret } = await turnOn()
    const code = appCode(secret)
    const browsers = [await atSecondStep(), await atSecondStep()]
    const answers = await Promise.all(browsers.map((browser) => step(browser, { code })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401])
  })

  it('accepts each backup code once', async () => {
    const { backupCodes } = await turnOn()
    expect(backupCodes).toHaveLength(10)
    const [first, second] = backupCodes
    const visitor = await atSecondStep()
    expect((await step(visitor, { backupCode: first!.toUpperCase() })).status).toBe(200)
    expect(await step(await atSecondStep(), { backupCode: first })).toMatchObject(wrong)
    expect((await person.call(api.twoFactor.show)).body.backupCodesLeft).toBe(9)

    const renewed = (await person.call(api.twoFactor.newBackupCodes)).body.backupCodes
    expect(await step(await atSecondStep(), { backupCode: second })).toMatchObject(wrong)
    expect((await step(await atSecondStep(), { backupCode: renewed[0] })).status).toBe(200)
  })

  it('locks for a quarter of an hour after ten wrong codes', async () => {
    const { secret } = await turnOn()
    const visitors = [await atSecondStep(), await atSecondStep()]
    for (let count = 0; count < 10; count += 1)
      expect(await step(visitors[count % 2]!, { code: '000000' })).toMatchObject(wrong)
    const late = await step(visitors[0]!, { code: appCode(secret) })
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(890)
    club.clock.advance(15 * 60_000)
    expect((await step(await atSecondStep(), { code: appCode(secret) })).status).toBe(200)
  })

  it('needs a first step no older than ten minutes', async () => {
    const { secret } = await turnOn()
    const tooLate = { status: 401, message: 'That took too long. Please sign in again.' }
    expect(await step(club.visitor(), { code: appCode(secret) })).toMatchObject(tooLate)
    const slow = await atSecondStep()
    club.clock.advance(10 * 60_000)
    expect(await step(slow, { code: appCode(secret) })).toMatchObject(tooLate)
  })

  it('reports a suspension only after the password', async () => {
    const { secret } = await turnOn()
    const visitor = await atSecondStep()
    await club.services.db.update(people).set({ isBlocked: true }).where(eq(people.email, email))
    expect(await step(visitor, { code: appCode(secret) })).toMatchObject({
      status: 403,
      message: 'Account suspended',
    })
  })

  it.each([
    [{}, 'Enter the code from your authenticator app.'],
    [{ code: '12345' }, 'The code has six digits.'],
    [{ code: 123_456 }, 'Enter the code from your authenticator app.'],
    [{ code: '١٢٣٤٥٦' }, 'The code has six digits.'],
    [{ backupCode: 'short' }, 'A backup code has ten letters and digits.'],
    [{ code: '123456', backupCode: 'abcdefghjk' }, 'Enter the code from your authenticator app.'],
  ])('refuses %j in words', async (body, message) => {
    await turnOn()
    expect(await step(await atSecondStep(), body)).toMatchObject({ status: 400, message })
  })
})

describe('SET-5 two-factor authentication', () => {
  it('is on only after a code was entered, and can be turned off', async () => {
    expect(await shown()).toEqual({ isOn: false, isRequired: false, backupCodesLeft: 0, removedAt: null })
    const { otpauthUrl, secret } = (await person.call(api.twoFactor.setUp)).body
    const account = `Touchline:${encodeURIComponent(email)}`
    expect(otpauthUrl).toMatch(new RegExp(`^otpauth://totp/${account}\\?issuer=Touchline&secret=`))
    expect((await person.call(api.twoFactor.enable, { body: { code: '000000' } })).message).toMatch(
      /^This code is not right\./,
    )
    expect((await shown()).isOn).toBe(false)
    expect(await firstStep(club.visitor())).toMatchObject({ body: { user: { email } } })

    await person.call(api.twoFactor.enable, { body: { code: appCode(secret) } })
    expect(await shown()).toEqual({ isOn: true, isRequired: false, backupCodesLeft: 10, removedAt: null })
    for (const again of [
      await person.call(api.twoFactor.setUp),
      await person.call(api.twoFactor.enable, { body: { code: appCode(secret, 1) } }),
    ])
      expect(again).toMatchObject({ status: 409, message: 'Two-factor authentication is on already.' })

    expect((await person.call(api.twoFactor.disable)).status).toBe(204)
    expect((await person.call(api.twoFactor.disable)).status).toBe(409)
    expect((await person.call(api.twoFactor.newBackupCodes)).status).toBe(409)
    expect(await firstStep(club.visitor())).toMatchObject({ body: { user: { email } } })
    const subjects = (await allEmailsTo(club, email)).flatMap(
      (mail) => /Subject: (Two-factor.*)/.exec(mail)?.[1] ?? [],
    )
    expect(subjects).toEqual(['Two-factor authentication is on', 'Two-factor authentication is off'])
  })

  it('can be changed only after a recent confirmation [T-AD-01]', async () => {
    await turnOn()
    club.clock.advance(11 * 60_000)
    const endpoints: Endpoint[] = [api.twoFactor.setUp, api.twoFactor.disable, api.twoFactor.newBackupCodes]
    for (const endpoint of endpoints)
      expect((await person.call(endpoint)).body).toMatchObject({ code: 'confirmation_required' })
  })

  it('stores the secret and the codes unreadable in a stolen database [T-AU-14]', async () => {
    const { secret, backupCodes } = await turnOn()
    const { rows } = await club.services.db.execute(
      sql`select row_to_json(t)::text from two_factors t where person_id = ${id}
        union all select row_to_json(b)::text from backup_codes b where person_id = ${id}`,
    )
    const kept = JSON.stringify(rows)
    expect(rows).toHaveLength(11)
    for (const said of [secret, ...backupCodes, ...backupCodes.map((code) => code.replace('-', ''))])
      expect(kept).not.toContain(said)
  })
})

describe('a site that requires it', () => {
  it('blocks the role until it is set up, and keeps it on', async () => {
    await beNew('moderator')
    expect((await person.call(api.accounts.signedInUser)).body.owesTwoFactor).toBe(true)
    const endpoints: Endpoint[] = [api.posts.list, api.payouts.overview, api.accounts.sessions]
    for (const endpoint of endpoints)
      expect(await person.call(endpoint)).toMatchObject({
        status: 403,
        body: { code: 'two_factor_required', message: 'Please set up two-factor authentication first.' },
      })
    expect((await person.fetch('/media/AAAAAAAAAAAAAAAAAAAAAA/whole')).status).toBe(403)

    await turnOn()
    expect((await person.call(api.accounts.signedInUser)).body.owesTwoFactor).toBe(false)
    expect((await person.call(api.posts.list)).status).toBe(200)
    expect(await person.call(api.twoFactor.disable)).toMatchObject({
      status: 409,
      message: 'This site requires two-factor authentication from you.',
    })
  })

  it('requires nothing of other roles', async () => {
    expect((await person.call(api.posts.list)).status).toBe(200)
  })
})
