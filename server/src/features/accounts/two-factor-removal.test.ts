import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { auditEntries } from '#features/audit/schema.ts'
import { appCode } from '#testing/app-code.ts'
import { type Club, openClub } from '#testing/club.ts'
import { allEmailsTo, emailsTo } from '#testing/sent-emails.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { people, sessions, twoFactorRemovals } from '#features/people/schema.ts'
import { pushServiceForTests, type TestPushService } from '#testing/push-service.ts'
import { recoverAdmin } from './recover-admin.ts'
import { runDueRemovals } from './two-factor-removal.ts'

const password = 'a whistle at midnight'
const hourMs = 60 * 60_000

let club: Club
let push: TestPushService
beforeAll(async () => {
  push = await pushServiceForTests()
  club = await openClub({ PUSH_HOSTS: '127.0.0.1' })
})
beforeEach(() => club.services.db.update(sessions).set({ confirmedAt: club.clock.now() }))
afterAll(async () => {
  await club.close()
  await push.close()
})

async function withSecondStep(
  name: 'member' | 'otherMember' | 'creator' | 'otherCreator' | 'lapsed' | 'newcomer',
) {
  const person = club.people[name]
  const passwordHash = await hashPassword(password)
  await club.services.db.update(people).set({ passwordHash }).where(eq(people.id, person.id))
  const { secret } = (await person.call(api.twoFactor.setUp)).body
  await person.call(api.twoFactor.enable, { body: { code: appCode(secret, -1) } })
  return { ...person, secret }
}
const ask = (id: string, reason = 'Lost the phone; called us from the number we know.') =>
  club.people.admin.call(api.twoFactor.askForRemoval, { params: { id }, body: { reason } })
const signIn = async (email: string) => {
  const visitor = club.visitor()
  return { visitor, answer: await visitor.call(api.accounts.login, { body: { email, password } }) }
}
const actsOn = async (id: string) =>
  (await club.services.db.select().from(auditEntries).where(eq(auditEntries.personId, id))).map(
    ({ action }) => action,
  )

/** The token of the newest emailed link to the page; undefined while there is none. */
const tokenOf = async (email: string, page: string) =>
  (await emailsTo(club, email))
    .flatMap((mail) => new RegExp(`${page}#([\\w-]+)`).exec(mail)?.[1] ?? [])
    .at(-1)

async function linkOf(email: string, page: string) {
  await expect.poll(() => tokenOf(email, page)).toBeTruthy()
  return (await tokenOf(email, page))!
}

it('replaces a lost second step with a link and the password after 72 hours [REC-1]', async () => {
  const member = await withSecondStep('member')
  const { id, email, secret } = member
  expect((await ask(id, ' ')).status).toBe(400)
  expect((await ask(id)).status).toBe(202)
  expect((await ask(id)).status).toBe(409)
  club.clock.advance(71 * hourMs)
  await runDueRemovals(club.services)
  const stillSafe = { twoFactorRequired: true, isRecoveryReady: false }
  expect((await signIn(email)).answer.body).toMatchObject(stillSafe)
  club.clock.advance(hourMs)
  await runDueRemovals(club.services)
  // Nothing is revoked before the person comes back.
  expect((await member.call(api.accounts.signedInUser)).status).toBe(200)
  expect((await signIn(email)).answer.body).toMatchObject({ ...stillSafe, isRecoveryReady: true })
  const token = await linkOf(email, 'recover-sign-in')
  const visitor = club.visitor()
  const recover = (given?: string) =>
    visitor.call(api.twoFactor.recover, { body: { token, ...(given ? { password: given } : {}) } })
  for (const wrong of [undefined, 'not the password'])
    expect((await recover(wrong)).body).toMatchObject({ fields: { password: expect.any(String) } })
  expect((await recover(password)).status).toBe(200)
  expect((await member.call(api.accounts.signedInUser)).status).toBe(401)
  expect((await visitor.call(api.twoFactor.show)).body).toMatchObject({ isOn: false, removedAt: null })
  expect((await visitor.call(api.posts.list)).body).toMatchObject({ code: 'two_factor_required' })
  const renewed = (await visitor.call(api.twoFactor.setUp)).body
  expect(renewed.secret).not.toBe(secret)
  await visitor.call(api.twoFactor.enable, { body: { code: appCode(renewed.secret, -1) } })
  expect((await visitor.call(api.posts.list)).status).toBe(200)
  expect((await recover(password)).status).toBe(400)
  const subjects = (await allEmailsTo(club, email)).join('\n')
  expect(subjects).toContain('Subject: Your second sign-in step will be removed')
  expect(subjects).toContain('Subject: Your second sign-in step was removed')
  expect(await actsOn(id)).toEqual(['two_factor_removal_asked', 'two_factor_removed'])
})

it('sends the link again between the steps and closes after two weeks [REC-1]', async () => {
  const { id, email } = await withSecondStep('lapsed')
  await ask(id)
  club.clock.advance(72 * hourMs)
  await runDueRemovals(club.services)
  const first = await linkOf(email, 'recover-sign-in')
  expect((await club.visitor().call(api.twoFactor.sendRecoveryLink)).status).toBe(401)
  const { visitor } = await signIn(email)
  expect((await visitor.call(api.twoFactor.sendRecoveryLink)).status).toBe(200)
  await expect.poll(() => tokenOf(email, 'recover-sign-in')).not.toBe(first)
  const longAgo = new Date(club.clock.now().getTime() - 15 * 24 * hourMs)
  await club.services.db
    .update(twoFactorRemovals)
    .set({ dueAt: longAgo })
    .where(eq(twoFactorRemovals.personId, id))
  await runDueRemovals(club.services)
  expect((await signIn(email)).answer.body).toMatchObject({ isRecoveryReady: false })
  expect(await actsOn(id)).toEqual(['two_factor_removal_asked', 'two_factor_removal_cancelled'])
})

it('is canceled by the emailed link', async () => {
  const { id, email } = await withSecondStep('otherMember')
  await ask(id)
  const token = await linkOf(email, 'keep-second-step')
  const keep = () => club.visitor().call(api.twoFactor.keepByLink, { body: { token } })
  expect((await keep()).status).toBe(200)
  expect((await keep()).status).toBe(400)
  club.clock.advance(73 * hourMs)
  await runDueRemovals(club.services)
  expect((await signIn(email)).answer.body).toMatchObject({ twoFactorRequired: true })
  expect(await actsOn(id)).toEqual(['two_factor_removal_asked', 'two_factor_removal_cancelled'])
})

it('is canceled by signing in with the second step', async () => {
  const { id, email, secret } = await withSecondStep('newcomer')
  await ask(id)
  const { visitor } = await signIn(email)
  const step = await visitor.call(api.twoFactor.secondStep, { body: { code: appCode(secret) } })
  expect(step.status).toBe(200)
  expect((await visitor.call(api.twoFactor.show)).body.removedAt).toBeNull()
  expect(await actsOn(id)).toEqual(['two_factor_removal_asked', 'two_factor_removal_cancelled'])
})

it('announces a removal by push whatever the person chose, and lists it [REC-2]', async () => {
  const person = club.people.newcomer
  await person.call(api.notifications.addPush, { body: push.subscription })
  await ask(person.id, 'Met in person.')
  await expect.poll(() => push.received.at(-1)?.message).toMatchObject({ path: '/settings' })
  const list = () => club.people.admin.call(api.twoFactor.openRemovals)
  expect((await list()).body).toMatchObject([
    { personId: person.id, reason: 'Met in person.', isReady: false, askedBy: expect.any(String) },
  ])
  expect((await person.call(api.twoFactor.openRemovals)).status).toBe(403)
  await person.call(api.twoFactor.keep)
  expect((await list()).body).toEqual([])
})

it('needs another admin and an account with a second step', async () => {
  const { admin, pastDue } = club.people
  expect((await ask(admin.id)).status).toBe(409)
  expect((await ask(pastDue.id)).status).toBe(409)
  const { id } = await withSecondStep('creator')
  expect((await ask(id)).status).toBe(202)
  expect((await club.people.admin.call(api.admin.user, { params: { id } })).body).toMatchObject({
    secondStepRemovedAt: expect.any(String),
  })
  const cancel = () => admin.call(api.twoFactor.cancelRemovalFor, { params: { id } })
  expect((await cancel()).status).toBe(204)
  expect((await cancel()).status).toBe(409)
})

it('is cancelled when the admin who asked is none any more', async () => {
  const { id, email } = await withSecondStep('otherCreator')
  const { admin } = club.people
  await ask(id)
  await club.services.db.update(people).set({ isBlocked: true }).where(eq(people.id, admin.id))
  club.clock.advance(73 * hourMs)
  await runDueRemovals(club.services)
  expect((await signIn(email)).answer.body).toMatchObject({ twoFactorRequired: true })
  expect(await actsOn(id)).toEqual(['two_factor_removal_asked', 'two_factor_removal_cancelled'])
})

it('lets an operator who is locked out in again with one command [REC-3]', async () => {
  const { db, address } = club.services
  const { admin } = club.people
  await db.update(people).set({ isBlocked: false, hasTwoFactor: true }).where(eq(people.id, admin.id))
  const recover = (email: string) => recoverAdmin(db, { email, now: club.clock.now(), siteUrl: address.url })
  expect(await recover(club.people.member.email)).toBeNull()
  const link = await recover(admin.email.toUpperCase())
  expect((await admin.call(api.accounts.signedInUser)).status).toBe(401)
  const newPassword = 'floodlights over wet grass'
  const visitor = club.visitor()
  const token = link!.split('#')[1]!
  expect((await visitor.call(api.accounts.resetPassword, { body: { token, newPassword } })).status).toBe(200)
  await visitor.call(api.accounts.login, { body: { email: admin.email, password: newPassword } })
  expect((await visitor.call(api.admin.users)).body).toMatchObject({ code: 'two_factor_required' })
  expect(await actsOn(admin.id)).toContain('two_factor_removed')
})
