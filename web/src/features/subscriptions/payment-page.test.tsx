import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { saveSignup, savedSignup } from './signup-data.ts'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { PaymentPage } from './payment-page.tsx'

const signup = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Keane',
  phoneNumber: '+44 20 7946 0000',
  password: 'offside-trap',
  termsAccepted: true as const,
}

let stop = async () => {}
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  await stop()
})

type Answers = Record<string, { status?: number; body: unknown }>

/** Serves these answers by path and notes what was asked. */
async function serve(answers: Answers) {
  const asked: string[] = []
  stop = await servePage(({ url = '', body }, response) => {
    asked.push(`${url} ${body}`)
    const answer = answers[url] ?? { status: 404, body: {} }
    response.writeHead(answer.status ?? 200).end(JSON.stringify(answer.body))
  })
  return asked
}

const intent = {
  '/api/create-subscription-intent': { body: { clientSecret: 'pi_1_secret_2', subscriptionId: 'sub_1' } },
}
const confirmPath = '/sandbox/v1/payment_intents/pi_1/confirm'
const payButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $12.99' })

async function fillIn() {
  fireEvent.change(await screen.findByLabelText('Use a test card'), { target: { value: '4242424242424242' } })
  fireEvent.click(screen.getByRole('checkbox'))
}

describe('the payment page', () => {
  it('redirects to the signup without one [PAY-1]', async () => {
    const page = openPage(PaymentPage, '/payment')
    await waitFor(() => expect(page.pathname()).toBe('/signup'))
  })

  it('shows a setup message, then the form and the way back [PAY-2]', async () => {
    const asked = await serve(intent)
    saveSignup(signup)
    openPage(PaymentPage, '/payment')
    expect(await screen.findByText('Setting up secure payment...')).toBeTruthy()
    await payButton()
    expect(screen.getByRole('link', { name: 'Back to signup' }).getAttribute('href')).toBe('/signup')
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('"password":"offside-trap"')
  })

  it('returns to the signup with the reason when no payment is possible [PAY-2]', async () => {
    await serve({ '/api/create-subscription-intent': { status: 409, body: { message: 'Please sign in.' } } })
    saveSignup(signup)
    const page = openPage(PaymentPage, '/payment')
    await waitFor(() => expect(page.pathname()).toBe('/signup'))
    expect(toastText()).toContain('Please sign in.')
  })

  it('requires ticked terms and a valid card [PAY-3]', async () => {
    const asked = await serve(intent)
    saveSignup(signup)
    openPage(PaymentPage, '/payment')
    const button = await payButton()
    expect(button.disabled).toBe(true)
    fireEvent.click(screen.getByRole('checkbox'))
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
    expect(await screen.findByText('Enter your card number.')).toBeTruthy()
    expect(asked).toHaveLength(1)
  })

  it('pays once for many clicks, saves the ids and continues [PAY-4, PAY-9]', async () => {
    const paid = { object: 'payment_intent', id: 'pi_1', status: 'succeeded' }
    const asked = await serve({ ...intent, [confirmPath]: { body: paid } })
    saveSignup(signup)
    const page = openPage(PaymentPage, '/payment')
    const button = await payButton()
    await fillIn()
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(page.pathname()).toBe('/payment-success'))
    expect(asked.filter((line) => line.startsWith(confirmPath))).toHaveLength(1)
    expect(savedSignup()).toMatchObject({ paymentIntentId: 'pi_1', subscriptionId: 'sub_1' })
  })

  it('shows the decline reason and keeps the input [PAY-7]', async () => {
    const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
    await serve({ ...intent, [confirmPath]: { status: 402, body: { error } } })
    saveSignup(signup)
    openPage(PaymentPage, '/payment')
    const button = await payButton()
    await fillIn()
    fireEvent.click(button)
    await waitFor(() => expect(toastText()).toContain('Your card was declined.'))
    expect(toastText()).toContain('Payment Failed')
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242')
  })

  it('removes the decline message once the next attempt is paid [PAY-4, PAY-7]', async () => {
    const error = { type: 'card_error', code: 'card_declined', message: 'Your card has insufficient funds.' }
    const answers: Answers = { ...intent, [confirmPath]: { status: 402, body: { error } } }
    await serve(answers)
    saveSignup(signup)
    const page = openPage(PaymentPage, '/payment')
    const button = await payButton()
    await fillIn()
    fireEvent.click(button)
    await waitFor(() => expect(toastText()).toContain('Your card has insufficient funds.'))
    answers[confirmPath] = { body: { object: 'payment_intent', id: 'pi_1', status: 'succeeded' } }
    fireEvent.click(button)
    await waitFor(() => expect(page.pathname()).toBe('/payment-success'))
    expect(document.querySelector('[data-toast][data-state="open"]')).toBeNull()
  })

  it('continues at once when the signup is paid already [PAY-5, PAY-9]', async () => {
    await serve({
      '/api/create-subscription-intent': {
        body: { clientSecret: null, subscriptionId: 'sub_1', alreadyPaid: true },
      },
    })
    saveSignup(signup)
    const page = openPage(PaymentPage, '/payment')
    await waitFor(() => expect(page.pathname()).toBe('/payment-success'))
  })
})
