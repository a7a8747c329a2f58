import { api } from '@touchline/contract/api.ts'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { syncCustomer } from '#features/subscriptions/sync/sync-customer.ts'
import { tips } from '#features/tips/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant, signInAgain } from '#testing/joining.ts'
import { requestDeletion, hourOfDepartures, leave, linkTo } from '#testing/deleting-account.ts'
import { signInAgain as signInAs } from '#testing/months.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { endBilling } from './confirm-deletion.ts'
import { departures } from '#features/people/deletion-schema.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const confirm = (token: string) => club.visitor().call(api.accountDeletion.confirm, { body: { token } })
const undoBy = (token: string) => club.visitor().call(api.accountDeletion.undoByLink, { body: { token } })
const standing = async (who: Caller) => (await who.call(api.accountDeletion.show)).body.departure
const isOver = 'This link is no longer valid. Please ask again in the settings.'

async function departureOf(personId: string) {
  const { db } = club.services
  const [newest] = await db
    .select()
    .from(departures)
    .where(eq(departures.personId, personId))
    .orderBy(desc(departures.requestedAt), desc(departures.id))
  return newest!
}

const isErased = async (personId: string) => {
  const [person] = await club.services.db.select().from(people).where(eq(people.id, personId))
  return person!.erasedAt !== null
}

/** A member whose first month is paid. */
async function member() {
  const joined = await join(club, newApplicant())
  await club.services.jobs.settled()
  return { ...joined, email: joined.user.email, id: joined.user.id }
}

describe('SET-6 asking to be deleted', () => {
  it('requires a message, re-authentication and a member account [SET-6, T-AD-01]', async () => {
    const { newcomer, creator, admin, blocked } = club.people
    expect(await requestDeletion(newcomer, '  ')).toMatchObject({
      status: 400,
      message: 'Please enter a message explaining your request.',
    })
    expect((await requestDeletion(newcomer, 'x'.repeat(2001))).status).toBe(400)
    for (const staff of [creator, admin])
      expect(await requestDeletion(staff)).toMatchObject({ status: 403, message: 'Access denied' })
    expect(await requestDeletion(blocked)).toMatchObject({ status: 403, message: 'Account suspended' })
    expect(await standing(newcomer)).toBeNull()

    club.clock.advance(11 * 60_000)
    expect((await requestDeletion(newcomer)).body).toMatchObject({ code: 'confirmation_required' })
    await signInAs(club, newcomer)
    expect(await requestDeletion(newcomer)).toMatchObject({
      status: 202,
      body: { departure: { state: 'requested', dueAt: null } },
    })
  })

  it('is confirmed by a link that works once, for two days, the newest alone [SET-6, T-AU-17]', async () => {
    const { lapsed } = club.people
    await signInAs(club, lapsed)
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await lapsed.call(api.accountDeletion.ask, { body: { message: 'Enough.' }, headers })
    const first = await linkTo(club, lapsed.email, 'confirm')
    expect((await emailsTo(club, lapsed.email)).join()).not.toContain('evil.example')
    await requestDeletion(lapsed, 'Enough, really.')
    const second = await linkTo(club, lapsed.email, 'confirm')
    expect(second).not.toBe(first)
    expect(await confirm(first)).toMatchObject({ status: 400, message: isOver })

    club.clock.advance(49 * hourMs)
    expect(await confirm(second)).toMatchObject({ status: 400, message: isOver })
    await hourOfDepartures(club)
    expect(await departureOf(lapsed.id)).toMatchObject({ state: 'lapsed', message: null })

    await signInAs(club, lapsed)
    await requestDeletion(lapsed)
    const third = await linkTo(club, lapsed.email, 'confirm')
    expect((await departureOf(lapsed.id)).confirmTokenHash).not.toContain(third)
    const answers = await Promise.all([confirm(third), confirm(third), confirm(third)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400])
    expect(await requestDeletion(lapsed)).toMatchObject({ status: 409 })
    expect((await confirm('x'.repeat(43))).status).toBe(400)
  })

  it('is not confirmed for a person who has since been suspended or joined the staff', async () => {
    const { db } = club.services
    const { id, caller, email } = await member()
    await requestDeletion(caller)
    const token = await linkTo(club, email, 'confirm')
    await db.update(people).set({ isBlocked: true }).where(eq(people.id, id))
    expect(await confirm(token)).toMatchObject({ status: 403, message: 'Account suspended' })
    await db.update(people).set({ isBlocked: false, role: 'admin' }).where(eq(people.id, id))
    expect((await confirm(token)).status).toBe(403)
    await db.update(people).set({ role: 'subscriber' }).where(eq(people.id, id))
    expect((await confirm(token)).status).toBe(200)
  })
})

describe('SET-6 the two weeks', () => {
  it('begin with the end of billing, also where the provider was away [SET-6]', async () => {
    const { stripe, sandbox } = club.services.payments
    const { caller, id, email, subscriptionId } = await member()
    await requestDeletion(caller)
    const token = await linkTo(club, email, 'confirm')
    sandbox!.control.failRandomly({ seed: 1, share: 1, kinds: ['reset-before'] })
    expect((await confirm(token)).status).toBe(200)
    await club.services.jobs.settled()
    expect(await departureOf(id)).toMatchObject({ state: 'confirmed', billingEndedAt: null })
    expect((await emailsTo(club, email)).join()).not.toContain('Subject: Your account will be deleted')
    sandbox!.control.failRandomly(null)
    await hourOfDepartures(club)
    await club.services.jobs.settled({ again: true })
    expect((await departureOf(id)).billingEndedAt).not.toBeNull()
    const subscription = await stripe.subscriptions.retrieve(subscriptionId)
    expect(subscription.cancel_at_period_end).toBe(true)
    // What is paid stays usable.
    expect((await caller.call(api.subscriptions.status)).body).toMatchObject({ hasAccess: true })
    const [latest] = (await emailsTo(club, email)).slice(-1)
    expect(latest).toContain('Subject: Your account will be deleted')
  })

  it('are canceled in the settings or by the emailed link, and send one reminder [SET-6]', async () => {
    const { caller, id, email, user, subscriptionId } = await member()
    await leave(club, caller, email)
    expect(await standing(caller)).toMatchObject({ state: 'confirmed' })
    const { dueAt } = await departureOf(id)
    club.clock.set(new Date(dueAt!.getTime() - 2 * dayMs))
    await hourOfDepartures(club)
    await hourOfDepartures(club)
    const reminders = (await emailsTo(club, email)).filter((mail) => mail.includes('deleted in two days'))
    expect(reminders).toHaveLength(1)

    await signInAgain({ caller, user, subscriptionId })
    expect((await caller.call(api.accountDeletion.undo)).body).toEqual({ departure: null })
    expect((await caller.call(api.accountDeletion.undo)).status).toBe(200)
    expect(await departureOf(id)).toMatchObject({ state: 'undone', message: null })
    await club.services.jobs.settled()
    expect((await emailsTo(club, email)).join()).toContain('Subject: Your account stays')

    await leave(club, caller, email)
    const token = await linkTo(club, email, 'undo')
    expect((await undoBy(token)).status).toBe(200)
    expect((await undoBy(token)).status).toBe(400)
    club.clock.advance(60 * dayMs)
    await hourOfDepartures(club)
    expect(await isErased(id)).toBe(false)
  })
})

describe('SET-6 a member whose deletion is pending', () => {
  it('is charged nothing more, and what goes on at the provider is canceled again [SET-6]', async () => {
    const { services } = club
    const { stripe } = services.payments
    const { caller, id, email, user, subscriptionId } = await member()
    await leave(club, caller, email)
    const refused = {
      status: 409,
      message: 'Your account is going to be deleted. Keep it first, in the settings.',
    }
    expect(await caller.call(api.subscriptions.resume)).toMatchObject(refused)
    expect(await caller.call(api.subscriptions.create, { body: { termsAccepted: true } })).toMatchObject(
      refused,
    )
    expect(await caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })).toMatchObject(
      refused,
    )
    expect(await caller.call(api.tips.send, { body: { amount: 5 } })).toMatchObject(refused)
    expect(await services.db.select().from(tips).where(eq(tips.fromPersonId, id))).toEqual([])
    const isCancelled = async () => (await stripe.subscriptions.retrieve(subscriptionId)).cancel_at_period_end
    expect(await isCancelled()).toBe(true)

    // At the provider's own pages it can still be taken back.
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false })
    await syncCustomer(services, user.stripeCustomerId!)
    await hourOfDepartures(club)
    expect(await isCancelled()).toBe(true)
    const announcements = (await emailsTo(club, email)).filter((mail) =>
      mail.includes('Subject: Your account will be deleted'),
    )
    expect(announcements).toHaveLength(1)

    expect((await caller.call(api.accountDeletion.undo)).status).toBe(200)
    expect((await caller.call(api.subscriptions.resume)).status).toBe(200)
    expect(await isCancelled()).toBe(false)
  })

  it('is not erased, nor written to about it, while suspended', async () => {
    const { db } = club.services
    const { caller, id, email } = await member()
    await leave(club, caller, email)
    const { dueAt } = await departureOf(id)
    await db.update(people).set({ isBlocked: true }).where(eq(people.id, id))
    club.clock.set(new Date(dueAt!.getTime() - dayMs))
    await hourOfDepartures(club)
    expect((await emailsTo(club, email)).join()).not.toContain('deleted in two days')
    club.clock.set(new Date(dueAt!.getTime() + dayMs))
    await hourOfDepartures(club)
    expect(await departureOf(id)).toMatchObject({ state: 'confirmed' })
    await db.update(people).set({ isBlocked: false }).where(eq(people.id, id))
    await club.services.payments.sandbox!.control.runDue()
    await hourOfDepartures(club)
    expect(await isErased(id)).toBe(true)
  })

  it('is erased even when the mailbox refuses the email with the date', async () => {
    const { services, clock } = club
    const { caller, id, email } = await member()
    await requestDeletion(caller)
    const token = await linkTo(club, email, 'confirm')
    const mute = {
      ...services,
      mail: { ...services.mail, sendNow: () => Promise.reject(new Error('no such mailbox')) },
    }
    services.payments.sandbox!.control.failRandomly({ seed: 1, share: 1, kinds: ['reset-before'] })
    await confirm(token)
    await services.jobs.settled()
    services.payments.sandbox!.control.failRandomly(null)
    const { id: departureId } = await departureOf(id)
    await expect(endBilling(mute, departureId)).rejects.toThrow('no such mailbox')
    clock.advance(3 * dayMs)
    await endBilling(mute, departureId)
    expect((await departureOf(id)).billingEndedAt).not.toBeNull()
  })
})

describe('SET-6 for admins', () => {
  it('lists every request with its person, but no name after the erasure [SET-6]', async () => {
    const { caller, id, email } = await member()
    const { admin } = club.people
    await requestDeletion(caller, 'Too much football.')
    await signInAs(club, admin)
    const first = async () => (await admin.call(api.accountDeletion.list)).body
    expect((await first()).deletions[0]).toMatchObject({
      state: 'requested',
      person: { id, name: 'Frida Nkemelu', email },
      message: 'Too much football.',
    })
    await leave(club, caller, email)
    club.clock.advance(29 * dayMs)
    await hourOfDepartures(club)
    await signInAs(club, admin)
    expect((await first()).deletions[0]).toMatchObject({ state: 'erasing', person: null, message: null })
    const { total } = await first()
    expect(total).toBeGreaterThanOrEqual(2)
    const { body } = await admin.call(api.accountDeletion.list, { query: { page: 1000 } })
    expect(body).toEqual({ deletions: [], total, hasMore: false })
  })
})

describe('a member whose mailbox is dead', () => {
  it('confirms the deletion with a proof of identity instead of the link', async () => {
    const { caller, id } = await member()
    expect((await caller.call(api.accountDeletion.confirmHere)).status).toBe(409)
    await requestDeletion(caller)
    club.clock.advance(11 * 60_000)
    expect(await caller.call(api.accountDeletion.confirmHere)).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    await caller.call(api.accounts.confirmIdentity, { body: { password: 'offside-trap' } })
    const confirmed = await caller.call(api.accountDeletion.confirmHere)
    expect([confirmed.status, confirmed.body.departure?.state]).toEqual([200, 'confirmed'])
    expect((await caller.call(api.accountDeletion.confirmHere)).status).toBe(409)
    await club.services.jobs.settled()
    expect((await departureOf(id)).billingEndedAt).not.toBeNull()
  })
})
