import { afterEach, describe, expect, it } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { openProvider } from './open-provider.ts'
import { pay } from './pay.ts'

let stop = async () => {}
afterEach(() => stop())

const provider = openProvider({
  payments: { provider: 'sandbox', publishableKey: 'pk_test_1', apiBase: '/sandbox', methods: ['card'] },
})
const card = { number: '4242424242424242', expMonth: '12', expYear: '2030', cvc: '123' }
const confirmation = {
  clientSecret: 'pi_1_secret_2',
  method: { type: 'card' as const, card },
  returnUrl: 'https://club.example/payment-success',
}

describe('the provider in the browser', () => {
  it('confirms as Stripe.js does, without an address to come back to unless one must leave [PAY-4]', async () => {
    const seen: unknown[] = []
    stop = await servePage((request, response) => {
      seen.push([request.method, request.url, request.headers.authorization, request.body])
      response.end('{"object":"payment_intent","id":"pi_1","status":"succeeded"}')
    })
    expect(await pay({ ...confirmation, provider, onAuthentication: () => undefined })).toEqual({
      outcome: 'paid',
      intentId: 'pi_1',
    })
    expect(seen).toEqual([
      [
        'POST',
        '/sandbox/v1/payment_intents/pi_1/confirm',
        'Bearer pk_test_1',
        new URLSearchParams({
          client_secret: 'pi_1_secret_2',
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': '4242424242424242',
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2030',
          'payment_method_data[card][cvc]': '123',
        }).toString(),
      ],
    ])
  })

  it('asks for authentication once and uses its outcome [PAY-6]', async () => {
    let asked = 0
    stop = await servePage((request, response) => {
      const status = request.method === 'POST' ? 'requires_action' : 'succeeded'
      response.end(JSON.stringify({ object: 'payment_intent', id: 'pi_1', status }))
    })
    const onAuthentication = () => {
      asked += 1
    }
    expect((await pay({ ...confirmation, provider, onAuthentication })).outcome).toBe('paid')
    expect(asked).toBe(1)
  })

  it('promises only no double charge when the response is unreadable [PAY-7, PAY-9]', async () => {
    stop = await servePage((_request, response) => response.end('<html>'))
    expect(await pay({ ...confirmation, provider, onAuthentication: () => undefined })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('never charged twice'),
    })
  })

  it('explains that no payment method is available', async () => {
    const nowhere = openProvider({
      payments: { provider: 'sandbox', publishableKey: 'pk_test_1', apiBase: null, methods: ['card'] },
    })
    expect(nowhere.isAvailable).toBe(false)
    expect((await nowhere.confirmPayment(confirmation)).error?.message).toContain('not available')
  })
})
