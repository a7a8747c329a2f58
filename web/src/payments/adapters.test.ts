import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { installStandInStripe } from '#testing/stand-in-stripe.ts'
import { toOutcome } from './payment-outcome.ts'
import { type MethodChoice, openProvider } from './open-provider.ts'
import { loadedStripe } from './stripe-js.ts'

const keys = { sandbox: 'pk_test_sandbox_1', stripe: 'pk_test_1' }

const adapters = {
  'the sandbox’s': {
    provider: openProvider({
      payments: {
        provider: 'sandbox',
        publishableKey: keys.sandbox,
        apiBase: '/sandbox',
        methods: ['card'],
      },
    }),
    method: async (): Promise<MethodChoice> => ({
      type: 'card',
      card: { number: '4242424242424242', expMonth: '12', expYear: '2034', cvc: '123' },
    }),
  },
  'Stripe’s': {
    provider: openProvider({
      payments: { provider: 'stripe', publishableKey: keys.stripe, apiBase: null, methods: ['card'] },
    }),
    method: async (): Promise<MethodChoice> => {
      const stripe = await loadedStripe(keys.stripe)
      return { type: 'elements', elements: stripe.elements({ mode: 'setup', currency: 'usd' }) }
    },
  },
}

type Answer = { status?: number; body: unknown }

let stop = async () => {}
let answer: (path: string) => Answer
beforeEach(async () => {
  stop = await servePage(({ url = '' }, response) => {
    const { status = 200, body } = answer(url)
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  installStandInStripe(window, { api: '/sandbox', frame: null })
})
afterEach(() => stop())

const paid = { object: 'payment_intent', id: 'pi_1', status: 'succeeded', client_secret: 'pi_1_secret_2' }
const saved = { object: 'setup_intent', id: 'seti_1', status: 'succeeded', client_secret: 'seti_1_secret_2' }
const declined = {
  error: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    payment_intent: { ...paid, status: 'requires_payment_method' },
  },
}

describe.each(Object.entries(adapters))('%s adapter', (_name, { provider, method }) => {
  const confirmation = async (clientSecret: string) => ({
    clientSecret,
    method: await method(),
    returnUrl: 'https://club.example/payment-success',
  })

  it('answers a payment with the intent [PAY-4]', async () => {
    answer = () => ({ body: paid })
    const confirmed = await provider.confirmPayment(await confirmation('pi_1_secret_2'))
    expect(confirmed).toMatchObject({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })
    expect(confirmed.error).toBeUndefined()
  })

  it('answers a set-up with the intent', async () => {
    answer = () => ({ body: saved })
    const confirmed = await provider.confirmSetup(await confirmation('seti_1_secret_2'))
    expect(confirmed).toMatchObject({ setupIntent: { id: 'seti_1', status: 'succeeded' } })
  })

  it('answers a declined card with the code, the bank’s reason and the words for people [PAY-7]', async () => {
    answer = () => ({ status: 402, body: declined })
    const confirmed = await provider.confirmPayment(await confirmation('pi_1_secret_2'))
    expect(confirmed).toMatchObject(declined)
    expect(toOutcome(confirmed)).toEqual({
      outcome: 'failed',
      message: 'Your card has insufficient funds.',
    })
  })

  it('recognizes an earlier payment [PAY-5]', async () => {
    const error = {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: paid,
    }
    answer = () => ({ status: 400, body: { error } })
    const confirmed = await provider.confirmPayment(await confirmation('pi_1_secret_2'))
    expect(toOutcome(confirmed)).toEqual({ outcome: 'paid', intentId: 'pi_1' })
  })

  it('throws nothing when the answer cannot be read [PAY-7]', async () => {
    answer = () => ({ body: '<html>' })
    const confirmed = await provider.confirmPayment(await confirmation('pi_1_secret_2'))
    expect(confirmed.error?.type).toBe('api_connection_error')
    expect(toOutcome(confirmed).outcome).toBe('failed')
  })

  it('returns the outcome of authentication, and never throws [PAY-6]', async () => {
    answer = () => ({ status: 402, body: declined })
    expect(await provider.handleNextAction('pi_1_secret_2')).toMatchObject(declined)
    answer = () => ({ body: { ...paid, status: 'processing' } })
    const none = await provider.handleNextAction('pi_1_secret_2')
    expect(none.error ? 'an error' : toOutcome(none).outcome).toMatch(/^(processing|an error)$/)
  })
})
