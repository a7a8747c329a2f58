import { beforeEach, expect, it } from 'vitest'

import { cardFields, dayMs, idOf, openShop, refusalOf, type Shop } from '#testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
  return () => shop.sandbox.close()
})

const minuteMs = 60_000
const features = {
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true },
  invoice_history: { enabled: true },
}
const configured = () => shop.stripe.billingPortal.configurations.create({ features })
const card = { number: '5555 5555 5555 4444', expiry: '12 / 34', cvc: '123' }

/** A customer with a running subscription, and a function that opens their portal. */
async function customerOf(configuration?: string, more: { customer?: string } = {}) {
  const { subscription, secret } = await shop.subscribe(more)
  const customer = { id: idOf(subscription.customer) }
  await shop.confirm(secret, cardFields('4242424242424242'))
  const id = configuration ?? (await configured()).id
  return {
    customer: customer.id,
    subscription: subscription.id,
    session: { customer: customer.id, configuration: id, return_url: 'http://shop.test/settings' },
  }
}

const pathOf = (url: string) => new URL(url, 'http://shop.test/sandbox/').pathname.replace('/sandbox', '')

/** Opens a page of the portal and follows redirects. */
async function visit(url: string): Promise<{ path: string; status: number; text: string }> {
  const path = pathOf(url) + new URL(url, 'http://shop.test').search
  const answer = await shop.browser(path)
  const to = answer.headers.get('location')
  if (to) return visit(new URL(to, `http://shop.test/sandbox${path}`).href)
  return { path, status: answer.status, text: await answer.text() }
}

/** Submits a page's form: its own fields and the typed ones. */
async function send(path: string, page: string, typed: Record<string, string> = {}) {
  const carried = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const own = Object.fromEntries(carried.map(([, name = '', value = '']) => [name, value]))
  const answer = await shop.browser(path, { ...own, ...typed })
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() }
}

async function open(
  session: Parameters<Shop['stripe']['billingPortal']['sessions']['create']>[0],
): Promise<string> {
  return (await shop.stripe.billingPortal.sessions.create(session)).url
}

const redirect = { type: 'redirect' as const, redirect: { return_url: 'http://shop.test/back' } }
const cancelFlow = (subscription: string) => ({
  type: 'subscription_cancel' as const,
  subscription_cancel: { subscription },
  after_completion: redirect,
})

it('shows a customer their subscription, payment methods, invoices and a way back', async () => {
  const { session, subscription } = await customerOf()
  await shop.stripe.products.update((await shop.stripe.products.list()).data[0]!.id, { name: '<b>Club</b>' })
  const { text, status } = await visit(await open(session))
  expect(status).toBe(200)
  for (const words of [
    '&lt;b&gt;Club&lt;/b&gt;, $12.99 per month',
    'Renews on December 21, 2026.',
    'Visa •••• 4242, expires 12/2034',
    '<td>$12.99</td><td>Paid</td>',
    'href="http://shop.test/settings"',
    `cancel?subscription=${subscription}`,
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(/<script|style=|<b>/)
})

it('expires without its URL, after five minutes, or an hour after the last use', async () => {
  const { session } = await customerOf()
  const url = await open(session)
  expect((await visit(`${url.slice(0, -1)}x`)).status).toBe(404)
  await shop.pass(4 * minuteMs)
  expect((await visit(url)).status).toBe(200)
  await shop.pass(50 * minuteMs)
  expect((await visit(url)).status).toBe(200)
  await shop.pass(61 * minuteMs)
  expect((await visit(url)).status).toBe(404)
  const unused = await open(session)
  await shop.pass(5 * minuteMs + 1000)
  const late = await visit(unused)
  expect([late.status, late.text]).toEqual([404, expect.stringContaining('open it again')])
})

it('cancels by date and without the flag, and follows the flow’s redirect', async () => {
  const { session, subscription } = await customerOf()
  const url = await open({ ...session, flow_data: cancelFlow(subscription) })
  const page = await visit(url)
  expect(page.text).toContain('It ends on December 21, 2026.')
  expect(await send(page.path, page.text, { csrf: 'forged' })).toMatchObject({ status: 403 })
  expect((await shop.stripe.subscriptions.retrieve(subscription)).cancel_at).toBeNull()
  expect(await send(page.path, page.text)).toMatchObject({ status: 303, to: 'http://shop.test/back' })
  const ending = await shop.stripe.subscriptions.retrieve(subscription)
  expect(ending).toMatchObject({
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: ending.items.data[0]!.current_period_end,
    cancellation_details: { reason: 'cancellation_requested' },
  })
  expect((await visit(page.path)).status).toBe(404)
  expect((await visit(url)).text).toContain('You can close this page.')

  const again = await refusalOf(open({ ...session, flow_data: cancelFlow(subscription) }))
  expect(again.message).toContain('already set to be cancel')
  const home = await visit(await open(session))
  expect(home.text).toContain('Canceled. Ends on December 21, 2026.')
  const kept = await send(`${home.path}/keep`, home.text)
  expect((await visit(new URL(kept.to!, `http://shop.test${home.path}/keep`).href)).text).toContain('goes on')
  expect((await shop.stripe.subscriptions.retrieve(subscription)).cancel_at).toBeNull()
  await shop.pass(40 * dayMs)
  expect((await shop.stripe.subscriptions.retrieve(subscription)).status).toBe('active')
})

it('saves a card as the customer’s default and keeps the subscription’s own', async () => {
  const { session, customer, subscription } = await customerOf()
  const before = await shop.stripe.subscriptions.retrieve(subscription)
  const flow_data = { type: 'payment_method_update' as const, after_completion: redirect }
  const page = await visit(await open({ ...session, flow_data }))
  const wrong: [Partial<typeof card>, RegExp][] = [
    [{ number: '4111111111111111' }, /non test card.*id="number"[^>]*aria-invalid="true"/s],
    [{ number: '4000000000000002' }, /role="alert">Your card was declined/],
    [{ expiry: '12 / 20' }, /id="expiry"[^>]*aria-describedby="problem" aria-invalid="true"/],
    [{ cvc: '' }, /id="cvc"[^>]*aria-invalid="true"/],
  ]
  for (const [typed, message] of wrong) {
    const answer = await send(page.path, page.text, { ...card, ...typed })
    expect([answer.status, answer.text]).toEqual([402, expect.stringMatching(message)])
    expect(answer.text).not.toContain(typed.number ?? card.number)
  }
  expect((await shop.stripe.paymentMethods.list({ customer })).data).toHaveLength(1)
  expect(await send(page.path, page.text, card)).toMatchObject({ status: 303, to: 'http://shop.test/back' })
  const [saved] = (await shop.stripe.paymentMethods.list({ customer })).data
  expect(saved?.card).toMatchObject({ brand: 'mastercard', last4: '4444', exp_year: 2034 })
  const holder = await shop.stripe.customers.retrieve(customer)
  expect(holder).toMatchObject({ invoice_settings: { default_payment_method: saved?.id } })
  const after = await shop.stripe.subscriptions.retrieve(subscription)
  expect(after.default_payment_method).toBe(before.default_payment_method)
  const { data: events } = await shop.stripe.events.list({ limit: 10 })
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['customer.updated', 'payment_method.attached', 'billing_portal.session.created']),
  )
})

it('makes a saved card the default with its button, and no other customer’s', async () => {
  const { session, customer } = await customerOf()
  const strangers = (await customerOf(session.configuration)).customer
  const [foreign] = (await shop.stripe.paymentMethods.list({ customer: strangers })).data
  const other = await shop.stripe.paymentMethods.attach('pm_card_mastercard', { customer })
  const home = await visit(await open(session))
  expect(home.text).toMatch(/<span>Mastercard&nbsp;••••&nbsp;4444, expires&nbsp;\d\d\/\d{4}<\/span>/)
  expect(home.text).toContain('aria-label="Make default: Mastercard •••• 4444, ')
  const defaultOf = async () => {
    const found = await shop.stripe.customers.retrieve(customer)
    return found.deleted ? undefined : found.invoice_settings.default_payment_method
  }
  const choose = (method: string) => send(`${home.path}/payment-method`, home.text, { method })
  const before = await defaultOf()
  await choose(foreign!.id)
  expect(await defaultOf()).toBe(before)
  expect((await choose(other.id)).status).toBe(303)
  expect(await defaultOf()).toBe(other.id)
  const after = await visit(home.path)
  expect(after.text).toMatch(/4444, [^<]*<\/span> <strong>Default<\/strong>/)
})

it('saves a card that needs authentication only after it succeeds', async () => {
  const { session, customer } = await customerOf()
  const page = await visit(await open({ ...session, flow_data: { type: 'payment_method_update' } }))
  const defaultOf = async () => {
    const found = await shop.stripe.customers.retrieve(customer)
    return found.deleted ? undefined : found.invoice_settings.default_payment_method
  }
  for (const [choice, words] of [
    ['fail', 'unable to authenticate'],
    ['complete', 'Your payment method is updated.'],
  ] as const) {
    const sent = await send(page.path, page.text, { ...card, number: '4000002760003184' })
    expect([sent.to, await defaultOf()]).toEqual([expect.stringContaining('/sandbox/3ds/seti_'), null])
    const back = await shop.press(sent.to!, choice)
    expect((await visit(back.headers.get('location')!)).text).toContain(words)
  }
  expect(await defaultOf()).toMatch(/^pm_/)
})

it('denies access to another customer’s objects', async () => {
  const configuration = (await configured()).id
  const mine = await customerOf(configuration)
  const other = await customerOf(configuration)
  const stolen = await refusalOf(open({ ...mine.session, flow_data: cancelFlow(other.subscription) }))
  expect([stolen.code, stolen.param]).toEqual([
    'resource_missing',
    'flow_data[subscription_cancel][subscription]',
  ])
  const home = await visit(await open(mine.session))
  const form = await visit(`${home.path}/cancel?subscription=${mine.subscription}`)
  const theirs = { subscription: other.subscription }
  expect((await send(`${home.path}/cancel`, form.text, theirs)).status).toBe(404)
  expect((await visit(`${home.path}/cancel?subscription=${other.subscription}`)).status).toBe(404)
  expect((await shop.stripe.subscriptions.retrieve(other.subscription)).cancel_at).toBeNull()
})

it('rejects invalid sessions as Stripe does', async () => {
  const { session, subscription } = await customerOf()
  const { configuration, ...none } = session
  expect((await refusalOf(open(none))).message).toContain('No configuration provided')
  expect((await refusalOf(open({ ...none, configuration: 'bpc_none' }))).code).toBe('resource_missing')
  const cases = [
    cancelFlow(subscription),
    { type: 'payment_method_update' as const },
    { type: 'subscription_update' as const },
    { type: 'subscription_cancel' as const },
  ]
  await shop.stripe.billingPortal.configurations.update(configuration, {
    features: { payment_method_update: { enabled: false }, subscription_cancel: { enabled: false } },
  })
  const refused = await Promise.all(cases.map((flow_data) => refusalOf(open({ ...session, flow_data }))))
  expect(refused.map(({ message }) => message)).toEqual([
    expect.stringContaining('subscription cancel feature in the portal configuration is disabled'),
    expect.stringContaining('payment method update feature in the portal configuration is disabled'),
    expect.stringContaining('not in this sandbox'),
    expect.stringContaining('disabled'),
  ])
  const home = await visit(await open(session))
  expect(home.text).not.toMatch(/Cancel subscription|Update payment method/)
  expect((await visit(`${home.path}/payment-method`)).status).toBe(404)
  await shop.stripe.billingPortal.configurations.update(configuration, { active: false })
  expect((await refusalOf(open(session))).message).toContain('not active')
  const paused = shop.stripe.billingPortal.configurations.create({
    features: { subscription_pause: { enabled: true } },
  })
  expect((await refusalOf(paused)).code).toBe('sandbox_feature_missing')
})

it('uses the customer’s test clock, and is read-only while that advances', async () => {
  const { testClocks } = shop.stripe.testHelpers
  const start = Date.UTC(2030, 2, 1, 9) / 1000
  const clock = await testClocks.create({ frozen_time: start })
  const { id } = await shop.stripe.customers.create({ test_clock: clock.id })
  const { session, subscription } = await customerOf(undefined, { customer: id })
  const url = await open(session)
  // By the sandbox's own clock the URL would have expired.
  await shop.pass(dayMs)
  const home = await visit(url)
  expect(home.text).toContain('Renews on April 1, 2030.')
  const form = await visit(`${home.path}/payment-method`)
  expect((await send(form.path, form.text, card)).status).toBe(303)
  const asked = await visit(`${home.path}/cancel?subscription=${subscription}`)
  expect((await send(asked.path, asked.text)).status).toBe(303)

  const [saved] = (await shop.stripe.paymentMethods.list({ customer: id })).data
  expect([saved?.card?.last4, saved?.created]).toEqual(['4444', start])
  const ending = await shop.stripe.subscriptions.retrieve(subscription)
  expect(ending).toMatchObject({ canceled_at: start, cancel_at: Date.UTC(2030, 3, 1, 9) / 1000 })
  const { data: events } = await shop.stripe.events.list({ limit: 100 })
  for (const [type, object] of [
    ['customer.updated', id],
    ['payment_method.attached', saved?.id],
    ['customer.subscription.updated', subscription],
  ])
    expect(events).toContainEqual(
      expect.objectContaining({
        type,
        created: start,
        data: expect.objectContaining({ object: expect.objectContaining({ id: object }) }),
        request: { id: expect.stringMatching(/^req_/), idempotency_key: null },
      }),
    )

  const again = await visit(url)
  const advance = new Request(`http://x/v1/test_helpers/test_clocks/${clock.id}/advance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.sandbox.secretKey}` },
    body: new URLSearchParams({ frozen_time: String(ending.cancel_at) }),
  })
  // The clock starts in a later turn than this response.
  expect((await shop.sandbox.secret(advance)).status).toBe(200)
  const busy = await send(`${again.path}/keep`, again.text)
  expect([busy.status, busy.text]).toEqual([429, expect.stringContaining('underway')])
  await expect.poll(async () => (await testClocks.retrieve(clock.id)).status).toBe('ready')
  expect((await shop.stripe.subscriptions.retrieve(subscription)).status).toBe('canceled')
  expect((await visit(url)).status).toBe(404)
})
