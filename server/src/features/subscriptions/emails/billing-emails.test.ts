import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, payWith } from '#testing/joining.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const dayMs = 86_400_000

type Member = Awaited<ReturnType<typeof join>>

async function lettersTo({ user }: Member) {
  await quiet(club)
  const emails = await emailsTo(club, user.email)
  return emails.map((text) => ({ subject: /^Subject: (.*)$/m.exec(text)?.[1], text }))
}

const subjectsTo = async (member: Member) => (await lettersTo(member)).map(({ subject }) => subject)

const signInAgain = ({ caller, user }: Member) =>
  caller.call(api.accounts.login, { body: { email: user.email, password: 'offside-trap' } })

const stateOf = async ({ caller }: Member) =>
  (await caller.call(api.subscriptions.status, { query: {} })).body

/** Lets the clock run to two hours after the end of the month the provider is in. */
async function toTheRenewal({ subscriptionId }: Pick<Member, 'subscriptionId'>) {
  const { items } = await stripe().subscriptions.retrieve(subscriptionId)
  club.clock.set(new Date((items.data[0]!.current_period_end + 7200) * 1000))
  await quiet(club)
}

async function chargeFromNowOn({ user, subscriptionId }: Member, token: string) {
  const method = await stripe().paymentMethods.attach(token, { customer: user.stripeCustomerId! })
  await stripe().subscriptions.update(subscriptionId, { default_payment_method: method.id })
}

const welcomed = 'Welcome: your membership is active'

describe('membership emails', () => {
  it('are sent once per payment, cancellation, resumption, end and return', async () => {
    const member = await join(club)
    const first = await lettersTo(member)
    expect(first.map(({ subject }) => subject)).toEqual([welcomed])
    expect(first[0]!.text).toMatch(
      /Paid on: \w+ \d+, \d{4}\nPaid with: Visa ending in 4242\nNumber: \w+\nTotal: \$12\.99/,
    )

    await toTheRenewal(member)
    const renewal = (await lettersTo(member))[1]!
    expect(renewal.subject).toBe('Your receipt: $12.99')
    expect(renewal.text).toMatch(/For: Platinum membership, \w+ \d+, \d{4} to \w+ \d+, \d{4}/)

    await signInAgain(member)
    await member.caller.call(api.subscriptions.cancel)
    await member.caller.call(api.subscriptions.resume)
    club.clock.advance(1000)
    const { body } = await member.caller.call(api.subscriptions.cancel)
    await quiet(club)
    club.clock.set(new Date(Date.parse(body.accessUntil!) + 60_000))
    await quiet(club)
    await signInAgain(member)
    const again = await member.caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })
    await payWith(member.caller, club, again.body.clientSecret!, cards.good)
    await quiet(club)

    // A crash or a lost job has everything said again.
    for (const { id } of (await stripe().events.list({ limit: 100 })).data)
      await club.services.payments.sandbox!.control.webhooks.replay(id)
    await syncCustomer(club.services, member.user.stripeCustomerId!)
    expect(await subjectsTo(member)).toEqual([
      welcomed,
      'Your receipt: $12.99',
      'Your subscription is canceled',
      'Your membership goes on',
      'Your subscription is canceled',
      'Your membership has ended',
      'Welcome back',
    ])
    // What the member did themselves is emailed and not in the bell.
    const { rows } = await club.services.db.execute<{ detail: string }>(sql`
      select detail from notification_events where person_id = ${member.user.id}
      union all select detail from notifications where person_id = ${member.user.id} and kind = 'payment'`)
    expect([...new Set(rows.map(({ detail }) => detail))].toSorted()).toEqual(['ended', 'paid'])
  })

  it('report a failed card once per invoice until access and membership end [fault 31]', async () => {
    const member = await join(club)
    await chargeFromNowOn(member, 'pm_card_chargeCustomerFail')
    await toTheRenewal(member)
    await signInAgain(member)
    const { accessUntil } = await stateOf(member)
    for (let day = 0; day < 6; day += 1) {
      club.clock.advance(dayMs)
      await quiet(club)
      expect(await stateOf(member)).toMatchObject({ subscriptionState: 'past_due', hasAccess: true })
    }
    const [, failed, ...others] = await lettersTo(member)
    expect([failed?.subject, others]).toEqual(['Your payment did not go through', []])
    expect(failed?.text).toContain('The reason given was: Your card was declined.')
    const end = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    expect(failed?.text).toContain(`You keep your access until ${end.format(new Date(accessUntil!))}.`)

    club.clock.set(new Date(accessUntil!))
    const { items } = await stripe().subscriptions.retrieve(member.subscriptionId)
    expect(items.data[0]!.current_period_end * 1000).toBeGreaterThan(club.clock.now().getTime())
    expect(await stateOf(member)).toMatchObject({ subscriptionState: 'payment_failed', hasAccess: false })

    for (let day = 0; day < 8; day += 1) {
      club.clock.advance(dayMs)
      await quiet(club)
    }
    expect(await stateOf(member)).toMatchObject({ subscriptionState: 'subscription_canceled' })
    const [ended, ...rest] = (await lettersTo(member)).slice(2)
    expect([ended?.subject, rest]).toEqual(['Your membership has ended', []])
    expect(ended?.text).toContain('the last payment could not be collected. You owe nothing')
    const invoices = await stripe().invoices.list({ subscription: member.subscriptionId })
    expect(invoices.data.map(({ status }) => status)).toEqual(['void', 'paid'])
  })

  it('ask for a confirmation if the bank requires one, and link to its page', async () => {
    const member = await join(club)
    await chargeFromNowOn(member, 'pm_card_authenticationRequired')
    await toTheRenewal(member)
    const [, asked, ...others] = await lettersTo(member)
    expect([asked?.subject, others]).toEqual(['Please confirm your payment', []])
    expect(asked?.text).toContain(`${club.url}/subscribe`)
  })
})
