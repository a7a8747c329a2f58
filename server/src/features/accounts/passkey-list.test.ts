import { api } from '@touchline/contract/api.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newAuthenticator } from '#testing/authenticator.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { openEmptyClub } from '#testing/club.ts'
import { withPasskeys } from '#testing/passkey-club.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { sendResetLink } from './reset-password.ts'
import { passkeyChallenges, passkeys } from '#features/people/schema.ts'

let emptyClub: Awaited<ReturnType<typeof openEmptyClub>>
let club: Awaited<ReturnType<typeof withPasskeys>>
beforeAll(async () => {
  emptyClub = await openEmptyClub({ REQUIRE_TWO_FACTOR: 'moderator' })
})
beforeEach(async () => {
  // The limits of this address begin again, and each test has an Ada of its own.
  emptyClub.clock.advance(24 * 60 * 60_000)
  club = await withPasskeys(emptyClub)
})
afterAll(() => emptyClub.close())

const owes = async () => (await club.ada.call(api.accounts.signedInUser)).body.owesTwoFactor
const mails = () => allEmailsTo(club, club.email)
const subjects = async () =>
  (await allEmailsTo(club, club.email)).flatMap((mail) => /Subject: (A passkey.*)/.exec(mail)?.[1] ?? [])
const notThisOne = { status: 401, message: 'This passkey does not belong to an account here.' }

describe('the passkeys of an account', () => {
  it('can be added and removed after a confirmation, with an email [SET-5, T-AD-01]', async () => {
    const device = await club.newDevice()
    const [listed] = await club.shown()
    club.clock.advance(11 * 60_000)
    const params = { id: listed!.id }
    const guarded: [Endpoint, object][] = [
      [api.passkeys.beginAdding, {}],
      [api.passkeys.add, {}],
      [api.passkeys.remove, { params }],
    ]
    for (const [endpoint, input] of guarded)
      expect((await club.ada.call(endpoint, input)).body).toMatchObject({ code: 'confirmation_required' })
    await club.ada.call(api.accounts.confirmIdentity, { body: { password: club.password } })
    expect((await club.ada.call(api.passkeys.remove, { params })).status).toBe(204)
    expect(await club.shown()).toEqual([])
    expect((await club.use(device)).answer).toMatchObject(notThisOne)
    expect(await subjects()).toEqual([
      'A passkey was added to your account',
      'A passkey was removed from your account',
    ])
  })

  it('stay after a password change, whose email names each of them [SET-5, LOGIN-7]', async () => {
    const letterAbout = async (newPassword: string) => {
      await sendResetLink(club.services, club.email)
      const [, token] = /reset-password#(?:3D)?([\w-]{43})/.exec((await mails()).at(-1)!) ?? []
      const body = { token: token!, newPassword }
      expect((await club.visitor().call(api.accounts.resetPassword, { body })).status).toBe(200)
      const last = (await mails()).at(-1)!
      expect(last).toContain('Subject: Your password was changed')
      return last
    }
    expect(await letterAbout('a penalty at last')).not.toContain('Passkeys')
    await club.ada.call(api.accounts.login, { body: { email: club.email, password: 'a penalty at last' } })
    const device = await club.newDevice()
    const [shown] = await club.shown()
    await club.ada.call(api.passkeys.rename, { params: { id: shown!.id }, body: { name: 'Blue key' } })
    const notice = await letterAbout('a second penalty')
    expect(notice).toMatch(/Blue key.*, added on \w+ \d+, \d{4}/)
    expect(notice).toContain(`remove it: ${club.url}/settings`)
    expect((await club.use(device)).answer.status).toBe(200)
  })

  it('can be renamed and removed only by their owner [T-ID-01]', async () => {
    await club.newDevice()
    const [listed] = await club.shown()
    const params = { id: listed!.id }
    const eve = await club.newPerson('eve@club.example')
    for (const answer of [
      await eve.call(api.passkeys.rename, { params, body: { name: 'Mine now' } }),
      await eve.call(api.passkeys.remove, { params }),
      await club.ada.call(api.passkeys.remove, { params: { id: 'no-such-one' } }),
    ])
      expect(answer).toMatchObject({ status: 404, message: 'Passkey not found' })
    expect(await club.ada.call(api.passkeys.rename, { params, body: { name: '  ' } })).toMatchObject({
      status: 400,
      message: 'Please enter a name.',
    })
    expect((await club.ada.call(api.passkeys.rename, { params, body: { name: 'Blue key' } })).status).toBe(
      204,
    )
    expect(await club.shown()).toMatchObject([{ name: 'Blue key' }])
  })

  it('are limited to twenty, unique, verified and bound to this site', async () => {
    const device = await club.newDevice()
    expect(await club.add(device)).toMatchObject({ status: 409, message: 'This passkey is known already.' })
    for (const lies of [{ flags: 65 }, { origin: 'https://evil.example' }, { type: 'webauthn.get' }])
      expect(await club.add(newAuthenticator(club.url), club.ada, lies)).toMatchObject({
        status: 400,
        message: 'This passkey was not made for this site. Please try again.',
      })
    const [listed] = await club.shown()
    const [kept] = await club.services.db.select().from(passkeys).where(eq(passkeys.id, listed!.id))
    const copies = Array.from({ length: 19 }, (_, place) => ({
      ...kept!,
      id: crypto.randomUUID(),
      credentialId: `copy-${place}`,
    }))
    await club.services.db.insert(passkeys).values(copies)
    expect((await club.ada.call(api.passkeys.beginAdding)).status).toBe(409)
  })

  it.each([
    [{}],
    [{ passkey: 'x' }],
    [{ passkey: { id: 'a', rawId: 'a', type: 'public-key', response: {} } }],
    [{ passkey: { id: 'a b', rawId: 'a', type: 'public-key', response: null } }],
    [
      {
        passkey: {
          id: 'a',
          rawId: 'a',
          type: 'public-key',
          response: {
            clientDataJSON: 'AAAA',
            attestationObject: 'AAAA',
            authenticatorData: 'AA',
            signature: 'AA',
          },
        },
      },
    ],
  ])('refuse %j in words', async (body) => {
    await club.ada.call(api.passkeys.beginAdding)
    const visitor = club.visitor()
    await visitor.call(api.passkeys.beginSignIn)
    const added = await club.ada.call(api.passkeys.add, { body })
    const used = await visitor.call(api.passkeys.signIn, { body })
    expect([added.status, [400, 401].includes(used.status)]).toEqual([400, true])
    for (const { message } of [added, used]) expect(message).toMatch(/\.$/)
  })

  it('leave no challenge older than a day', async () => {
    await club.visitor().call(api.passkeys.beginSignIn)
    await sweepSessions(club.services)
    expect(await club.services.db.select().from(passkeyChallenges)).toHaveLength(1)
    club.clock.advance(6 * 60_000)
    await sweepSessions(club.services)
    expect(await club.services.db.select().from(passkeyChallenges)).toEqual([])
  })
})

describe('a site that requires a second step', () => {
  beforeEach(async () => {
    club = await withPasskeys(emptyClub, 'moderator')
  })

  it('accepts a passkey, and the password alone opens nothing [LOGIN-8]', async () => {
    expect(await owes()).toBe(true)
    const device = await club.newDevice()
    expect(await owes()).toBe(false)
    const visitor = club.visitor()
    expect((await club.login(visitor)).body).toEqual({
      twoFactorRequired: true,
      byCode: false,
      byPasskey: true,
      isRecoveryReady: false,
    })
    expect(await club.isSignedIn(visitor)).toBe(false)
    expect(await club.isSignedIn((await club.use(device, {}, visitor)).who)).toBe(true)
  })

  it('refuses to remove the last passkey without two-factor codes', async () => {
    await club.newDevice()
    await club.newDevice()
    const [first, second] = await club.shown()
    expect((await club.ada.call(api.passkeys.remove, { params: { id: first!.id } })).status).toBe(204)
    expect(await club.ada.call(api.passkeys.remove, { params: { id: second!.id } })).toMatchObject({
      status: 409,
      message: 'This site requires a second step from you. Turn on two-factor authentication first.',
    })
    expect([await owes(), (await club.shown()).length]).toEqual([false, 1])
  })
})
