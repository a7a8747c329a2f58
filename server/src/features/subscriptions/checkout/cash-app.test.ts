import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { newApplicant, payWithCashApp, choosePaymentOutcome, signInAgain, signUp } from '#testing/joining.ts'
import { quiet } from '#testing/wait-until-settled.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe

/** Signs up and answers the question of the wallet's page. */
async function signedUpWithCashApp(choice: string) {
  const caller = club.visitor()
  const { clientSecret, subscriptionId } = await signUp(caller, newApplicant())
  await choosePaymentOutcome(caller, club, await payWithCashApp(caller, club, clientSecret!), choice)
  await quiet(club)
  const made = await caller.call(api.subscriptions.createUser, { body: { subscriptionId } })
  return { caller, made, subscriptionId, clientSecret }
}

describe('a member with Cash App', () => {
  it('is charged once a month later, tips with it, and sees it in the settings [PAY-8]', async () => {
    const { caller, made, subscriptionId } = await signedUpWithCashApp('authorize')
    if (!('user' in made.body)) throw new Error(`the account was answered with ${made.status}`)
    const { user } = made.body
    const { items } = await stripe().subscriptions.retrieve(subscriptionId)
    club.clock.set(new Date((items.data[0]!.current_period_end + 7200) * 1000))
    await quiet(club)
    await signInAgain({ caller, user, subscriptionId })
    const status = await caller.call(api.subscriptions.status, { query: { refresh: '1' } })
    expect(status.body).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
    const { data } = await stripe().charges.list({ customer: user.stripeCustomerId! })
    expect(data.map(({ paid, amount }) => [paid, amount])).toEqual([
      [true, 1299],
      [true, 1299],
    ])
    const tip = await caller.call(api.tips.send, { body: { amount: 5 } })
    expect(tip.body).toMatchObject({ status: 'completed', cardInfo: { brand: 'Cash App', last4: '' } })
    const { body } = await caller.call(api.subscriptions.details)
    expect(body.paymentMethods).toMatchObject([{ card: { brand: 'Cash App', last4: '' } }])
  })

  it('is none yet when the wallet says no, and may pay with the same secret again [PAY-8]', async () => {
    const { caller, made, subscriptionId, clientSecret } = await signedUpWithCashApp('decline')
    expect(made.status).toBe(402)
    await choosePaymentOutcome(caller, club, await payWithCashApp(caller, club, clientSecret!), 'authorize')
    await quiet(club)
    const again = await caller.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect(again.body).toMatchObject({ user: { hasAccess: true } })
  })
})
