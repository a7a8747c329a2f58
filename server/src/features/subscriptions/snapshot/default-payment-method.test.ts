import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, signInAgain } from '#testing/joining.ts'
import { openPortalPage, portalCard, sendPortalForm } from '#testing/portal-visit.ts'
import { onLine } from '#testing/provider-line.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { syncAndCollect } from '../sync/adopt-default-method.ts'
import { memberships } from '../schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const control = () => club.services.payments.sandbox!.control

/** A member whose card failed at the renewal. */
async function behind() {
  const member = await join(club)
  const customer = member.user.stripeCustomerId!
  const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe().subscriptions.update(member.subscriptionId, { default_payment_method: bad.id })
  club.clock.advance(32 * 86_400_000)
  await control().runDue()
  await signInAgain(member)
  return { ...member, customer, badId: bad.id }
}
type Member = Awaited<ReturnType<typeof behind>>

async function saveInPortal({ caller }: Member, number: string): Promise<URL> {
  const { body } = await caller.call(api.subscriptions.billingPortal)
  return sendPortalForm(caller, club, await openPortalPage(caller, club, body.url), portalCard(number))
}

const membershipOf = async ({ subscriptionId }: Member) => {
  const { db } = club.services
  const [found] = await db.select().from(memberships).where(eq(memberships.subscriptionId, subscriptionId))
  return found
}

/** How the provider has it: the subscription's card, its bills, and how often each was tried. */
async function standing({ subscriptionId, customer }: Member) {
  const subscription = await stripe().subscriptions.retrieve(subscriptionId, {
    expand: ['default_payment_method'],
  })
  const { data: invoices } = await stripe().invoices.list({ customer })
  const { data: charges } = await stripe().charges.list({ customer, limit: 100 })
  const method = subscription.default_payment_method
  return {
    status: subscription.status,
    card: typeof method === 'string' ? method : method?.card?.last4,
    invoices: invoices.map(({ status }) => status),
    paid: charges.filter(({ paid }) => paid).length,
    declined: charges.filter(({ paid }) => !paid).length,
  }
}

describe('a card saved in the portal while a renewal is unpaid', () => {
  it('is adopted and pays the open invoice once, for repeated events in any order [fault 32]', async () => {
    const member = await behind()
    const tried = (await standing(member)).declined
    control().webhooks.duplicate(true)
    const back = await saveInPortal(member, cards.good)
    expect(back.pathname).toBe('/settings')
    const status = () => member.caller.call(api.subscriptions.status, { query: { refresh: '1' } })
    const [first] = await Promise.all([status(), status()])
    expect(first.body).toMatchObject({ subscriptionState: 'active', hasAccess: true })
    await control().webhooks.drained()
    control().webhooks.duplicate(false)
    await expect
      .poll(() => membershipOf(member))
      .toMatchObject({
        status: 'active',
        cardLast4: '4242',
        unpaidSince: null,
      })
    expect(await standing(member)).toEqual({
      status: 'active',
      card: '4242',
      invoices: ['paid', 'paid'],
      paid: 2,
      declined: tried,
    })
  })

  it('is adopted through the event alone [fault 32]', async () => {
    const member = await behind()
    await saveInPortal(member, '5555555555554444')
    await expect
      .poll(() => membershipOf(member))
      .toMatchObject({
        status: 'active',
        cardLast4: '4444',
      })
    expect(await standing(member)).toMatchObject({ card: '4444', invoices: ['paid', 'paid'], paid: 2 })
  })

  it('is adopted after one attempt even if it is declined [fault 32]', async () => {
    const member = await behind()
    const tried = (await standing(member)).declined
    await saveInPortal(member, cards.declinesLater)
    for (let times = 0; times < 3; times += 1)
      await member.caller.call(api.subscriptions.status, { query: { refresh: '1' } })
    await control().webhooks.drained()
    const { defaultMethod, ownMethod } = (await syncAndCollect(club.services, member.customer))[0]!
    expect(ownMethod).toEqual(defaultMethod)
    expect(ownMethod?.id).not.toBe(member.badId)
    expect(await standing(member)).toMatchObject({ status: 'past_due', paid: 1, declined: tried + 1 })
  })

  it('pays once after a lost response and is adopted [fault 32]', async () => {
    control().webhooks.pause()
    const member = await behind()
    const { id } = await stripe().paymentMethods.attach('pm_card_visa', { customer: member.customer })
    await stripe().customers.update(member.customer, { invoice_settings: { default_payment_method: id } })
    const services = onLine(club, async (request, send) => {
      const answer = await send(request)
      if (/\/v1\/invoices\/\w+\/pay$/.test(request.url)) throw new TypeError('the line broke')
      return answer
    })
    await expect(syncAndCollect(services, member.customer)).rejects.toMatchObject({ status: 503 })
    // What paid is kept by the provider itself; here nothing is known of it yet.
    expect(await standing(member)).toMatchObject({ status: 'active', card: '4242', paid: 2 })
    expect(await membershipOf(member)).toMatchObject({ status: 'past_due', cardLast4: '0341' })
    await syncAndCollect(club.services, member.customer)
    expect(await standing(member)).toMatchObject({ status: 'active', card: '4242', paid: 2 })
    expect(await membershipOf(member)).toMatchObject({ status: 'active', cardLast4: '4242' })
    control().webhooks.resume()
  })

  it('is ignored if the subscription has a newer one, even by less than a second', async () => {
    const member = await join(club)
    const customer = member.user.stripeCustomerId!
    const attach = () => stripe().paymentMethods.attach('pm_card_visa', { customer })
    await quiet(club)
    // What was written before defaults were remembered has their age alone to go by.
    await club.services.db
      .update(memberships)
      .set({ adoptedDefault: null })
      .where(eq(memberships.subscriptionId, member.subscriptionId))
    control().webhooks.pause()
    const [older, younger] = [await attach(), await attach()]
    await stripe().customers.update(customer, { invoice_settings: { default_payment_method: older.id } })
    await stripe().subscriptions.update(member.subscriptionId, { default_payment_method: younger.id })
    const [snapshot] = await syncAndCollect(club.services, customer)
    expect(snapshot).toMatchObject({ ownMethod: { id: younger.id }, defaultMethod: { id: older.id } })
    control().webhooks.resume()
    await quiet(club)
  })

  it('pays once when older than the failed one, which can be chosen again [fault 32]', async () => {
    const member = await join(club)
    const customer = member.user.stripeCustomerId!
    const [good] = (await stripe().paymentMethods.list({ customer })).data
    club.clock.advance(60_000)
    const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe().subscriptions.update(member.subscriptionId, { default_payment_method: bad.id })
    club.clock.advance(32 * 86_400_000)
    await quiet(club)
    await signInAgain(member)
    const known = { ...member, customer, badId: bad.id }
    const before = await standing(known)
    expect(before).toMatchObject({ status: 'past_due', card: '0341', paid: 1 })

    const choose = async (methodId: string) => {
      const { body } = await member.caller.call(api.subscriptions.billingPortal, {
        query: { page: 'overview' },
      })
      const home = await openPortalPage(member.caller, club, body.url)
      expect(home.html).toContain(`value="${methodId}"`)
      const card = { ...home, path: `${home.path}/payment-method` }
      await sendPortalForm(member.caller, club, card, { method: methodId })
      await quiet(club)
    }
    const another = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    for (const [id, declined] of [
      [another.id, 1],
      [bad.id, 2],
      [another.id, 3],
    ] as const) {
      await choose(id)
      const now = await standing(known)
      expect([id, now.declined - before.declined, now.status]).toEqual([id, declined, 'past_due'])
    }
    await choose(good!.id)
    expect(await standing(known)).toMatchObject({ status: 'active', card: '4242', paid: 2 })
    expect((await standing(known)).declined - before.declined).toBe(3)
  })
})
