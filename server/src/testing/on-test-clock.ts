import { Stripe } from 'stripe'
import { expect, vi } from 'vitest'
import type { MovingClock, Clock } from '#time/clock.ts'
import type { Club } from './club.ts'

const isMoving = (clock: Clock): clock is MovingClock => 'set' in clock

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/**
 * Creates all further customers on a test clock, which allows three. `advanceTo` moves it and the club's clock, and
 * delivers the events up to then. `close` deletes the clock with its customers.
 */
export async function onTestClock({ services }: Club) {
  const { payments, config, clock } = services
  const { stripe } = payments
  const { testClocks } = stripe.testHelpers
  const keys = config.payments.stripe
  if (!keys || !isMoving(clock)) throw new Error('only a club with keys can be put on a test clock')
  const { id } = await testClocks.create({ frozen_time: seconds(clock.now()), name: 'Touchline’s tests' })
  const naming: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/v1/customers') return fetch(request)
    const headers = new Headers(request.headers)
    headers.delete('content-length')
    const body = `${await request.text()}&test_clock=${id}`
    return fetch(request.url, { method: 'POST', headers, body })
  }
  const { secretKey, apiBase } = keys
  payments.stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(naming),
    telemetry: false,
    ...(apiBase ? { host: apiBase.hostname, port: apiBase.port || '80', protocol: 'http' as const } : {}),
  })
  return {
    async advanceTo(moment: Date): Promise<void> {
      await testClocks.advance(id, { frozen_time: seconds(moment) })
      const arrived = async () => expect((await testClocks.retrieve(id)).status).toBe('ready')
      await vi.waitFor(arrived, { timeout: 240_000, interval: 500 })
      clock.set(moment)
      await payments.sandbox!.control.webhooks.drained()
    },
    async close(): Promise<void> {
      await testClocks.del(id)
    },
  }
}
