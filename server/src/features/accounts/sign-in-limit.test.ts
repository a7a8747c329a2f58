import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { networkOf } from '#http/network-of.ts'
import { rateLimitAttempts } from '#limits/schema.ts'
import { appCode } from '#testing/app-code.ts'
import { newCaller } from '#testing/caller.ts'
import { openEmptyClub } from '#testing/club.ts'
import { hashAtFullStrength } from '#testing/fast-argon2.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { otherProcess } from '#testing/other-process.ts'
import { createPerson } from '#features/people/create-person.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { people } from '#features/people/schema.ts'

const password = 'offside again'
const minuteMs = 60_000

let club: Awaited<ReturnType<typeof openEmptyClub>>
let email: string
beforeAll(async () => {
  club = await openEmptyClub({ TRUSTED_PROXIES: 'loopback' })
})
beforeEach(async () => {
  // No attempt is left, and each test has a person of its own.
  club.clock.advance(25 * 60 * minuteMs)
  await sweepSessions(club.services)
  email = `${randomUUID()}@club.example`
  await createPerson(club.services.db, {
    email,
    passwordHash: await hashPassword(password),
    createdAt: club.clock.now(),
  })
})
afterAll(() => club.close())

const from = (address: string) => newCaller(() => club.url, { from: address })
const fromStand = () => from('203.0.113.9')
const signIn = (who: ReturnType<typeof from>, given = password, address = email, headers = {}) =>
  who.call(api.accounts.login, { body: { email: address, password: given }, headers })
const statuses = async (count: number, one: (index: number) => Promise<{ status: number }>) => {
  const found: number[] = []
  for (let index = 0; index < count; index += 1) found.push((await one(index)).status)
  return found
}
const wrongOnes = (count: number, address = email) =>
  statuses(count, (index) => signIn(from(`203.0.113.${index + 1}`), 'not this one', address))

const manyFrom = (address: (index: number) => string, count = 31) =>
  statuses(count, (index) => signIn(from(address(index)), 'not this one', `fan-${index}@club.example`))
const claims = (index: number) => ({
  'x-forwarded-for': `203.0.113.${index + 1}`,
  'x-real-ip': `203.0.113.${index + 1}`,
  forwarded: `for=203.0.113.${index + 1}`,
})
const queriesOf = async (address: string) => {
  const asked = vi.spyOn(club.services.db.$client, 'query')
  const answer = await signIn(club.visitor(), 'not this one', address)
  const texts = asked.mock.calls.map(([query]: unknown[]) =>
    typeof query === 'object' && query !== null && 'text' in query ? query.text : query,
  )
  asked.mockRestore()
  const { status, body, headers } = answer
  const names = [...headers.keys()].toSorted()
  return { status, body, names, texts: texts.filter((text) => /people|tries/.test(String(text))) }
}

describe('guessing at one account', () => {
  it('is limited to ten attempts in a quarter of an hour, from any place [T-AU-03]', async () => {
    expect(await wrongOnes(10)).toEqual(Array(10).fill(401))
    const eleventh = await signIn(from('203.0.113.11'))
    expect([eleventh.status, eleventh.message]).toEqual([
      429,
      'Too many attempts. You can also ask for a new password. Please try again in about 15 minutes.',
    ])
    const wait = Number(eleventh.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(14 * 60)
    expect(wait).toBeLessThanOrEqual(15 * 60)
    club.clock.advance(15 * minuteMs)
    expect((await signIn(from('203.0.113.11'))).status).toBe(200)
  })

  it('is limited in the same way without an account [T-AU-01]', async () => {
    const [known, unknown] = [await wrongOnes(11), await wrongOnes(11, 'nobody@club.example')]
    expect(unknown).toEqual(known)
  })

  it('starts over after the right password', async () => {
    await wrongOnes(9)
    expect((await signIn(from('203.0.113.50'))).status).toBe(200)
    expect(await wrongOnes(9)).toEqual(Array(9).fill(401))
  })

  it('does not lock out a known browser, which has a limit of its own [T-AU-04]', async () => {
    const own = from('198.51.100.7')
    expect((await signIn(own)).status).toBe(200)
    await own.call(api.accounts.logout)
    await wrongOnes(10)
    expect((await signIn(from('198.51.100.7'))).status).toBe(429)
    expect((await signIn(own)).status).toBe(200)
    await own.call(api.accounts.logout)
    expect(await statuses(11, () => signIn(own, 'not this one'))).toEqual([...Array(10).fill(401), 429])
  })

  it('is not helped by a browser known to another account [T-AU-04]', async () => {
    await createPerson(club.services.db, {
      email: 'eve@club.example',
      passwordHash: await hashPassword(password),
      createdAt: club.clock.now(),
    })
    const eve = from('198.51.100.8')
    expect((await signIn(eve, password, 'eve@club.example')).status).toBe(200)
    await wrongOnes(10)
    expect((await signIn(eve)).status).toBe(429)
  })

  it('counts concurrent attempts [T-AU-03]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => signIn(from(`203.0.113.${index + 1}`), 'not this one')),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6)
  })

  it('stores addresses and networks hashed, for at most a day', async () => {
    await wrongOnes(2)
    const kept = await club.services.db.select().from(rateLimitAttempts)
    expect(kept).toHaveLength(3)
    for (const { key } of kept) expect(key).toMatch(/^[0-9a-f]{64}$/)
    club.clock.advance(25 * 60 * minuteMs)
    await sweepSessions(club.services)
    expect(await club.services.db.select().from(rateLimitAttempts)).toEqual([])
  })
})

describe('trying many accounts from one place', () => {
  it('is limited to thirty in a quarter of an hour per IPv6 network too [T-AU-05]', async () => {
    const thirtyThenNoMore = [...Array(30).fill(401), 429]
    expect(await manyFrom(() => '203.0.113.9')).toEqual(thirtyThenNoMore)
    expect(await manyFrom((index) => `2001:db8:0:1::${(index + 1).toString(16)}`)).toEqual(thirtyThenNoMore)
    expect((await signIn(from('2001:db8:0:2::1'))).status).toBe(200)
    club.clock.advance(15 * minuteMs)
    expect(await manyFrom(() => '203.0.113.9', 1)).toEqual([401])
  })

  it('does not count right passwords: a whole club signs in from one address [T-AU-05]', async () => {
    const entered = await statuses(31, () => signIn(fromStand()))
    expect(entered).toEqual(Array(31).fill(200))
    // Nor does it make room for more guesses.
    expect(await manyFrom(() => '203.0.113.9', 20)).toEqual(Array(20).fill(401))
    expect((await signIn(fromStand())).status).toBe(200)
    expect(await manyFrom(() => '203.0.113.9', 11)).toEqual([...Array(10).fill(401), 429])
    expect((await signIn(fromStand())).status).toBe(429)
  })

  it('counts by connection without a trusted proxy, whatever the headers say [T-AU-06]', async () => {
    const direct = await openEmptyClub()
    try {
      const visitor = direct.visitor()
      const found = await statuses(31, (index) =>
        signIn(visitor, 'not this one', `fan-${index}@club.example`, claims(index)),
      )
      expect(found).toEqual([...Array(30).fill(401), 429])
      // Another route knows nothing of it.
      expect((await visitor.call(api.accounts.forgotPassword, { body: { email } })).status).toBe(202)
    } finally {
      await direct.close()
    }
  })
})

describe('two processes', () => {
  it('share one count [T-AU-03]', async () => {
    const other = await otherProcess(club)
    try {
      await wrongOnes(6)
      const there = (address: string) => newCaller(() => other.url, { from: address })
      expect(await statuses(4, (index) => signIn(there(`198.51.100.${index + 1}`), 'wrong'))).toEqual(
        Array(4).fill(401),
      )
      expect((await signIn(there('198.51.100.9'))).status).toBe(429)
      expect((await signIn(from('198.51.100.9'))).status).toBe(429)
    } finally {
      await other.close()
    }
  })
})

describe('a flood of sign-ins', () => {
  beforeEach(() => hashAtFullStrength(true))
  afterEach(() => hashAtFullStrength(false))

  it('is refused beyond a short queue with a time to wait, uncounted [T-AU-21]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        signIn(from(`203.0.113.${index + 1}`), 'not this one', `fan-${index}@club.example`),
      ),
    )
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
    for (const { headers, message } of refused)
      expect([headers.get('retry-after'), message]).toEqual([
        '5',
        'Too many people are signing in right now. Please try again.',
      ])
    const counted = (await club.services.db.select().from(rateLimitAttempts)).filter(({ count }) => count > 0)
    expect(counted).toHaveLength(2 * (answers.length - refused.length))
    expect((await signIn(from('198.51.100.7'))).status).toBe(200)
  })
})

describe('an unknown address', () => {
  it('takes the same queries and hashing as a known one [T-AU-01, T-TM-01]', async () => {
    const known = await queriesOf(email)
    expect(known.texts.length).toBeGreaterThan(2)
    expect(await queriesOf('nobody@club.example')).toEqual(known)
  })
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:1::9', '2001:db8:0:1'],
  ['2001:DB8:0:1:2:3:4:5', '2001:db8:0:1'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the network of %s is %s [T-AU-05]', (ip, network) => expect(networkOf(ip)).toBe(network))

const linkTo = async (address: string) => {
  await expect.poll(async () => (await emailsTo(club, address)).length).toBe(1)
  return /\/unlock-sign-in#([\w-]+)/.exec((await emailsTo(club, address))[0]!)![1]!
}

describe('an owner who was locked out by an attacker', () => {
  it('signs in on a new device by an emailed link while others keep guessing', async () => {
    await wrongOnes(10)
    const device = from('198.51.100.7')
    expect((await signIn(device)).status).toBe(429)
    const asked = await device.call(api.accounts.sendUnlockLink, { body: { email } })
    const unknown = await device.call(api.accounts.sendUnlockLink, { body: { email: 'no@club.example' } })
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body])
    const token = await linkTo(email)
    expect((await device.call(api.accounts.unlockSignIn, { body: { token } })).status).toBe(200)
    await wrongOnes(12)
    expect((await signIn(device)).status).toBe(200)
    expect((await device.call(api.accounts.unlockSignIn, { body: { token } })).status).toBe(400)
    expect((await signIn(from('198.51.100.8'))).status).toBe(429)
  })

  it('can pass the second step too', async () => {
    const { services } = club
    const [person] = await services.db.select().from(people).where(eq(people.email, email))
    const emailProvenAt = services.clock.now()
    await services.db.update(people).set({ emailProvenAt }).where(eq(people.email, email))
    const owner = from('198.51.100.7')
    await signIn(owner)
    const { secret } = (await owner.call(api.twoFactor.setUp)).body
    await owner.call(api.twoFactor.enable, { body: { code: appCode(secret, -1) } })
    const guess = async (who: ReturnType<typeof from>) => {
      await signIn(who)
      return who.call(api.twoFactor.secondStep, { body: { code: '000000' } })
    }
    const stranger = from('203.0.113.200')
    expect(await statuses(11, () => guess(stranger))).toEqual([...Array(10).fill(401), 429])
    const device = from('198.51.100.9')
    expect((await guess(device)).status).toBe(429)
    await device.call(api.accounts.sendUnlockLink, { body: { email } })
    const mails = async () => (await emailsTo(club, email)).filter((mail) => mail.includes('unlock-sign-in#'))
    await expect.poll(async () => (await mails()).length).toBe(1)
    const token = /\/unlock-sign-in#([\w-]+)/.exec((await mails())[0]!)![1]!
    expect((await device.call(api.accounts.unlockSignIn, { body: { token } })).status).toBe(200)
    await statuses(11, () => guess(stranger))
    await signIn(device)
    const step = await device.call(api.twoFactor.secondStep, { body: { code: appCode(secret) } })
    expect([step.status, step.body.user?.id]).toEqual([200, person!.id])
  })
})
