import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberships } from '#features/subscriptions/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, payWith, signInAgain } from '#testing/joining.ts'
import { onTestClock } from '#testing/on-test-clock.ts'
import { openProviderAlone, type ProviderAlone } from '#testing/provider-alone.ts'
import { stripeForTests } from '#testing/stripe-for-tests.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'

/*
 * A month of three members on a provider test clock: at Stripe itself with a test key (test:stripe), otherwise at a
 * local sandbox on a port of its own.
 */
let provider: ProviderAlone | null = null
let club: Club
let time: Awaited<ReturnType<typeof onTestClock>>
let loyal: Awaited<ReturnType<typeof join>>
let unlucky: Awaited<ReturnType<typeof join>>
let leaving: Awaited<ReturnType<typeof join>>
beforeAll(async () => {
  if (!('STRIPE_SECRET_KEY' in stripeForTests())) provider = await openProviderAlone()
  const env = provider ? { ...provider.env, STRIPE_WEBHOOK_SECRET: 'whsec_of_the_forwarder' } : {}
  club = await openClub(env)
  time = await onTestClock(club)
  loyal = await join(club)
  unlucky = await join(club)
  leaving = await join(club)
  const customer = unlucky.user.stripeCustomerId!
  const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe().subscriptions.update(unlucky.subscriptionId, { default_payment_method: bad.id })
  await leaving.caller.call(api.subscriptions.cancel)
  const { items } = await stripe().subscriptions.retrieve(leaving.subscriptionId)
  // The next month is charged an hour after the previous one ends.
  await time.advanceTo(new Date((items.data[0]!.current_period_end + 3 * 60 * 60) * 1000))
  for (const member of [loyal, unlucky, leaving]) await signInAgain(member)
})
afterAll(async () => {
  await time.close()
  await club.close()
  await provider?.close()
})

const soon = { timeout: 60_000, interval: 200 }
const stripe = () => club.services.payments.stripe

const membershipOf = async ({ subscriptionId }: { subscriptionId: string }) => {
  const [row] = await club.services.db
    .select()
    .from(memberships)
    .where(eq(memberships.subscriptionId, subscriptionId))
  return row!
}
const paidMonths = async ({ user }: { user: { id: string } }) =>
  (await club.services.db.select().from(ledgerJournals).where(eq(ledgerJournals.personId, user.id))).length
const hasAccess = async ({ caller }: typeof loyal) =>
  (await caller.call(api.subscriptions.checkAccess)).body.hasAccess

describe('a month later', () => {
  it('renews a membership and books the payment', async () => {
    await expect.poll(() => paidMonths(loyal), soon).toBe(2)
    const { status, paidThrough } = await membershipOf(loyal)
    expect(status).toBe('active')
    expect(paidThrough!.getTime()).toBeGreaterThan(club.services.clock.now().getTime())
    expect(await hasAccess(loyal)).toBe(true)
  })

  it('is past due when the card fails, and a new card pays', async () => {
    await expect.poll(async () => (await membershipOf(unlucky)).status, soon).toBe('past_due')
    expect(await paidMonths(unlucky)).toBe(1)
    const { caller } = unlucky
    const setup = await caller.call(api.subscriptions.startCardUpdate)
    const confirmed = await payWith(caller, club, setup.body.clientSecret, cards.good)
    await caller.call(api.subscriptions.finishCardUpdate, { body: { setupIntentId: confirmed.intent!.id } })
    await expect.poll(async () => (await membershipOf(unlucky)).status, soon).toBe('active')
    await expect.poll(() => paidMonths(unlucky), soon).toBe(2)
    expect(await hasAccess(unlucky)).toBe(true)
  })

  it('ends a canceled membership without another charge', async () => {
    await expect
      .poll(() => membershipOf(leaving), soon)
      .toMatchObject({ status: 'canceled', endedAt: expect.any(Date) })
    expect(await hasAccess(leaving)).toBe(false)
    expect(await paidMonths(leaving)).toBe(1)
  })
})
