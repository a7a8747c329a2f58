import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, newApplicant, payWith, signInAgain, signUp } from '#testing/joining.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { quiet } from '#testing/wait-until-settled.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.shuffle(true)
  club.services.payments.sandbox!.control.webhooks.duplicate(true)
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const minuteMs = 60_000

type Member = Awaited<ReturnType<typeof join>>

/** A member who paid the first month with one of the provider's test cards. */
async function paidWith(number: string): Promise<Member> {
  const caller = club.visitor()
  const { clientSecret, subscriptionId } = await signUp(caller, newApplicant())
  await payWith(caller, club, clientSecret!, number)
  const made = await caller.call(api.subscriptions.createUser, { body: { subscriptionId } })
  if (!('user' in made.body)) throw new Error(`the account was answered with ${made.status}`)
  return { caller, user: made.body.user, subscriptionId }
}

const chargesOf = async ({ user }: Member) =>
  (await stripe().charges.list({ customer: user.stripeCustomerId! })).data

const stateOf = async ({ caller }: Member) =>
  (await caller.call(api.subscriptions.status, { query: {} })).body

async function subjectsTo({ user }: Member) {
  const emails = await emailsTo(club, user.email)
  return emails.map((text) => /^Subject: (.*)$/m.exec(text)?.[1])
}

const tipOf = ({ caller }: Member) => caller.call(api.tips.send, { body: { amount: 5 } })

async function disputeOf(member: Member) {
  club.clock.advance(2 * minuteMs)
  await quiet(club)
  const [charge] = await chargesOf(member)
  const { data } = await stripe().disputes.list({ charge: charge!.id })
  return data[0]!
}

describe('a refund', () => {
  it('of a part changes nothing; a full one ends access and the next charge [fault 36]', async () => {
    const member = await join(club)
    const [charge] = await chargesOf(member)
    for (const amount of [300, 400]) {
      await stripe().refunds.create({ charge: charge!.id, amount })
      await quiet(club)
      expect(await stateOf(member)).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
    }
    await stripe().refunds.create({ charge: charge!.id })
    await quiet(club)
    expect(await stateOf(member)).toMatchObject({
      hasAccess: false,
      subscriptionState: 'revoked',
      showContactSupport: true,
      showSubscribeButton: false,
    })
    expect((await stripe().subscriptions.retrieve(member.subscriptionId)).cancel_at_period_end).toBe(true)
    const refunded = Array.from({ length: 3 }, () => 'Your refund is on its way')
    expect(await subjectsTo(member)).toEqual(['Welcome: your membership is active', ...refunded])
  })

  it('that fails later restores access and renewal [fault 36]', async () => {
    const member = await paidWith('4000000000005126')
    const [charge] = await chargesOf(member)
    await stripe().refunds.create({ charge: charge!.id })
    await quiet(club)
    expect(await stateOf(member)).toMatchObject({ subscriptionState: 'revoked' })
    club.clock.advance(10 * minuteMs)
    await quiet(club)
    expect(await stateOf(member)).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
    expect((await stripe().subscriptions.retrieve(member.subscriptionId)).cancel_at).toBeNull()
    await member.caller.call(api.subscriptions.cancel)
    await quiet(club)
    expect((await subjectsTo(member)).slice(1)).toEqual([
      'Your refund is on its way',
      'Your access is back',
      'Your subscription is canceled',
    ])
  })

  it('cannot be undone by resuming, here or at Stripe [fault 36]', async () => {
    const member = await join(club)
    const [charge] = await chargesOf(member)
    await stripe().refunds.create({ charge: charge!.id })
    await quiet(club)
    const resumed = await member.caller.call(api.subscriptions.resume)
    expect([resumed.status, resumed.message]).toEqual([
      409,
      'Your payment was given back, so your subscription ends. Please contact support.',
    ])
    const again = await member.caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })
    expect([again.status, again.message]).toEqual([
      409,
      'Your subscription needs our help. Please contact support.',
    ])
    await stripe().subscriptions.update(member.subscriptionId, { cancel_at_period_end: false })
    await quiet(club)
    expect((await stripe().subscriptions.retrieve(member.subscriptionId)).cancel_at_period_end).toBe(true)
  })

  it('allows a new subscription once the old one has ended [fault 36]', async () => {
    const member = await join(club)
    const [charge] = await chargesOf(member)
    const { items } = await stripe().subscriptions.retrieve(member.subscriptionId)
    await stripe().refunds.create({ charge: charge!.id })
    await quiet(club)
    club.clock.set(new Date(items.data[0]!.current_period_end * 1000 + minuteMs))
    await quiet(club)
    await signInAgain(member)
    expect(await stateOf(member)).toMatchObject({
      hasAccess: false,
      subscriptionState: 'subscription_canceled',
      showSubscribeButton: true,
    })
    const { body } = await member.caller.call(api.subscriptions.createAgain, {
      body: { termsAccepted: true },
    })
    await payWith(member.caller, club, body.clientSecret!, cards.good)
    await quiet(club)
    expect(await stateOf(member)).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
  })

  it.each(['here', 'in the portal'])(
    'that fails later does not undo what the member cancels %s after that [fault 36]',
    async (where) => {
      const member = await paidWith('4000000000005126')
      const [charge] = await chargesOf(member)
      await stripe().refunds.create({ charge: charge!.id })
      await quiet(club)
      const { webhooks } = club.services.payments.sandbox!.control
      webhooks.pause()
      await stripe().subscriptions.update(member.subscriptionId, { cancel_at_period_end: false })
      club.clock.advance(10 * minuteMs)
      await club.services.payments.sandbox!.control.runDue()
      if (where === 'here') await member.caller.call(api.subscriptions.cancel)
      webhooks.resume()
      await quiet(club)
      if (where !== 'here')
        await stripe().subscriptions.update(member.subscriptionId, { cancel_at_period_end: true })
      await quiet(club)
      expect(await stateOf(member)).toMatchObject({ hasAccess: true, subscriptionState: 'canceled_pending' })
      expect((await stripe().subscriptions.retrieve(member.subscriptionId)).cancel_at_period_end).toBe(true)
      expect((await subjectsTo(member)).at(-1)).toBe('Your subscription is canceled')
    },
  )

  it('is not reported as failed because another month was paid', async () => {
    const member = await join(club)
    const [charge] = await chargesOf(member)
    const { items } = await stripe().subscriptions.retrieve(member.subscriptionId)
    await stripe().refunds.create({ charge: charge!.id })
    await quiet(club)
    const { webhooks } = club.services.payments.sandbox!.control
    webhooks.pause()
    await stripe().subscriptions.update(member.subscriptionId, { cancel_at_period_end: false })
    club.clock.set(new Date((items.data[0]!.current_period_end + 7200) * 1000))
    await club.services.payments.sandbox!.control.runDue()
    webhooks.resume()
    await quiet(club)
    expect(new Set((await subjectsTo(member)).slice(1))).toEqual(
      new Set(['Your membership goes on', 'Your receipt: $12.99', 'Your refund is on its way']),
    )
  })

  it('of an earlier month leaves the current one [fault 36]', async () => {
    const member = await join(club)
    const { items } = await stripe().subscriptions.retrieve(member.subscriptionId)
    club.clock.set(new Date((items.data[0]!.current_period_end + 7200) * 1000))
    await quiet(club)
    await member.caller.call(api.accounts.login, {
      body: { email: member.user.email, password: 'offside-trap' },
    })
    const first = (await chargesOf(member)).at(-1)!
    await stripe().refunds.create({ charge: first.id })
    await quiet(club)
    expect(await stateOf(member)).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
  })
})

describe('a refund that only the ledger saw', () => {
  it('revokes the access', async () => {
    const member = await join(club)
    await quiet(club)
    const { webhooks } = club.services.payments.sandbox!.control
    webhooks.pause()
    const [charge] = await chargesOf(member)
    const { balance_transaction } = await stripe().refunds.create({ charge: charge!.id })
    await club.services.jobs.enqueue(club.services.db, 'post-transaction', { txnId: balance_transaction })
    await club.services.jobs.settled()
    expect(await stateOf(member)).toMatchObject({ hasAccess: false, subscriptionState: 'revoked' })
    webhooks.resume()
    await quiet(club)
  })
})

describe('a dispute', () => {
  it('pauses access and tips while open, and restores both when won', async () => {
    const member = await paidWith('4000000000000259')
    const dispute = await disputeOf(member)
    expect(await stateOf(member)).toMatchObject({
      hasAccess: false,
      subscriptionState: 'revoked',
      message: 'Your bank has taken the payment back',
      showSubscribeButton: false,
      showContactSupport: true,
    })
    const feed = await member.caller.call(api.posts.list, { query: {} })
    expect(feed.status).toBe(403)
    expect((await stripe().subscriptions.retrieve(member.subscriptionId)).cancel_at).toBeNull()
    expect((await tipOf(member)).status).toBe(403)
    await stripe().disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } })
    await quiet(club)
    expect(await stateOf(member)).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
    expect((await tipOf(member)).status).toBe(200)
    expect((await subjectsTo(member)).slice(1, 3)).toEqual(['Your access is paused', 'Your access is back'])
  })

  it('that is lost ends the subscription and the access', async () => {
    const member = await paidWith('4000000000000259')
    const dispute = await disputeOf(member)
    await stripe().disputes.close(dispute.id)
    await quiet(club)
    expect(await stateOf(member)).toMatchObject({ hasAccess: false, subscriptionState: 'revoked' })
    expect((await stripe().subscriptions.retrieve(member.subscriptionId)).status).toBe('canceled')
    expect((await subjectsTo(member)).at(-1)).toBe('Your membership has ended')
  })

  it('that is lost blocks a new subscription until support allows it [fault 37]', async () => {
    const member = await paidWith('4000000000000259')
    await stripe().disputes.close((await disputeOf(member)).id)
    await quiet(club)
    const again = () => member.caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })
    const refused = await again()
    expect([refused.status, refused.message]).toEqual([
      409,
      'Your subscription needs our help. Please contact support.',
    ])
    const customer = member.user.stripeCustomerId!
    expect((await stripe().subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
    await stripe().customers.del(customer)
    await quiet(club)
    const { body } = await again()
    await payWith(member.caller, club, body.clientSecret!, cards.good)
    await quiet(club)
    expect(await stateOf(member)).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
  })
})

describe('a customer deleted at Stripe', () => {
  it('can subscribe again despite an earlier start, even before an event', async () => {
    const { caller } = await join(club)
    const { webhooks } = club.services.payments.sandbox!.control
    const customerOf = async () => (await caller.call(api.accounts.signedInUser)).body.stripeCustomerId!
    const subscribe = async () => {
      const { status, body } = await caller.call(api.subscriptions.createAgain, {
        body: { termsAccepted: true },
      })
      expect([status, body.status]).toEqual([200, 'requires_payment'])
      await payWith(caller, club, body.clientSecret!, cards.good)
    }
    await stripe().customers.del(await customerOf())
    await quiet(club)
    await subscribe()
    await quiet(club)
    await stripe().customers.del(await customerOf())
    await quiet(club)
    await subscribe()
    await quiet(club)
    webhooks.pause()
    const deleted = await customerOf()
    await stripe().customers.del(deleted)
    await subscribe()
    webhooks.resume()
    await quiet(club)
    expect(await customerOf()).not.toBe(deleted)
    const { body } = await caller.call(api.subscriptions.status, { query: {} })
    expect(body).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
  })

  it('loses access and subscribes again as a new customer', async () => {
    const member = await join(club)
    await stripe().customers.del(member.user.stripeCustomerId!)
    await quiet(club)
    expect(await stateOf(member)).toMatchObject({
      hasAccess: false,
      subscriptionState: 'subscription_canceled',
    })
    const { body } = await member.caller.call(api.subscriptions.createAgain, {
      body: { termsAccepted: true },
    })
    await payWith(member.caller, club, body.clientSecret!, cards.good)
    await quiet(club)
    expect(await stateOf(member)).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
  })
})
