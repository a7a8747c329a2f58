import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Authenticator, newAuthenticator } from '#testing/authenticator.ts'
import { openEmptyClub } from '#testing/club.ts'
import { withPasskeys } from '#testing/passkey-club.ts'
import { people } from '#features/people/schema.ts'

let emptyClub: Awaited<ReturnType<typeof openEmptyClub>>
let club: Awaited<ReturnType<typeof withPasskeys>>
beforeAll(async () => {
  emptyClub = await openEmptyClub()
})
beforeEach(async () => {
  // The limits of this address begin again, and each test has an Ada of its own.
  emptyClub.clock.advance(24 * 60 * 60_000)
  club = await withPasskeys(emptyClub)
})
afterAll(() => emptyClub.close())

const notThisOne = { status: 401, message: 'This passkey does not belong to an account here.' }
const tooLate = { status: 400, message: 'That took too long. Please try again.' }

describe('a passkey', () => {
  it('signs in without address and password and shows its last use [LOGIN-8, SET-5]', async () => {
    const device = await club.newDevice()
    expect(await club.shown()).toMatchObject([{ name: 'An unknown browser', lastUsedAt: null }])
    club.clock.advance(60_000)
    const { who, answer } = await club.use(device)
    expect([answer.status, answer.body.user.email]).toEqual([200, club.email])
    expect(await club.isSignedIn(who)).toBe(true)
    expect(who.cookies.has('touchline_passkey')).toBe(false)
    const [listed] = await club.shown()
    expect(
      new Date(listed!.lastUsedAt!).getTime() - new Date(listed!.createdAt).getTime(),
    ).toBeGreaterThanOrEqual(60_000)
  })

  it('counts as both steps with two-factor authentication on [LOGIN-8]', async () => {
    const device = await club.newDevice()
    await club.services.db.update(people).set({ hasTwoFactor: true }).where(eq(people.email, club.email))
    expect((await club.login(club.visitor())).body).toEqual({
      twoFactorRequired: true,
      byCode: true,
      byPasskey: true,
      isRecoveryReady: false,
    })
    expect(await club.isSignedIn((await club.use(device)).who)).toBe(true)
  })

  it('answers a challenge once, in the same browser, within five minutes [T-CS-04]', async () => {
    const device = await club.newDevice()
    const here = club.visitor()
    const { body: question } = await here.call(api.passkeys.beginSignIn)
    const passkey = device.get(question)
    const elsewhere = club.visitor()
    await elsewhere.call(api.passkeys.beginSignIn)
    expect(await elsewhere.call(api.passkeys.signIn, { body: { passkey } })).toMatchObject(notThisOne)
    expect(await club.visitor().call(api.passkeys.signIn, { body: { passkey } })).toMatchObject(tooLate)

    const kept = new Map(here.cookies)
    expect((await here.call(api.passkeys.signIn, { body: { passkey } })).status).toBe(200)
    const again = club.visitor()
    for (const [name, value] of kept) again.cookies.set(name, value)
    expect(await again.call(api.passkeys.signIn, { body: { passkey } })).toMatchObject(tooLate)

    const slow = club.visitor()
    const { body: old } = await slow.call(api.passkeys.beginSignIn)
    club.clock.advance(5 * 60_000)
    expect(await slow.call(api.passkeys.signIn, { body: { passkey: device.get(old) } })).toMatchObject(
      tooLate,
    )
  })

  it('cannot answer a challenge of another purpose', async () => {
    const device = await club.newDevice()
    const { body: question } = await club.ada.call(api.passkeys.beginConfirm)
    expect(
      await club.ada.call(api.passkeys.signIn, { body: { passkey: device.get(question) } }),
    ).toMatchObject(tooLate)
    const { body: adding } = await club.ada.call(api.passkeys.beginAdding)
    const passkey = device.get({ challenge: adding.challenge, rpId: adding.rp.id })
    expect(await club.ada.call(api.passkeys.confirm, { body: { passkey } })).toMatchObject(tooLate)
  })

  it.each([
    ['was signed for another site', { origin: 'https://evil.example' }],
    ['belongs to another site', { rpId: 'evil.example' }],
    ['was used without user verification', { flags: 1 }],
    ['was used without anybody there', { flags: 4 }],
    ['was made for something else', { type: 'webauthn.create' }],
    ['was used inside a page of another site', { crossOrigin: true }],
    ['names another owner', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['counts back, as a copy would', { counter: 1 }],
  ])('opens nothing when it %s', async (_, lies) => {
    const device = await club.newDevice()
    expect((await club.use(device)).answer.status).toBe(200)
    const { who, answer } = await club.use(device, lies)
    expect(answer).toMatchObject(notThisOne)
    expect(await club.isSignedIn(who)).toBe(false)
    expect((await club.use(device)).answer.status).toBe(200)
  })

  it('opens nothing it was not made for, nor with a foreign signature', async () => {
    const [device, stranger] = [await club.newDevice(), newAuthenticator(club.url)]
    expect((await club.use(stranger)).answer).toMatchObject(notThisOne)
    const who = club.visitor()
    const { body: question } = await who.call(api.passkeys.beginSignIn)
    const forged = { ...stranger.get(question), id: device.id, rawId: device.id }
    expect(await who.call(api.passkeys.signIn, { body: { passkey: forged } })).toMatchObject(notThisOne)
  })

  it('reports a suspension and opens nothing', async () => {
    const device = await club.newDevice()
    await club.services.db.update(people).set({ isBlocked: true }).where(eq(people.email, club.email))
    const { who, answer } = await club.use(device)
    expect([answer.status, answer.message]).toEqual([403, 'Account suspended'])
    expect(await club.isSignedIn(who)).toBe(false)
  })

  it('confirms the identity for this session, with the viewer’s own passkey only [T-AD-01]', async () => {
    const device = await club.newDevice()
    const eve = await club.newPerson('eve@club.example')
    const evesDevice = newAuthenticator(club.url)
    expect((await club.add(evesDevice, eve)).status).toBe(201)
    club.clock.advance(11 * 60_000)
    const confirm = async (one: Authenticator) => {
      const { body: question } = await club.ada.call(api.passkeys.beginConfirm)
      return club.ada.call(api.passkeys.confirm, { body: { passkey: one.get(question) } })
    }
    expect(await club.ada.call(api.passkeys.beginAdding)).toMatchObject({
      body: { code: 'confirmation_required' },
    })
    expect(await confirm(evesDevice)).toMatchObject(notThisOne)
    expect((await club.ada.call(api.passkeys.beginAdding)).status).toBe(403)
    expect((await confirm(device)).status).toBe(204)
    expect((await club.ada.call(api.passkeys.beginAdding)).status).toBe(200)
  })

  it('returns 404 without a passkey', async () => {
    expect(await club.ada.call(api.passkeys.beginConfirm)).toMatchObject({
      status: 404,
      message: 'Passkey not found',
    })
  })
})
