import { expect, it } from 'vitest'

import { createControlApi } from '#control/control-api.ts'
import { cardFields, idOf, openShop, refusalOf, type Shop } from '#testing/shop.ts'

async function paidMember(shop: Shop) {
  const made = await shop.subscribe()
  await shop.confirm(made.secret, cardFields('4242424242424242'))
  const { data } = await shop.stripe.charges.list({ customer: made.customer.id })
  return { ...made, charge: data[0]! }
}

it('lets a saved card go bad and good again without showing another face', async () => {
  const shop = await openShop()
  const { customer, charge } = await paidMember(shop)
  const method = charge.payment_method!
  const tip = {
    amount: 500,
    currency: 'usd',
    customer: customer.id,
    payment_method: method,
    confirm: true,
    off_session: true,
  }
  shop.sandbox.control.changeCard(method, '4000 0000 0000 9995')
  expect((await refusalOf(shop.stripe.paymentIntents.create(tip))).decline_code).toBe('insufficient_funds')
  expect((await shop.stripe.paymentMethods.retrieve(method)).card?.last4).toBe('4242')
  shop.sandbox.control.changeCard(method, '4242424242424242')
  expect((await shop.stripe.paymentIntents.create(tip)).status).toBe('succeeded')
  expect(() => shop.sandbox.control.changeCard(method, '4929000000006')).toThrow('test card')
  await shop.sandbox.close()
})

it('takes a payment back and suspects it, by charge or by intent, once', async () => {
  const shop = await openShop()
  const { charge } = await paidMember(shop)
  const { control } = shop.sandbox
  control.warnOfFraud(idOf(charge.payment_intent))
  expect((await shop.stripe.radar.earlyFraudWarnings.list({ charge: charge.id })).data).toHaveLength(1)
  const dispute = control.dispute(charge.id, 'product_not_received')
  expect(await shop.stripe.disputes.retrieve(dispute.id)).toMatchObject({
    amount: 1299,
    reason: 'product_not_received',
    status: 'needs_response',
  })
  expect(() => control.dispute(charge.id)).toThrow('disputed already')
  expect(() => control.dispute('ch_none')).toThrow('ch_none')
  await shop.sandbox.close()
})

it('forgets everything but its keys when it is reset, and goes on', async () => {
  const shop = await openShop()
  await paidMember(shop)
  shop.sandbox.control.failNext({ path: '/v1/customers', when: 'before', how: 500 })
  shop.sandbox.control.reset()
  expect((await shop.stripe.customers.list()).data).toEqual([])
  expect((await shop.stripe.events.list()).data).toEqual([])
  expect((await shop.stripe.balance.retrieve()).pending[0]!.amount).toBe(0)
  const made = await shop.stripe.customers.create({ name: 'Ada' })
  expect((await shop.stripe.customers.retrieve(made.id)).id).toBe(made.id)
  await shop.sandbox.close()
})

it('refuses levers that do not exist, wrong input, and pages of other sites', async () => {
  const shop = await openShop()
  const ask = createControlApi(shop.sandbox.control)
  const post = async (lever: string, body: string, headers: Record<string, string> = {}) => {
    const response = await ask(new Request(`http://x/${lever}`, { method: 'POST', body, headers }))
    return `${response.status} ${await response.text()}`
  }
  expect(await post('run-due', '')).toBe('204 ')
  expect(await post('run-due', '', { origin: 'https://elsewhere.example' })).toMatch(/^403/)
  expect(await post('explode', '')).toMatch(/^404/)
  expect(await post('webhooks/drop', '{"count":"two"}')).toMatch(/^400.*`count`/)
  expect(await post('fail-next', '{"path":"/v1","when":"later","how":500}')).toMatch(/^400.*`when`/)
  expect(await post('fail-randomly', '{"share":1,"kinds":["flood"]}')).toMatch(/^400.*`kinds`/)
  expect(await post('fail-randomly', '{"share":2}')).toMatch(/^400.*`share`/)
  expect(await post('fail-randomly', '{"share":1,"kinds":["429"]}')).toBe('204 ')
  expect((await refusalOf(shop.stripe.customers.list())).statusCode).toBe(429)
  expect(await post('fail-randomly', '{"share":0}')).toBe('204 ')
  expect((await shop.stripe.customers.list()).data).toEqual([])
  expect(await post('dispute', '{"payment":"ch_1","reason":"because"}')).toMatch(/^400.*`reason`/)
  expect(await post('advance', '{"ms":1000}')).toMatch(/^400.*clock belongs/)
  expect(await post('reset', '[]')).toMatch(/^400.*JSON object/)
  await shop.sandbox.close()
})
