import { expect, it } from 'vitest'

import { parseForm } from '#api/form.ts'
import { cardFields, openShop, refusalOf } from '#testing/shop.ts'

it('parses indexed, appended and nested form fields, and numeric metadata keys', () => {
  const form = 'items[0][price]=a&items[1][price]=b&tags[]=x&tags[]=y&metadata[0]=zero&deep[a][b]=c&none='
  expect(JSON.parse(JSON.stringify(parseForm(form)))).toEqual({
    items: [{ price: 'a' }, { price: 'b' }],
    tags: ['x', 'y'],
    metadata: { '0': 'zero' },
    deep: { a: { b: 'c' } },
    none: '',
  })
})

it('lists the newest first and pages in both directions', async () => {
  const shop = await openShop()
  const names = ['a', 'b', 'c', 'd', 'e']
  for (const name of names) await shop.stripe.customers.create({ name })
  const first = await shop.stripe.customers.list({ limit: 2 })
  expect(first.data.map(({ name }) => name)).toEqual(['e', 'd'])
  expect(first.has_more).toBe(true)
  const all = await shop.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ name }) => name)).toEqual(['e', 'd', 'c', 'b', 'a'])
  const newer = await shop.stripe.customers.list({ limit: 2, ending_before: all[3]!.id })
  expect(newer.data.map(({ name }) => name)).toEqual(['d', 'c'])
  expect((await refusalOf(shop.stripe.customers.list({ limit: 101 }))).param).toBe('limit')
  await shop.sandbox.close()
})

it('expands requested objects up to four levels', async () => {
  const shop = await openShop()
  const { secret, subscription, customer } = await shop.subscribe()
  await shop.confirm(secret, cardFields('4242424242424242'))
  const { data } = await shop.stripe.subscriptions.list({
    customer: customer.id,
    expand: ['data.customer', 'data.latest_invoice.payments', 'data.items.data.price'],
  })
  expect(data[0]!.customer).toMatchObject({ id: customer.id, email: 'ada@example.org' })
  expect(data[0]!.latest_invoice).toMatchObject({ payments: { data: [{ status: 'paid' }] } })
  const plain = await shop.stripe.invoices.list({ subscription: subscription.id })
  expect(plain.data[0]).not.toHaveProperty('payments')
  expect(plain.data[0]).not.toHaveProperty('confirmation_secret')
  const [intent = ''] = secret.split('_secret_')
  const back = await shop.stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    expand: ['data.invoice', 'data.payment.payment_intent.latest_charge'],
  })
  expect(back.data[0]).toMatchObject({
    invoice: { id: plain.data[0]!.id },
    payment: { payment_intent: { latest_charge: { amount: 1299 } } },
  })
  const deeper = shop.stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.payments.data.payment.payment_intent'],
  })
  expect((await refusalOf(deeper)).message).toContain('more than 4 levels')
  const bad = shop.stripe.customers.retrieve(customer.id, { expand: ['nothing'] })
  expect((await refusalOf(bad)).message).toContain('cannot be expanded (nothing)')
  // A value that only looks like an id is plain text.
  const posing = await shop.stripe.customers.create({
    description: customer.id,
    metadata: { of: customer.id },
  })
  for (const path of ['description', 'metadata.of']) {
    const refused = await refusalOf(shop.stripe.customers.retrieve(posing.id, { expand: [path] }))
    expect(refused.message).toContain(`cannot be expanded (${path})`)
  }
  await shop.sandbox.close()
})

it('names unknown parameters, routes and objects', async () => {
  const shop = await openShop()
  const unknown = { name: 'Ada', colour: 'green' }
  expect(await refusalOf(shop.stripe.customers.create(unknown))).toMatchObject({
    code: 'parameter_unknown',
    param: 'colour',
  })
  const missing = await refusalOf(shop.stripe.checkout.sessions.list())
  expect(missing).toMatchObject({ statusCode: 404 })
  expect(missing.message).toContain('checkout/sessions')
  expect(await refusalOf(shop.stripe.customers.retrieve('cus_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  await shop.sandbox.close()
})

it('merges metadata and unsets keys with an empty string', async () => {
  const shop = await openShop()
  const { id } = await shop.stripe.customers.create({ name: 'Ada', metadata: { a: '1', b: '2' } })
  const changed = await shop.stripe.customers.update(id, { name: '', metadata: { a: '', c: '3' } })
  expect(changed).toMatchObject({ name: null, metadata: { b: '2', c: '3' } })
  expect(await shop.stripe.customers.update(id, { metadata: '' })).toMatchObject({ metadata: {} })
  await shop.stripe.customers.del(id)
  expect(await shop.stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true })
  await shop.sandbox.close()
})
