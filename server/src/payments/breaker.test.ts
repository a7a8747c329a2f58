import { BrokenCircuitError } from 'cockatiel'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openProviderAlone, type ProviderAlone } from '#testing/provider-alone.ts'
import { clientWithBreaker } from './breaker.ts'
import { isOutcomeUnknown, toRefusal } from './provider-errors.ts'

let provider: ProviderAlone
let sent = 0
const changes: boolean[] = []
beforeAll(async () => {
  provider = await openProviderAlone()
})
afterAll(() => provider.close())
beforeEach(() => {
  sent = 0
  changes.length = 0
})
afterEach(() => void provider.sandbox.control.failRandomly(null))

/** The SDK with a breaker of its own, which counts what really goes out. */
function sdkFor(address: string, restMs: number): Stripe {
  const { hostname, port } = new URL(address)
  const wire = Stripe.createNodeHttpClient()
  const counted: Stripe.HttpClient = {
    getClientName: () => wire.getClientName(),
    makeRequest: (...request) => ((sent += 1), wire.makeRequest(...request)),
  }
  return new Stripe(provider.sandbox.secretKey, {
    httpClient: clientWithBreaker(counted, { restMs, onChange: (isOpen) => changes.push(isOpen) }),
    maxNetworkRetries: 0,
    telemetry: false,
    host: hostname,
    port,
    protocol: 'http',
  })
}

const failing = () => provider.sandbox.control.failRandomly({ share: 1, seed: 8, kinds: ['500-before'] })

/** What comes of a question: the error it failed with, or null. */
const failureOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => error,
  )

it('stops calling a failing provider, and retries with one request [R-08]', async () => {
  const stripe = sdkFor(provider.env['STRIPE_API_BASE']!, 300)
  const asked = () => failureOf(stripe.customers.list({ limit: 1 }))
  failing()
  for (let count = 0; count < 5; count += 1) expect(await asked()).toMatchObject({ statusCode: 500 })
  expect([sent, changes]).toEqual([5, [true]])
  provider.sandbox.control.failRandomly(null)
  await expect.poll(asked).toBeNull()
  expect([sent, changes]).toEqual([6, [true, false]])
  expect(await Promise.all([asked(), asked(), asked()])).toEqual([null, null, null])
  expect(sent).toBe(9)
})

it('fails suspended requests at once without claiming they were sent [R-08]', async () => {
  const nowhere = sdkFor('http://127.0.0.1:9', 600_000)
  const asked = () => failureOf(nowhere.customers.list({ limit: 1 }))
  for (let count = 0; count < 5; count += 1)
    expect(await asked()).toMatchObject({ type: 'StripeConnectionError' })
  const held = await asked()
  expect([sent, changes]).toEqual([5, [true]])
  expect(held).toMatchObject({ detail: expect.any(BrokenCircuitError) })
  expect(isOutcomeUnknown(held)).toBe(true)
  expect(toRefusal(held)).toMatchObject({
    status: 503,
    message: 'The payment service does not answer right now. Please try again in a moment.',
  })
})

it('stays closed when most requests succeed or are declined [R-08]', async () => {
  const stripe = sdkFor(provider.env['STRIPE_API_BASE']!, 600_000)
  const asked = (id: string) => failureOf(stripe.customers.retrieve(id))
  for (let count = 0; count < 10; count += 1)
    expect(await asked('cus_of_nobody')).toMatchObject({ code: 'resource_missing' })
  failing()
  for (let count = 0; count < 8; count += 1) await asked('cus_of_nobody')
  provider.sandbox.control.failRandomly(null)
  expect(await asked('cus_of_nobody')).toMatchObject({ code: 'resource_missing' })
  expect([sent, changes]).toEqual([19, []])
})
