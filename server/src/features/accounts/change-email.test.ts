import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '#features/audit/schema.ts'
import { departures } from '#features/people/deletion-schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { leave } from '#testing/deleting-account.ts'
import { people, sessions } from '#features/people/schema.ts'

const hourMs = 60 * 60_000
const password = 'offside-trap'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
beforeEach(() => club.services.db.update(sessions).set({ confirmedAt: club.clock.now() }))
afterAll(() => club.close())

async function tokenIn(email: string, kind: 'confirm' | 'undo'): Promise<string> {
  const pattern = new RegExp(`/email-change#${kind}\\.([\\w-]+)`)
  const find = async () =>
    (await emailsTo(club, email)).flatMap((mail) => pattern.exec(mail)?.[1] ?? []).at(-1)
  await expect.poll(find).toBeTruthy()
  return (await find())!
}

const ask = (who: Caller, email: string) => who.call(api.email.ask, { body: { email } })
const confirm = (who: Caller, token: string, given?: string) =>
  who.call(api.email.confirm, { body: { token, ...(given ? { password: given } : {}) } })
const undo = (token: string) => club.visitor().call(api.email.undo, { body: { token } })
const signIn = (email: string, given = password) =>
  club.visitor().call(api.accounts.login, { body: { email, password: given } })
const prove = (id: string) =>
  club.services.db.update(people).set({ emailProvenAt: club.clock.now() }).where(eq(people.id, id))

async function member({ isProven = true } = {}) {
  const joined = await join(club)
  if (isProven) await prove(joined.user.id)
  const { email } = newApplicant()
  return { ...joined, former: joined.user.email, next: email }
}

async function changed(who: Awaited<ReturnType<typeof member>>) {
  expect((await ask(who.caller, who.next)).status).toBe(202)
  expect((await confirm(who.caller, await tokenIn(who.next, 'confirm'))).status).toBe(200)
}

describe('changing one’s address', () => {
  it('needs a confirmed identity and the emailed link, and updates Stripe', async () => {
    const { caller, user, former, next } = await member()
    club.clock.advance(11 * 60_000)
    expect(await ask(caller, next)).toMatchObject({ body: { code: 'confirmation_required' } })
    await caller.call(api.accounts.confirmIdentity, { body: { password } })
    expect(await ask(caller, former)).toMatchObject({ status: 400 })
    expect(await ask(caller, club.people.member.email)).toMatchObject({ status: 409 })
    const asked = await ask(caller, ` ${next.toUpperCase()} `)
    expect([asked.status, asked.body.change?.newEmail]).toEqual([202, next])
    const token = await tokenIn(next, 'confirm')
    expect((await caller.call(api.accounts.signedInUser)).body.email).toBe(former)
    for (const given of [undefined, 'a guess'])
      expect(await confirm(club.visitor(), token, given)).toMatchObject({ status: 400 })
    expect((await confirm(club.visitor(), token, password)).status).toBe(200)
    expect((await confirm(caller, token)).status).toBe(400)
    expect((await caller.call(api.accounts.signedInUser)).body).toMatchObject({
      email: next,
      hasProvenEmail: true,
    })
    expect((await signIn(former)).status).toBe(401)
    expect((await signIn(next)).status).toBe(200)
    const { stripe } = club.services.payments
    const atProvider = async () => {
      const customer = await stripe.customers.retrieve(user.stripeCustomerId!)
      return customer.deleted ? null : customer.email
    }
    await expect.poll(atProvider).toBe(next)
  })

  it('can be undone from the previous mailbox for 72 hours, which locks out the intruder', async () => {
    const victim = await member()
    await changed(victim)
    const { caller: intruder, former, next } = victim
    const token = await tokenIn(former, 'undo')
    expect((await undo(token)).status).toBe(200)
    expect((await intruder.call(api.accounts.signedInUser)).status).toBe(401)
    for (const address of [former, next]) expect((await signIn(address)).status).toBe(401)
    const resets = async () =>
      (await emailsTo(club, former)).flatMap((mail) => /\/reset-password#([\w-]+)/.exec(mail)?.[1] ?? [])
    await expect.poll(async () => (await resets()).length).toBe(1)
    const body = { token: (await resets())[0]!, newPassword: 'a new whistle' }
    expect((await club.visitor().call(api.accounts.resetPassword, { body })).status).toBe(200)
    expect((await signIn(former, 'a new whistle')).status).toBe(200)
    expect((await undo(token)).status).toBe(400)
  })

  it('undoes a deletion that the intruder confirmed too', async () => {
    const victim = await member()
    await changed(victim)
    await leave(club, victim.caller, victim.next)
    expect((await undo(await tokenIn(victim.former, 'undo'))).status).toBe(200)
    await club.services.jobs.settled()
    const [left] = await club.services.db
      .select()
      .from(departures)
      .where(eq(departures.personId, victim.user.id))
    expect(left?.state).toBe('undone')
    const emails = async () => (await emailsTo(club, victim.former)).join('\n')
    await expect.poll(emails).toContain('Subject: Your account stays')
  })

  it('reserves the previous address for its owner during that time', async () => {
    const victim = await member()
    await changed(victim)
    const token = await tokenIn(victim.former, 'undo')
    const signUp = () => {
      const applicant = newApplicant({ email: victim.former })
      return club.visitor().call(api.subscriptions.createIntent, { body: applicant })
    }
    expect((await signUp()).status).toBe(409)
    club.clock.advance(72 * hourMs + 1)
    expect((await undo(token)).status).toBe(400)
    expect((await signUp()).status).toBe(200)
  })

  it('gives a mistyped, unproven address no claim', async () => {
    const mistyped = await member({ isProven: false })
    await changed(mistyped)
    const mails = () => emailsTo(club, mistyped.former)
    await expect.poll(async () => (await mails()).at(-1)).toContain('now uses another one')
    await club.services.jobs.settled()
    expect((await mails()).join('\n')).not.toContain('/email-change#undo.')
    expect((await mistyped.caller.call(api.accounts.signedInUser)).body.hasProvenEmail).toBe(true)
  })

  it('can be shown, canceled and replaced until it is confirmed', async () => {
    const { caller, next } = await member()
    await ask(caller, next)
    const first = await tokenIn(next, 'confirm')
    expect((await caller.call(api.email.show)).body.change?.newEmail).toBe(next)
    expect((await caller.call(api.email.cancel)).body.change).toBeNull()
    expect((await confirm(caller, first)).status).toBe(400)
  })
})

describe('correcting the address of a member', () => {
  it('needs an admin and a reason, is recorded, and takes effect by the link alone', async () => {
    const { admin } = club.people
    const { user, former, next } = await member()
    const correct = (reason: string) =>
      admin.call(api.email.correct, { params: { id: user.id }, body: { email: next, reason } })
    expect((await correct(' ')).status).toBe(400)
    expect((await correct('The mailbox is gone; she called us.')).status).toBe(202)
    expect((await confirm(club.visitor(), await tokenIn(next, 'confirm'))).status).toBe(200)
    expect((await signIn(next)).status).toBe(200)
    expect(await tokenIn(former, 'undo')).toBeTruthy()
    const acts = await club.services.db.select().from(auditEntries).where(eq(auditEntries.personId, user.id))
    expect(acts.map(({ action, reason }) => [action, reason])).toEqual([
      ['email_change_asked', 'The mailbox is gone; she called us.'],
      ['email_changed', null],
    ])
  })

  it('does not take effect once the admin who asked is none any more', async () => {
    const { admin } = club.people
    const { user, former, next } = await member()
    const body = { email: next, reason: 'She called us.' }
    expect((await admin.call(api.email.correct, { params: { id: user.id }, body })).status).toBe(202)
    const token = await tokenIn(next, 'confirm')
    const asAdmin = (role: 'admin' | 'subscriber') =>
      club.services.db.update(people).set({ role }).where(eq(people.id, admin.id))
    await asAdmin('subscriber')
    expect((await confirm(club.visitor(), token)).status).toBe(400)
    expect((await signIn(former)).status).toBe(200)
    await asAdmin('admin')
    expect((await confirm(club.visitor(), token)).status).toBe(200)
  })
})
