import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { memberships } from '../schema.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { webhookEvents } from '#payments/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const control = () => club.services.payments.sandbox!.control

let events = 0
/** An event as the provider would write it, about an object. */
function eventAbout(type: string, object: Record<string, unknown>, changes: Record<string, unknown> = {}) {
  events += 1
  return JSON.stringify({
    id: `evt_test_${events}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(club.clock.now().getTime() / 1000),
    livemode: false,
    type,
    data: { object },
    ...changes,
  })
}

type Signing = { secret?: string; ageSeconds?: number; header?: string | null }

/** Sends a body to the endpoint, signed as asked. */
async function deliver(payload: string, signing: Signing = {}) {
  const { payments } = club.services
  const signature = payments.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: signing.secret ?? payments.webhookSecrets[0]!,
    timestamp: Math.floor(Date.now() / 1000) - (signing.ageSeconds ?? 0),
  })
  const header = signing.header === undefined ? signature : signing.header
  return club.visitor().fetch(api.subscriptions.webhook.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header === null ? {} : { 'stripe-signature': header }),
    },
    body: payload,
  })
}

async function handled(payload: string) {
  expect((await deliver(payload)).status).toBe(200)
  await expect.poll(async () => (await rowOf(payload))?.state).toBe('handled')
}
const journalsFor = (sourceId: string) =>
  club.services.db.select().from(ledgerJournals).where(eq(ledgerJournals.sourceId, sourceId))
const kept = () => club.services.db.select().from(webhookEvents)
const rowOf = async (payload: string) => {
  return (await kept()).find((row) => payload.includes(`"${row.id}"`))
}
const membershipOf = async (subscriptionId: string) => {
  const [found] = await club.services.db
    .select()
    .from(memberships)
    .where(eq(memberships.subscriptionId, subscriptionId))
  return found
}

it('removes a card that was removed at Stripe [SET-1]', async () => {
  const { caller, user, subscriptionId } = await join(club)
  const { stripe, sandbox, inbox } = club.services.payments
  const customer = user.stripeCustomerId!
  const cardsShown = async () => (await caller.call(api.subscriptions.details)).body.paymentMethods
  expect(await cardsShown()).toHaveLength(1)
  await quiet(club)
  sandbox!.control.webhooks.pause()
  for (const { id } of (await stripe.paymentMethods.list({ customer })).data)
    await stripe.paymentMethods.detach(id)
  const [detached] = (await stripe.events.list({ type: 'payment_method.detached', limit: 1 })).data
  expect(await inbox.take(detached!)).toBe(true)
  await club.services.jobs.settled()
  expect(await cardsShown()).toEqual([])
  sandbox!.control.webhooks.resume()
  await quiet(club)
  expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toBe('active')
})

describe('events of the payment provider', () => {
  it('change nothing when two days old, even with another id [fault 7]', async () => {
    const { caller, subscriptionId } = await join(club)
    const { stripe } = club.services.payments
    const { lastResponse: _, ...former } = await stripe.subscriptions.retrieve(subscriptionId)
    expect(former.status).toBe('active')
    await stripe.subscriptions.cancel(subscriptionId)
    await quiet(club)
    const created = Math.floor(club.clock.now().getTime() / 1000) - 2 * 86_400
    await handled(eventAbout('customer.subscription.updated', former, { created }))
    const { body } = await caller.call(api.subscriptions.status, { query: {} })
    expect(body).toMatchObject({ hasAccess: false, subscriptionState: 'subscription_canceled' })
    expect((await membershipOf(subscriptionId))?.status).toBe('canceled')
  })

  it('are not read above one megabyte [T-WH-06]', async () => {
    await quiet(club)
    const before = (await kept()).length
    const huge = eventAbout('invoice.paid', { id: 'in_huge', filler: 'x'.repeat(1024 * 1024) })
    expect((await deliver(huge)).status).toBe(413)
    expect((await kept()).length).toBe(before)
  })

  it('are refused with a wrong, missing, altered or old signature [fault 7, 8, PAY-9, T-WH-01]', async () => {
    const live = eventAbout('invoice.paid', {}, { livemode: true })
    const payload = eventAbout('invoice.paid', { id: 'in_1', object: 'invoice' })
    const signatureOfAnother = club.services.payments.stripe.webhooks.generateTestHeaderString({
      payload: `${payload} `,
      secret: club.services.payments.webhookSecrets[0]!,
    })
    const answers = await Promise.all([
      deliver(payload, { secret: 'whsec_someone_elses' }),
      deliver(payload, { header: null }),
      deliver(payload, { header: signatureOfAnother }),
      deliver(payload, { ageSeconds: 301 }),
      deliver(live),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect([await rowOf(payload), await rowOf(live)]).toEqual([undefined, undefined])
    expect(await openAlerts(club, 'webhook-signature')).toEqual([])
    expect(await openAlerts(club, 'webhook-mode')).toMatchObject([{ subject: 'webhooks', count: 1 }])
  })

  it('of our account with a wrong signature raise an alert [fault 8, PAY-9]', async () => {
    const { data } = await club.services.payments.stripe.events.list({ limit: 1 })
    const real = JSON.stringify(data[0])
    expect((await deliver(real, { secret: 'whsec_someone_elses' })).status).toBe(400)
    expect(await openAlerts(club, 'webhook-signature')).toMatchObject([{ subject: 'webhooks', count: 1 }])
  })

  it('are rate limited per address without a valid signature [T-WH-01]', async () => {
    const strange = await openClub({ TRUSTED_PROXIES: 'loopback' })
    const send = (from: string) =>
      strange.visitor().fetch(api.subscriptions.webhook.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: '{"id":"evt_forged"}',
      })
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) statuses.push((await send('198.51.100.9')).status)
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429])
    expect((await send('198.51.100.10')).status).toBe(400)
    expect(await openAlerts(strange, 'webhook-signature')).toEqual([])
    await strange.close()
  })

  it('are refused with an old signature and a new timestamp [fault 7, T-WH-01]', async () => {
    const { payments } = club.services
    const payload = eventAbout('customer.updated', { id: 'cus_nobody', object: 'customer' })
    const now = Math.floor(Date.now() / 1000)
    const old = payments.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: payments.webhookSecrets[0]!,
      timestamp: now - 2 * 86_400,
    })
    for (const header of [
      `t=${now},${old}`,
      `t=${now},v0=x,${old}`,
      old.replace(',', `,t=${now},t=`),
      old.replace('t=', 'T='),
    ])
      expect([header, (await deliver(payload, { header })).status]).toEqual([header, 400])
    expect(await rowOf(payload)).toBeUndefined()
  })

  it('are accepted with either secret during a rotation [fault 42, PAY-9]', async () => {
    const { webhookSecrets } = club.services.payments
    webhookSecrets.push('whsec_the_next_one')
    const payload = eventAbout('customer.updated', { id: 'cus_nobody', object: 'customer' })
    expect((await deliver(payload, { secret: 'whsec_the_next_one' })).status).toBe(200)
    expect((await deliver(payload)).status).toBe(200)
    webhookSecrets.pop()
    await expect.poll(async () => (await rowOf(payload))?.state).toBe('ignored')
  })

  it('are saved and handled once when delivered twice at once [fault 1, PAY-9, PAY-10, T-WH-03] [R-10]', async () => {
    control().webhooks.duplicate(true)
    const visitor = club.visitor()
    const applicant = newApplicant()
    const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
    await payWith(visitor, club, clientSecret!, cards.good)
    await expect.poll(() => membershipOf(subscriptionId)).toMatchObject({ status: 'active' })
    await control().webhooks.drained()
    control().webhooks.duplicate(false)
    expect(await allEmailsTo(club, applicant.email)).toHaveLength(1)
    const { id } = (await membershipOf(subscriptionId))!
    await expect.poll(() => journalsFor(id)).toHaveLength(1)
    const payload = eventAbout('customer.updated', { id: 'cus_nobody', object: 'customer' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(payload)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await expect.poll(() => rowOf(payload)).toMatchObject({ attempts: 1, payload: null })
    expect((await kept()).filter((row) => payload.includes(`"${row.id}"`))).toHaveLength(1)
  })

  it('are saved even if a concurrent one fails [R-10]', async () => {
    const object = { id: 'cus_nobody', object: 'customer' }
    const tooLong = eventAbout('customer.updated', object, { id: `evt_${'x'.repeat(300)}` })
    const good = Array.from({ length: 6 }, () => eventAbout('customer.updated', object))
    const answers = await Promise.all(
      [...good.slice(0, 3), tooLong, ...good.slice(3)].map((one) => deliver(one)),
    )
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false, true, true, true])
    for (const one of good) await expect.poll(async () => (await rowOf(one))?.state).toBe('ignored')
  })

  it('change nothing when late, replayed or reordered [fault 6, 7, PAY-9, T-WH-04]', async () => {
    const { user, subscriptionId } = await join(club)
    const about = {
      id: subscriptionId,
      object: 'subscription',
      customer: user.stripeCustomerId,
      metadata: { app: 'touchline' },
    }
    const ended = eventAbout('customer.subscription.deleted', { ...about, status: 'canceled' })
    const updated = () => eventAbout('customer.subscription.updated', { ...about, status: 'active' })
    const created = () => eventAbout('customer.subscription.created', { ...about, status: 'incomplete' })
    for (const payload of [ended, updated(), created()]) await handled(payload)
    expect(await membershipOf(subscriptionId)).toMatchObject({ status: 'active', isCurrent: true })
    club.clock.advance(2 * 86_400_000)
    await handled(ended)
    expect(await membershipOf(subscriptionId)).toMatchObject({ status: 'active', isCurrent: true })

    await club.services.payments.stripe.subscriptions.cancel(subscriptionId)
    for (const payload of [updated(), created()]) await handled(payload)
    expect(await membershipOf(subscriptionId)).toMatchObject({ status: 'canceled' })
  })

  it('are ignored for another club or an unknown type [fault 8, 41, PAY-9, T-WH-05]', async () => {
    const foreign = eventAbout('customer.subscription.created', {
      id: 'sub_foreign',
      object: 'subscription',
      customer: 'cus_foreign',
      metadata: { app: 'another shop' },
    })
    const unheard = eventAbout('moon.risen', { id: 'moon_1' })
    expect([(await deliver(foreign)).status, (await deliver(unheard)).status]).toEqual([200, 200])
    await expect.poll(async () => (await rowOf(foreign))?.state).toBe('ignored')
    expect(await rowOf(unheard)).toMatchObject({ state: 'ignored', payload: null })
  })

  it('are ignored after the customer was deleted, in any order [PAY-9]', async () => {
    const { user, subscriptionId } = await join(club)
    const customer = user.stripeCustomerId!
    await club.services.payments.stripe.customers.del(customer)
    const known = async () => {
      const [person] = await club.services.db.select().from(people).where(eq(people.id, user.id))
      return person?.stripeCustomerId
    }
    await expect.poll(known).toBeNull()
    const late = eventAbout('customer.subscription.deleted', {
      id: subscriptionId,
      object: 'subscription',
      customer,
      metadata: { app: 'touchline' },
    })
    expect((await deliver(late)).status).toBe(200)
    await expect.poll(async () => (await rowOf(late))?.state).toBe('handled')
    expect(await membershipOf(subscriptionId)).toMatchObject({ status: 'canceled' })
  })

  it('are retried until their person exists [PAY-10] [R-10]', async () => {
    const early = eventAbout('invoice.paid', {
      id: 'in_early',
      object: 'invoice',
      customer: 'cus_not_yet',
      parent: { subscription_details: { subscription: 'sub_not_yet', metadata: { app: 'touchline' } } },
    })
    expect((await deliver(early)).status).toBe(200)
    await expect.poll(() => rowOf(early)).toMatchObject({ state: 'received', handledAt: null })
    await expect.poll(async () => (await rowOf(early))?.lastError).toContain('cus_not_yet')
  })
})

describe('the sandbox in the browser', () => {
  it('allows only what a publishable key allows and refuses a real card [fault 45]', async () => {
    const visitor = club.visitor()
    const { clientSecret } = await signUp(visitor, newApplicant())
    const { secretKey } = club.services.payments.sandbox!
    for (const headers of [{}, { authorization: `Bearer ${secretKey}` }])
      for (const path of ['/sandbox/v1/customers', '/v1/customers', '/sandbox/../v1/customers'])
        expect((await visitor.fetch(path, { headers })).status).toBe(404)
    const real = await payWith(visitor, club, clientSecret!, '4929000000006')
    expect([real.status >= 400, real.intent]).toEqual([true, null])
    expect((await visitor.fetch('/_sandbox/run-due', { method: 'POST' })).status).toBe(204)
    const forwarded = await visitor.fetch('/_sandbox/run-due', {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect(forwarded.status).toBe(404)
  })
})
