import { expect, it } from 'vitest'

import { cardFields, openShop, type Shop } from '#testing/shop.ts'

async function challenged(shop: Shop, number = '4000002760003184') {
  const made = await shop.subscribe()
  const { body } = await shop.confirm(made.secret, cardFields(number))
  expect(body.status).toBe('requires_action')
  return { ...made, url: body.next_action?.redirect_to_url?.url ?? '' }
}

it('redirects a 3-D Secure card to its page and completes there', async () => {
  const shop = await openShop()
  const { url, subscription, secret } = await challenged(shop)
  expect(url).toMatch(/^http:\/\/shop\.test\/sandbox\/3ds\/pi_/)
  const page = await (await shop.browser(url.replace('http://shop.test/sandbox', ''))).text()
  expect(page).toContain('<html lang="en">')
  expect(page).toContain('$12.99')
  expect(page).not.toMatch(/<script|style=/)

  const done = await shop.press(url, 'complete')
  expect(done.status).toBe(303)
  const back = new URL(done.headers.get('location') ?? '')
  expect(Object.fromEntries(back.searchParams)).toEqual({
    step: '2',
    payment_intent: secret.split('_secret_')[0],
    payment_intent_client_secret: secret,
    redirect_status: 'succeeded',
  })
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  await shop.sandbox.close()
})

it('stays in a frame of the shop, which may load no other page', async () => {
  const shop = await openShop()
  const { url, subscription } = await challenged(shop)
  const inFrame = { 'sec-fetch-dest': 'iframe' }
  const done = await shop.press(url, 'complete', inFrame)
  expect([done.status, done.headers.get('location')]).toEqual([200, null])
  expect(await done.text()).toContain('You can close this window and go back to the shop.')
  const again = await shop.browser(url.replace('http://shop.test/sandbox', ''), undefined, inFrame)
  expect(again.status).toBe(200)
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  await shop.sandbox.close()
})

it('leaves the intent open for another card after failed 3-D Secure', async () => {
  const shop = await openShop()
  const { url, subscription, secret } = await challenged(shop)
  const back = new URL((await shop.press(url, 'fail')).headers.get('location') ?? '')
  expect(back.searchParams.get('redirect_status')).toBe('failed')
  const intent = await shop.stripe.paymentIntents.retrieve(secret.split('_secret_')[0]!)
  expect(intent).toMatchObject({ status: 'requires_payment_method', latest_charge: null })
  expect(intent.last_payment_error?.code).toBe('payment_intent_authentication_failure')
  expect((await shop.confirm(secret, cardFields('4242424242424242'))).body.status).toBe('succeeded')
  expect((await shop.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  await shop.sandbox.close()
})

it('declines after a passed challenge when the card says so', async () => {
  const shop = await openShop()
  const { url, secret } = await challenged(shop, '4000008260003178')
  const back = new URL((await shop.press(url, 'complete')).headers.get('location') ?? '')
  expect(back.searchParams.get('redirect_status')).toBe('failed')
  const intent = await shop.stripe.paymentIntents.retrieve(secret.split('_secret_')[0]!)
  expect(intent.last_payment_error?.decline_code).toBe('insufficient_funds')
  await shop.sandbox.close()
})

it('opens the page only with its own link, and accepts only its own form', async () => {
  const shop = await openShop()
  const { url, secret } = await challenged(shop)
  const path = url.replace('http://shop.test/sandbox', '')
  expect((await shop.browser(path.split('?')[0]!)).status).toBe(404)
  expect((await shop.browser(path, { choice: 'complete', csrf: 'forged' })).status).toBe(403)
  const intent = await shop.stripe.paymentIntents.retrieve(secret.split('_secret_')[0]!)
  expect(intent.status).toBe('requires_action')
  await shop.sandbox.close()
})

it('pays with Cash App at once, slowly, or not at all', async () => {
  const shop = await openShop()
  const form = { 'payment_method_data[type]': 'cashapp', return_url: 'http://shop.test/back' }
  const outcomes: string[] = []
  for (const choice of ['authorize', 'slowly', 'slowly_fail', 'decline', 'expire']) {
    const { secret, subscription } = await shop.subscribe()
    const { body } = await shop.confirm(secret, form)
    const action = body.next_action?.cashapp_handle_redirect_or_display_qr_code
    const back = new URL(
      (await shop.press(action!.hosted_instructions_url, choice)).headers.get('location') ?? '',
    )
    const before = (await shop.stripe.subscriptions.retrieve(subscription.id)).status
    await shop.pass(10 * 60_000)
    const after = (await shop.stripe.subscriptions.retrieve(subscription.id)).status
    outcomes.push(`${back.searchParams.get('redirect_status')} ${before} ${after}`)
  }
  expect(outcomes).toEqual([
    'succeeded active active',
    'pending incomplete active',
    'pending incomplete incomplete',
    'failed incomplete incomplete',
    'failed incomplete incomplete',
  ])
  const { data } = await shop.stripe.events.list({ type: 'payment_intent.payment_failed' })
  const codes = data.map(({ data: { object } }) =>
    'last_payment_error' in object ? Object(object.last_payment_error).code : null,
  )
  expect(new Set(codes)).toEqual(
    new Set(['payment_intent_payment_attempt_failed', 'payment_intent_payment_attempt_expired']),
  )
  await shop.sandbox.close()
})

it('shows a browser only its own intent', async () => {
  const shop = await openShop()
  const { secret } = await shop.subscribe({ metadata: { note: 'private' } })
  const [id = ''] = secret.split('_secret_')
  const seen = await shop.browser(`/v1/payment_intents/${id}?client_secret=${secret}`)
  const intent: Record<string, unknown> = JSON.parse(await seen.text())
  expect(intent).toMatchObject({ id, status: 'requires_payment_method', amount: 1299 })
  for (const field of ['customer', 'metadata', 'latest_charge']) expect(intent).not.toHaveProperty(field)
  expect((await shop.browser(`/v1/payment_intents/${id}?client_secret=${id}_secret_wrong`)).status).toBe(400)
  expect((await shop.browser('/v1/customers')).status).toBe(404)
  expect((await shop.browser('/v1/payment_intents')).status).toBe(404)
  await shop.sandbox.close()
})

it('notifies the shop by script when there is no return URL', async () => {
  const shop = await openShop()
  const { next_action } = await shop.stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_authenticationRequired',
  })
  const done = await shop.press(next_action!.redirect_to_url!.url!, 'complete')
  expect(done.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await done.text()).toContain('<script src="../assets/done.js" defer></script>')
  const script = await shop.browser('/assets/done.js')
  expect(script.headers.get('content-type')).toContain('text/javascript')
  expect(await script.text()).toContain("type: 'finished'")
  const { data: events } = await shop.stripe.events.list({ type: 'payment_intent.succeeded' })
  expect(events[0]?.request).toEqual({ id: expect.stringMatching(/^req_/), idempotency_key: null })
  await shop.sandbox.close()
})
