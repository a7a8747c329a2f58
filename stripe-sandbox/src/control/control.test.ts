import { expect, it, vi } from 'vitest'

import { createControlApi } from '#control/control-api.ts'
import { cardFields, idOf, openShop, refusalOf, type Shop } from '#testing/shop.ts'

async function paidMember(shop: Shop) {
  const made = await shop.subscribe()
  await shop.confirm(made.secret, cardFields('4242424242424242'))
  const { data } = await shop.stripe.charges.list({ customer: made.customer.id })
  return { ...made, charge: data[0]! }
}

it('makes a saved card fail and work again without changing its details', async () => {
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

it('disputes a payment and flags it as fraud, by charge or intent, once', async () => {
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

it('deletes everything but its keys on a reset, and keeps working', async () => {
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

it('rejects unknown controls, invalid input and other sites’ pages', async () => {
  const shop = await openShop()
  const ask = createControlApi(shop.sandbox.control)
  const post = async (control: string, body: string, headers: Record<string, string> = {}) => {
    const response = await ask(new Request(`http://x/${control}`, { method: 'POST', body, headers }))
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
  // A rejected request has no effect, so only a decline or a failure can follow one.
  for (const how of [400, 404, 409, 429])
    expect(await post('fail-next', `{"path":"/v1","when":"after","how":${how}}`)).toMatch(/^400.*`?how`?/)
  expect(await post('pay-out-to-bank', '{"amount":5}')).toMatch(/^400.*5 of 0/)
  expect(await post('webhooks/replay', '{"event":"evt_none"}')).toMatch(/^404.*evt_none/)
  expect(await post('take-service-fee', '{"amount":0.5}')).toMatch(/^400.*cents/)
  await shop.sandbox.close()
})

it('reports why a control failed', async () => {
  const shop = await openShop()
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const ask = createControlApi(shop.sandbox.control, {
    'run-due': () => {
      throw new Error('renew of sub_1: no price')
    },
  })
  const response = await ask(new Request('http://x/run-due', { method: 'POST' }))
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ error: { message: 'renew of sub_1: no price' } })
  expect(said.mock.calls.join()).toContain('renew of sub_1')
  said.mockRestore()
  await shop.sandbox.close()
})

it('deducts the provider’s own fee from the balance', async () => {
  const shop = await openShop()
  const fee = shop.sandbox.control.takeServiceFee(1000)
  expect(await shop.stripe.balanceTransactions.retrieve(fee.id)).toMatchObject({
    type: 'stripe_fee',
    reporting_category: 'fee',
    net: -1000,
    source: null,
  })
  expect((await shop.stripe.balance.retrieve()).available[0]!.amount).toBe(-1000)
  await shop.sandbox.close()
})

it('opens an inquiry before a dispute, and escalates it on request', async () => {
  const shop = await openShop()
  const { charge } = await paidMember(shop)
  const { control } = shop.sandbox
  const before = (await shop.stripe.balance.retrieve()).pending[0]!.amount
  const inquiry = control.dispute(charge.id, 'fraudulent', true)
  expect(inquiry).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
  })
  const { id } = inquiry
  await shop.stripe.refunds.create({ charge: charge.id, amount: 100 })
  const evidence = { uncategorized_text: 'She was there.' }
  expect((await shop.stripe.disputes.update(id, { evidence, submit: true })).status).toBe(
    'warning_under_review',
  )
  const taken = control.dispute(charge.id)
  expect(taken).toMatchObject({ id, status: 'needs_response', is_charge_refundable: false, amount: 1199 })
  expect(taken.balance_transactions).toHaveLength(1)
  expect((await refusalOf(shop.stripe.refunds.create({ charge: charge.id }))).code).toBe('charge_disputed')

  const other = await paidMember(shop)
  const brief = control.dispute(other.charge.id, 'general', true)
  expect((await shop.stripe.disputes.close(brief.id)).status).toBe('warning_closed')
  expect(
    (await shop.stripe.disputes.list({ charge: other.charge.id })).data[0]!.balance_transactions,
  ).toEqual([])
  const { available, pending } = await shop.stripe.balance.retrieve()
  const now = [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
  expect(now).toBe(2 * before - 100 - 1199 - 1500)
  const { data } = await shop.stripe.events.list({ type: 'charge.dispute.funds_withdrawn' })
  expect(data).toHaveLength(1)
  await shop.sandbox.close()
})
