import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { skipAtStripe } from '#testing/at-stripe.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addMember } from '#testing/people.ts'
import { listenIn } from '#testing/received.ts'
import { onLine } from '#testing/provider-line.ts'
import { saveCard } from '#testing/saved-card.ts'
import { sendTip } from './send-tip.ts'
import { refreshTip, settleOpenTips, settleTip } from './settle-tip.ts'
import { tips } from './schema.ts'

let club: Club
let member: Caller
beforeAll(async () => {
  club = await openClub()
})
beforeEach(async () => {
  sandbox().control.webhooks.resume()
  member = await addMember(club.services)
})
afterAll(() => club.close())

const minuteMs = 60_000

const send = (sender: Caller, key: string) =>
  sender.call(api.tips.send, { body: { amount: 5 }, headers: { 'idempotency-key': key } })

const refresh = (sender: Caller, id: string) => sender.call(api.tips.refresh, { params: { id } })

const sandbox = () => {
  if (!club.services.payments.sandbox) throw new Error('this club is not played in the sandbox')
  return club.services.payments.sandbox
}

/** Drops the responses of the next charge: the call and both retries of the SDK. */
const loseCharge = (when: 'before' | 'after', times = 3) =>
  sandbox().control.failNext({ method: 'POST', path: '/v1/payment_intents', when, how: 'reset', times })

/** Drops all further provider events. */
const loseEvents = () => sandbox().control.webhooks.pause()

async function intentsOf(customerId: string) {
  const { data } = await club.services.payments.stripe.paymentIntents.list({ customer: customerId })
  return data
}

const tipOf = async (id: string) => {
  const [tip] = await club.services.db.select().from(tips).where(eq(tips.id, id))
  return tip
}

/** Completes the bank confirmation on the provider's page. */
async function answerBank(tipId: string, choice: 'complete' | 'fail') {
  if (club.services.payments.provider === 'stripe') skipAtStripe('answers the bank’s question')
  const tip = await tipOf(tipId)
  const intent = await club.services.payments.stripe.paymentIntents.retrieve(tip?.paymentIntentId ?? '')
  const page = new URL(intent.next_action?.redirect_to_url?.url ?? '')
  const form = await (await fetch(page)).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(form)?.[1] ?? ''
  await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ csrf, choice }),
    redirect: 'manual',
  })
}

describe('a tip with a lost response', () => {
  it('is completed with its one charge after a restart [fault 9, TIP-6]', async () => {
    const { customerId } = await saveCard(club, member, 'visa')
    loseEvents()
    loseCharge('after')
    const { status, body } = await send(member, uuid())
    expect(status).toBe(202)
    club.clock.advance(minuteMs)
    await settleOpenTips(club.services)
    expect(await tipOf(body.tip.id)).toMatchObject({ status: 'completed' })
    expect(await intentsOf(customerId)).toMatchObject([{ status: 'succeeded', amount: 500 }])
    const { tips: received } = (await club.people.creator.call(api.tips.received)).body
    expect(received.filter(({ fromUser }) => fromUser?.id === member.id)).toHaveLength(1)
  })

  it('is neither failed nor charged twice after a late response [fault 11, TIP-6]', async () => {
    const { customerId } = await saveCard(club, member, 'visa')
    loseEvents()
    sandbox().control.failNext({
      method: 'POST',
      path: '/v1/payment_intents',
      when: 'after',
      how: 'hang',
      times: 3,
    })
    const impatient = new Stripe(sandbox().secretKey, {
      httpClient: Stripe.createFetchHttpClient((input, init) => sandbox().secret(new Request(input, init))),
      timeout: 200,
    })
    const services = { ...club.services, payments: { ...club.services.payments, stripe: impatient } }
    const { tip } = await sendTip(services, {
      sender: { id: member.id, stripeCustomerId: customerId },
      amount: 5,
    })
    expect(tip.status).toBe('pending')
    const answered = await refresh(member, tip.id)
    expect(answered).toMatchObject({ status: 200, body: { status: 'completed' } })
    expect(await intentsOf(customerId)).toHaveLength(1)
  })

  it('is found by metadata when the provider repeats an error [TIP-6]', async () => {
    const { customerId } = await saveCard(club, member, 'visa')
    loseEvents()
    sandbox().control.failNext({ method: 'POST', path: '/v1/payment_intents', when: 'after', how: 500 })
    const { status, body } = await send(member, uuid())
    expect(status).toBe(202)
    expect((await refresh(member, body.tip.id)).body.status).toBe('completed')
    expect(await intentsOf(customerId)).toMatchObject([{ status: 'succeeded' }])
  })

  it('is charged once with a new key after a provider failure [fault 9, TIP-6]', async () => {
    const { customerId } = await saveCard(club, member, 'visa')
    sandbox().control.failNext({ method: 'POST', path: '/v1/payment_intents', when: 'before', how: 500 })
    const { status, body } = await send(member, uuid())
    expect([status, body.status]).toEqual([202, 'pending'])
    expect(await intentsOf(customerId)).toHaveLength(0)
    await Promise.all([1, 2, 3].map(() => settleTip(club.services, body.tip.id)))
    expect(await tipOf(body.tip.id)).toMatchObject({ status: 'completed', attempt: 2 })
    expect(await intentsOf(customerId)).toHaveLength(1)
  })

  it('is charged once when the request was lost and is repeated [TIP-6]', async () => {
    const { customerId } = await saveCard(club, member, 'visa')
    const key = uuid()
    loseCharge('before')
    expect(await send(member, key)).toMatchObject({ status: 202, body: { status: 'pending' } })
    expect(await intentsOf(customerId)).toHaveLength(0)
    expect((await send(member, uuid())).body.tip.status).toBe('completed')
    expect(await send(member, key)).toMatchObject({ status: 200, body: { status: 'completed' } })
    expect(await intentsOf(customerId)).toHaveLength(1)
  })

  it('fails after fifteen minutes without a charge [TIP-6]', async () => {
    const { customerId } = await saveCard(club, member, 'visa')
    loseCharge('before')
    const { body } = await send(member, uuid())
    club.clock.advance(16 * minuteMs)
    await settleOpenTips(club.services)
    expect(await tipOf(body.tip.id)).toMatchObject({ status: 'failed' })
    expect(await intentsOf(customerId)).toHaveLength(0)
    expect((await send(member, uuid())).status).toBe(200)
  })

  it('leaves no trace when the provider is down beforehand [TIP-6]', async () => {
    await saveCard(club, member, 'visa')
    sandbox().control.failNext({ path: '/v1/customers', when: 'before', how: 'reset', times: 3 })
    expect(await send(member, uuid())).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await club.services.db.select().from(tips).where(eq(tips.fromPersonId, member.id))).toHaveLength(0)
  })
})

/** A tip from a card that requires bank confirmation. */
async function askedAbout(card: Parameters<typeof saveCard>[2] = 'authenticationRequired') {
  const { customerId } = await saveCard(club, member, card)
  const { status, body } = await send(member, uuid())
  expect({ status, state: body.status }).toEqual({ status: 200, state: 'requires_action' })
  expect(body.clientSecret).toMatch(/^pi_\w+_secret_\w+$/)
  return { customerId, tipId: body.tip.id }
}

describe('a tip with bank confirmation', () => {
  it('is completed and announced once after confirmation [fault 17, TIP-6]', async () => {
    const { tipId, customerId } = await askedAbout()
    const said = listenIn(club)
    await answerBank(tipId, 'complete')
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(member, tipId)))
    expect(answers.map(({ body }) => body.status)).toEqual(Array.from({ length: 4 }, () => 'completed'))
    expect(await said.soFar()).toEqual([
      { audience: { person: club.people.creator.id }, message: { type: 'tip_received', tipId } },
    ])
    expect(await intentsOf(customerId)).toMatchObject([{ status: 'succeeded' }])
  })

  it('fails when authentication fails, and allows another tip [fault 17, TIP-6]', async () => {
    const { tipId } = await askedAbout()
    await answerBank(tipId, 'fail')
    expect(await refresh(member, tipId)).toMatchObject({ status: 200, body: { status: 'failed' } })
    expect(await tipOf(tipId)).toMatchObject({ failureCode: 'payment_intent_authentication_failure' })
    await saveCard(club, member, 'visa')
    expect((await send(member, uuid())).status).toBe(200)
  })

  it('can be declined after confirmation [fault 17, TIP-6]', async () => {
    const { tipId } = await askedAbout('authenticationRequiredChargeDeclinedInsufficientFunds')
    await answerBank(tipId, 'complete')
    expect((await refresh(member, tipId)).body.status).toBe('failed')
    expect(await tipOf(tipId)).toMatchObject({ failureMessage: 'Your card has insufficient funds.' })
  })

  it('blocks other tips and is canceled after fifteen minutes [fault 17, TIP-6]', async () => {
    const { tipId, customerId } = await askedAbout()
    club.clock.advance(10 * minuteMs)
    await settleOpenTips(club.services)
    expect(await send(member, uuid())).toMatchObject({ status: 409, body: { code: 'conflict' } })
    club.clock.advance(6 * minuteMs)
    await settleOpenTips(club.services)
    expect(await tipOf(tipId)).toMatchObject({ status: 'failed', failureCode: 'expired' })
    expect(await intentsOf(customerId)).toMatchObject([{ status: 'canceled' }])
    await saveCard(club, member, 'visa')
    expect((await send(member, uuid())).status).toBe(200)
  })

  it('is completed by the provider’s event after the tab closes [TIP-6]', async () => {
    const { tipId } = await askedAbout()
    await answerBank(tipId, 'complete')
    await expect.poll(async () => (await tipOf(tipId))?.status).toBe('completed')
  })

  it('shares one provider request between concurrent refreshes', async () => {
    await saveCard(club, member, 'authenticationRequired')
    loseEvents()
    const { body } = await send(member, uuid())
    let questions = 0
    const services = onLine(club, (request, pass) => {
      if (request.method === 'GET') questions += 1
      return pass(request)
    })
    const asked = await Promise.all(Array.from({ length: 10 }, () => refreshTip(services, body.tip.id)))
    expect(new Set(asked.map((outcome) => outcome?.tip.status))).toEqual(new Set(['requires_action']))
    expect(questions).toBe(1)
  })

  it('is visible to its sender only [TIP-6]', async () => {
    const { tipId } = await askedAbout()
    expect((await refresh(club.people.otherMember, tipId)).status).toBe(404)
    expect((await refresh(member, 'not-an-id')).status).toBe(404)
    expect((await refresh(club.people.creator, tipId)).status).toBe(403)
  })
})
