import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { auditEntries } from '#features/audit/schema.ts'
import { appCode } from '#testing/app-code.ts'
import { type Club, openClub } from '#testing/club.ts'
import { allEmailsTo, emailsTo } from '#testing/sent-emails.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { people, sessions } from '#features/people/schema.ts'
import { runDueRemovals } from './two-factor-removal.ts'

const password = 'a whistle at midnight'
const hourMs = 60 * 60_000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
beforeEach(() => club.services.db.update(sessions).set({ confirmedAt: club.clock.now() }))
afterAll(() => club.close())

async function withSecondStep(name: 'member' | 'otherMember' | 'creator' | 'otherCreator' | 'lapsed') {
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

it('removes a lost second step 72 hours after the request and notifies the person', async () => {
  const { id, email } = await withSecondStep('member')
  expect((await ask(id, ' ')).status).toBe(400)
  expect((await ask(id)).status).toBe(202)
  expect((await ask(id)).status).toBe(409)
  club.clock.advance(71 * hourMs)
  await runDueRemovals(club.services)
  expect((await signIn(email)).answer.body).toMatchObject({ twoFactorRequired: true })
  club.clock.advance(hourMs)
  await runDueRemovals(club.services)
  expect((await signIn(email)).answer.body).toMatchObject({ user: { email } })
  const subjects = (await allEmailsTo(club, email)).join('\n')
  expect(subjects).toContain('Subject: Your second sign-in step will be removed')
  expect(subjects).toContain('Subject: Your second sign-in step was removed')
  expect(await actsOn(id)).toEqual(['two_factor_removal_asked', 'two_factor_removed'])
})

it('is canceled by the emailed link', async () => {
  const { id, email } = await withSecondStep('otherMember')
  await ask(id)
  const token = async () =>
    (await emailsTo(club, email)).flatMap((mail) => /keep-second-step#([\w-]+)/.exec(mail)?.[1] ?? [])[0]
  await expect.poll(token).toBeTruthy()
  const keep = async () =>
    club.visitor().call(api.twoFactor.keepByLink, { body: { token: (await token())! } })
  expect((await keep()).status).toBe(200)
  expect((await keep()).status).toBe(400)
  club.clock.advance(73 * hourMs)
  await runDueRemovals(club.services)
  expect((await signIn(email)).answer.body).toMatchObject({ twoFactorRequired: true })
  expect(await actsOn(id)).toEqual(['two_factor_removal_asked', 'two_factor_removal_cancelled'])
})

it('is canceled by signing in with the second step', async () => {
  const { id, email, secret } = await withSecondStep('lapsed')
  await ask(id)
  const { visitor } = await signIn(email)
  const step = await visitor.call(api.twoFactor.secondStep, { body: { code: appCode(secret) } })
  expect(step.status).toBe(200)
  expect((await visitor.call(api.twoFactor.show)).body.removedAt).toBeNull()
  expect(await actsOn(id)).toEqual(['two_factor_removal_asked', 'two_factor_removal_cancelled'])
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
