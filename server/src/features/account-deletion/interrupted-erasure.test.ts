import { api } from '@touchline/contract/api.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '#app.ts'
import { people } from '#features/people/schema.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { auditEntries } from '#features/audit/schema.ts'
import { comments } from '#features/comments/schema.ts'
import { recountPosts } from '#features/posts/recount.ts'
import { posts } from '#features/posts/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'
import { sessionCookie } from '#http/cookies.ts'
import type { Mail } from '#mail/mail.ts'
import type { Services } from '#services.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { hourOfDepartures, leave } from '#testing/deleting-account.ts'
import { onLine } from '#testing/provider-line.ts'
import { erasePerson } from './erase-person.ts'
import { erasureRules } from './erasure-statements.ts'
import { departures } from '#features/people/deletion-schema.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import type { Email } from '#mail/email.ts'

const dayMs = 24 * 60 * 60_000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** A member whose deletion is due. */
async function dueMember() {
  const { services, clock } = club
  const { caller, user } = await join(club, newApplicant())
  await services.jobs.settled()
  await leave(club, caller, user.email)
  clock.advance(28 * dayMs)
  await services.payments.sandbox!.control.runDue()
  await services.jobs.settled()
  const [departure] = await services.db.select().from(departures).where(eq(departures.personId, user.id))
  return { caller, user, departureId: departure!.id }
}

const stateOf = async (departureId: string) => {
  const [row] = await club.services.db.select().from(departures).where(eq(departures.id, departureId))
  return row!
}
const personOf = async (id: string) => {
  const [row] = await club.services.db.select().from(people).where(eq(people.id, id))
  return row!
}
const timesErased = async (personId: string) => {
  const about = and(eq(auditEntries.personId, personId), eq(auditEntries.action, 'account_erased'))
  return (await club.services.db.select().from(auditEntries).where(about)).length
}

const erase = (services: Services, departureId: string) =>
  erasePerson(services, departureId, erasureRules(features))

const withMail = (sendNow: Mail['sendNow']): Services => ({
  ...club.services,
  mail: { ...club.services.mail, sendNow },
})

describe('an erasure', () => {
  it('goes on where it was broken off: the provider away, the mail server away [SET-6]', async () => {
    const { user, departureId } = await dueMember()
    const away = onLine(club, (request, send) =>
      request.method === 'DELETE' ? Promise.reject(new TypeError('fetch failed')) : send(request),
    )
    await expect(erase(away, departureId)).rejects.toThrow('payment service')
    await expect(cancelDeletion(club.services, user.id)).rejects.toMatchObject({ status: 409 })
    expect(await stateOf(departureId)).toMatchObject({ state: 'erasing', erasedAt: null })
    expect((await personOf(user.id)).email).toBe(user.email)

    const mute = withMail(() => Promise.reject(new Error('no post today')))
    await expect(erase(mute, departureId)).rejects.toThrow('no post today')
    expect(await stateOf(departureId)).toMatchObject({ state: 'erasing', email: user.email, toldAt: null })
    expect((await personOf(user.id)).firstName).toBe('Former member')

    const sent: Email[] = []
    const recording = withMail(async (email) => void sent.push(email))
    await erase(recording, departureId)
    await erase(recording, departureId)
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[user.email, 'Your account is deleted']])
    expect(await timesErased(user.id)).toBe(1)
  })

  it('is not held up for ever by a mailbox that takes nothing', async () => {
    const { departureId } = await dueMember()
    const mute = withMail(() => Promise.reject(new Error('no such mailbox')))
    await expect(erase(mute, departureId)).rejects.toThrow('no such mailbox')
    club.clock.advance(3 * dayMs)
    await erase(mute, departureId)
    club.clock.advance(2 * 60 * 60_000)
    await hourOfDepartures(club)
    expect(await stateOf(departureId)).toMatchObject({ state: 'done', email: null, firstName: null })
  })

  it('happens once, however many processes carry it out at the same time', async () => {
    const { user, departureId } = await dueMember()
    await Promise.all([1, 2, 3].map(() => erase({ ...club.services }, departureId)))
    expect(await timesErased(user.id)).toBe(1)
    expect((await personOf(user.id)).email).toBe(`${user.id}@erased.invalid`)
  })

  it('and its undoing at the same moment: one of them wins, whole', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { user, departureId } = await dueMember()
      const [undone] = await Promise.allSettled([
        cancelDeletion(club.services, user.id),
        erase(club.services, departureId),
      ])
      const { erasedAt } = await personOf(user.id)
      const { state } = await stateOf(departureId)
      expect([
        ['fulfilled', 'undone', false],
        ['rejected', 'erasing', true],
      ]).toContainEqual([undone.status, state, erasedAt !== null])
    }
  })

  it('waits for a tip of which it is not known what becomes of it', async () => {
    const { db, clock } = club.services
    const { user, departureId } = await dueMember()
    const [tip] = await db
      .insert(tips)
      .values({
        id: departureId,
        fromPersonId: user.id,
        toPersonId: club.people.creator.id,
        amountCents: 500,
        message: 'For the last whistle',
        status: 'processing',
        customerId: user.stripeCustomerId!,
        paymentMethodId: 'pm_1',
        cardBrand: 'visa',
        cardLast4: '4242',
        createdAt: clock.now(),
      })
      .returning()
    await erase(club.services, departureId)
    expect((await personOf(user.id)).erasedAt).toBeNull()
    await db.update(tips).set({ status: 'failed' }).where(eq(tips.id, tip!.id))
    await erase(club.services, departureId)
    expect((await personOf(user.id)).erasedAt).not.toBeNull()
    expect(await db.select().from(tips).where(eq(tips.id, tip!.id))).toMatchObject([
      { message: null, cardLast4: '' },
    ])
  })

  it('takes what a request that was under way wrote after it, within the hour', async () => {
    const { clock, services } = club
    const { db } = services
    const { user, departureId } = await dueMember()
    await erase(services, departureId)
    const theirs = eq(memberships.personId, user.id)
    await db.update(memberships).set({ cardBrand: 'visa', cardLast4: '4242' }).where(theirs)
    const thief = club.visitor()
    thief.cookies.set(sessionCookie, (await openSession(club.services, user.id, 'Kestrel/7')).token)
    expect((await thief.call(api.accounts.signedInUser)).status).toBe(200)
    const [post] = await db
      .insert(posts)
      .values({
        id: departureId,
        creatorId: club.people.creator.id,
        content: 'Half-time',
        mediaType: 'text',
        commentsCount: 1,
        createdAt: clock.now(),
      })
      .returning()
    await db.insert(comments).values({
      id: departureId,
      postId: post!.id,
      personId: user.id,
      content: 'One last word',
      createdAt: clock.now(),
    })
    clock.advance(61 * 60_000)
    await hourOfDepartures(club)
    expect((await thief.call(api.accounts.signedInUser)).status).toBe(401)
    expect(await db.select({ card: memberships.cardLast4 }).from(memberships).where(theirs)).toEqual([
      { card: null },
    ])
    expect(await db.select().from(comments)).toEqual([])
    expect(await recountPosts(club.services)).toBe(0)
  })

  it('sends no email to an erased person', async () => {
    const { user, departureId } = await dueMember()
    await erase(club.services, departureId)
    const { email } = await personOf(user.id)
    await club.services.jobs.settled()
    await club.services.mail.enqueue(club.services.db, { to: email, subject: 'Hello', text: 'Hello' })
    await expect(club.services.jobs.settled()).resolves.toBe(false)
    expect((await club.visitor().call(api.accounts.forgotPassword, { body: { email } })).status).toBe(202)
  })
})
