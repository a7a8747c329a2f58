import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, newApplicant, payWith, signInAgain } from '#testing/joining.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { renewalReminder } from '../emails.ts'
import { sendReminders } from './renewal-reminders.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const dayMs = 86_400_000

type Member = Awaited<ReturnType<typeof join>>

async function emailsAbout(subject: RegExp, { user }: Member) {
  await sendReminders(club.services)
  await sendReminders(club.services)
  await quiet(club)
  const emails = await emailsTo(club, user.email)
  return emails.filter((text) => subject.test(/^Subject: (.*)$/m.exec(text)?.[1] ?? ''))
}

async function periodEndOf({ subscriptionId }: Member) {
  const { items } = await stripe().subscriptions.retrieve(subscriptionId)
  return items.data[0]!.current_period_end * 1000
}

/** Saves a card that is good through the month of `last`, as the one that is charged. */
async function saveAnotherCard({ caller }: Member, last: Date) {
  const { body } = await caller.call(api.subscriptions.startCardUpdate)
  const expiry = { month: last.getUTCMonth() + 1, year: last.getUTCFullYear() }
  const saved = await payWith(caller, club, body.clientSecret, cards.good, expiry)
  return caller.call(api.subscriptions.finishCardUpdate, { body: { setupIntentId: saved.intent!.id } })
}

const expires = /^Your card expires soon/

describe('reminders', () => {
  it('are sent three days before a charge, with its amount and how to cancel', async () => {
    const member = await join(club, newApplicant({ couponCode: 'WELCOME25' }))
    const leaving = await join(club)
    await stripe().subscriptions.update(leaving.subscriptionId, { cancel_at_period_end: true })
    const renewsAt = await periodEndOf(member)
    const renews = /^Your membership renews on/
    club.clock.set(new Date(renewsAt - 3 * dayMs - 3_600_000))
    expect(await emailsAbout(renews, member)).toEqual([])
    club.clock.set(new Date(renewsAt - 3 * dayMs))
    const emails = await emailsAbout(renews, member)
    expect(emails).toHaveLength(1)
    expect(emails[0]).toContain('$12.99 will be charged to Visa ending in 4242')
    expect(emails[0]).toContain(`or to cancel before then: ${club.url}/settings`)
    expect(await emailsAbout(renews, leaving)).toEqual([])
  })

  it.each([{ brand: 'visa', last4: '4242' }, null])(
    'ask for no money and no card where nothing will be charged (%o)',
    (method) => {
      const { text } = renewalReminder(
        { email: 'mina@club.example', firstName: 'Mina' },
        { amountCents: 0, renewsAt: new Date('2026-12-03'), method, siteUrl: 'https://club.example' },
      )
      expect(text).toContain('renews for a month, and nothing will be charged.')
      expect(text).not.toMatch(/\$|save one/)
    },
  )

  it('are sent only in the month before the last month of a card', async () => {
    const member = await join(club)
    const now = club.clock.now()
    // The last month it is good for: three months from here.
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1))
    await saveAnotherCard(member, last)

    const monthBefore = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)
    club.clock.set(new Date(monthBefore - dayMs))
    expect(await emailsAbout(expires, member)).toEqual([])
    club.clock.set(new Date(monthBefore))
    const emails = await emailsAbout(expires, member)
    expect(emails).toHaveLength(1)
    const lastDay = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 0))
    const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    expect(emails[0]).toContain(`Visa ending in 4242) is valid until ${longDate.format(lastDay)}`)
    club.clock.advance(20 * dayMs)
    expect(await emailsAbout(expires, member)).toHaveLength(1)
  })

  it('precede the decline of the expired card, and a new card pays the invoice [fault 31, 32]', async () => {
    const member = await join(club)
    const now = club.clock.now()
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    await saveAnotherCard(member, last)
    const stateNow = async () => {
      await quiet(club)
      await signInAgain(member)
      return (await member.caller.call(api.subscriptions.status)).body
    }
    expect(await emailsAbout(expires, member)).toHaveLength(1)
    const expiresAt = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1)
    for (;;) {
      const renewsAt = await periodEndOf(member)
      club.clock.set(new Date(renewsAt + 2 * 3_600_000))
      if (renewsAt >= expiresAt) break
      expect(await stateNow()).toMatchObject({ subscriptionState: 'active' })
    }
    expect(await stateNow()).toMatchObject({ hasAccess: true, subscriptionState: 'past_due' })
    const failed = /^Your payment did not go through/
    expect((await emailsAbout(failed, member)).join()).toContain('expired')
    const saved = await saveAnotherCard(member, new Date(Date.UTC(now.getUTCFullYear() + 4, 1, 1)))
    expect(saved.status).toBe(200)
    expect(await stateNow()).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
    const { data } = await stripe().invoices.list({ subscription: member.subscriptionId })
    expect(data[0]).toMatchObject({ status: 'paid', amount_paid: 1299 })
  })
})
