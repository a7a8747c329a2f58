import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appCode } from '#testing/app-code.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { passkeys, people } from '#features/people/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** The newest link of a kind that was mailed to an address. */
async function linkTo(email: string, page: string): Promise<string> {
  const pattern = new RegExp(`/${page}#([\\w-]+)`)
  let token: string | undefined
  await expect
    .poll(async () => {
      token = (await emailsTo(club, email)).flatMap((mail) => pattern.exec(mail)?.[1] ?? []).at(-1)
      return token
    })
    .toBeTruthy()
  return token!
}

async function resetPassword(email: string, newPassword: string) {
  await club.visitor().call(api.accounts.forgotPassword, { body: { email } })
  const token = await linkTo(email, 'reset-password')
  return club.visitor().call(api.accounts.resetPassword, { body: { token, newPassword } })
}

const isSignedIn = async (who: Caller) => (await who.call(api.accounts.signedInUser)).status === 200
const confirm = (who: Caller, token: string, password?: string) =>
  who.call(api.accounts.confirmEmail, { body: { token, ...(password ? { password } : {}) } })

describe('an unconfirmed address', () => {
  it('gives the paid access, but accepts no passkey or second step', async () => {
    const { caller, user } = await join(club)
    expect(user).toMatchObject({ hasAccess: true, hasProvenEmail: false })
    const post = (path: string) => caller.fetch(path, { method: 'POST' })
    for (const { path } of [api.passkeys.beginAdding, api.twoFactor.setUp, api.twoFactor.newBackupCodes])
      expect(await (await post(path)).json()).toMatchObject({ code: 'email_unproven' })
    const enabled = await caller.call(api.twoFactor.enable, { body: { code: '123456' } })
    expect(enabled).toMatchObject({ status: 403, body: { code: 'email_unproven' } })
  })

  it('is confirmed once by its owner with the emailed link, and then accepts both', async () => {
    const { caller, user } = await join(club)
    const elsewhere = club.visitor()
    const body = { email: user.email, password: 'offside-trap' }
    await elsewhere.call(api.accounts.login, { body })
    const token = await linkTo(user.email, 'confirm-email')
    expect((await confirm(caller, token)).status).toBe(200)
    expect((await caller.call(api.accounts.signedInUser)).body.hasProvenEmail).toBe(true)
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect((await confirm(caller, token)).status).toBe(200)
    const device = newAuthenticator(club.url)
    const { body: question } = await caller.call(api.passkeys.beginAdding)
    const added = await caller.call(api.passkeys.add, { body: { passkey: await device.create(question) } })
    expect(added.status).toBe(201)
    const { secret } = (await caller.call(api.twoFactor.setUp)).body
    expect((await caller.call(api.twoFactor.enable, { body: { code: appCode(secret) } })).status).toBe(200)
    // A later reset proves nothing new: the second step stays.
    expect((await resetPassword(user.email, 'another whistle')).status).toBe(200)
    const answer = await club
      .visitor()
      .call(api.accounts.login, { body: { email: user.email, password: 'another whistle' } })
    expect(answer.body).toMatchObject({ twoFactorRequired: true })
  })

  it('cannot be confirmed for a stranger who signed up with it', async () => {
    const { caller: stranger, user } = await join(club)
    const token = await linkTo(user.email, 'confirm-email')
    const owner = club.visitor()
    for (const password of [undefined, 'not theirs at all'])
      expect(await confirm(owner, token, password)).toMatchObject({
        status: 400,
        body: { fields: { password: expect.any(String) } },
      })
    expect(await confirm(club.people.member, token)).toMatchObject({ status: 400 })
    expect((await stranger.call(api.accounts.signedInUser)).body.hasProvenEmail).toBe(false)
    expect((await confirm(owner, token, 'offside-trap')).status).toBe(200)
  })

  it('clears what a stranger added when its owner resets the password', async () => {
    const { db, clock } = club.services
    const { caller: stranger, user } = await join(club)
    // From before version 0.1.1, which refuses it.
    await db.insert(passkeys).values({
      id: uuid(),
      personId: user.id,
      credentialId: 'c3RyYW5nZXI',
      publicKey: 'a2V5',
      counter: 0,
      transports: [],
      name: 'Stranger',
      createdAt: clock.now(),
    })
    await db.update(people).set({ hasPasskey: true }).where(eq(people.id, user.id))
    expect((await resetPassword(user.email, 'mine from now on')).status).toBe(200)
    expect(await isSignedIn(stranger)).toBe(false)
    expect(await db.select().from(passkeys).where(eq(passkeys.personId, user.id))).toEqual([])
    const owner = club.visitor()
    const body = { email: user.email, password: 'mine from now on' }
    const answer = await owner.call(api.accounts.login, { body })
    expect(answer.body).toMatchObject({ user: { hasProvenEmail: true } })
    const retry = { email: user.email, password: 'offside-trap' }
    expect((await stranger.call(api.accounts.login, { body: retry })).status).toBe(401)
  })

  it('gets another link, and an expired one is refused', async () => {
    const { caller, user } = await join(club, newApplicant())
    const first = await linkTo(user.email, 'confirm-email')
    expect((await caller.call(api.accounts.sendConfirmLink)).status).toBe(202)
    const links = async () =>
      (await emailsTo(club, user.email)).filter((mail) => mail.includes('/confirm-email#')).length
    await expect.poll(links).toBe(2)
    club.clock.advance(8 * 24 * 60 * 60_000)
    expect((await confirm(club.visitor(), first)).status).toBe(400)
  })
})
