import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { saveSignup, savedSignup } from './signup-data.ts'
import { signupFailure } from './signup-flow.ts'
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

type Answer = { status?: number; body: unknown }
type Answers = Record<string, Answer | ((sent: string) => Answer)>

/** Serves these answers by path and notes what was asked. */
async function serve(answers: Answers) {
  const asked: string[] = []
  stop = await servePage(({ url = '', body }, response) => {
    asked.push(`${url} ${body}`)
    const found = answers[url] ?? { status: 404, body: {} }
    const answer = typeof found === 'function' ? found(body) : found
    response.writeHead(answer.status ?? 200).end(JSON.stringify(answer.body))
  })
  return asked
}

const intent = {
  '/api/create-subscription-intent': { body: { clientSecret: 'pi_1_secret_2', subscriptionId: 'sub_1' } },
}
const confirmPath = '/sandbox/v1/payment_intents/pi_1/confirm'
const payButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $12.99' })

const sentCode = (line: string) => JSON.parse(line.slice(line.indexOf('{'))).couponCode

async function fillIn() {
  fireEvent.change(await screen.findByLabelText('Use a test card'), { target: { value: '4242424242424242' } })
  fireEvent.click(screen.getByRole('checkbox'))
}

async function applyCode(code: string) {
  const offer = (await screen.findByText('Have a promo code?')).closest('details')!
  offer.open = true
  fireEvent(offer, new Event('toggle'))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Promo code' }), { target: { value: code } })
  fireEvent.submit(screen.getByRole('form', { name: 'Promo code' }))
}

describe('the payment page', () => {
  it('redirects to the signup without one [PAY-1]', async () => {
    const page = openPage(PaymentPage, '/payment')
    await waitFor(() => expect(page.pathname()).toBe('/signup'))
  })

  it('shows a setup message, then the form and a link back [PAY-2]', async () => {
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
    expect(signupFailure()).toBe('Please sign in.')
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
    expect(screen.getByRole('alert').textContent).toBe('Your card was declined.')
    expect(document.activeElement).toBe(screen.getByRole('alert'))
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
    expect(screen.getByRole('alert')).toBeTruthy()
    answers[confirmPath] = { body: { object: 'payment_intent', id: 'pi_1', status: 'succeeded' } }
    fireEvent.click(button)
    await waitFor(() => expect(page.pathname()).toBe('/payment-success'))
    expect(document.querySelector('[data-toast][data-state="open"]')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('names the provider, the methods and the next charge [PAY-2]', async () => {
    await serve(intent)
    saveSignup(signup)
    openPage(PaymentPage, '/payment')
    await payButton()
    const accepted = within(await screen.findByRole('list', { name: 'Accepted' }))
    expect(accepted.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
      'Visa',
      'Mastercard',
      'American Express',
      'Discover',
    ])
    expect(screen.getByText(/Test mode: no money moves/)).toBeTruthy()
    expect(screen.queryByText(/Payments by Stripe/)).toBeNull()
    const summary = await screen.findByRole('complementary', { name: 'Platinum Membership' })
    expect(summary.textContent).toMatch(/Next charge: \$12\.99 on \w+ \d+, \d{4}/)
  })

  const partial = { discountAmount: 3.25, finalPrice: 9.74, renewalPrice: 12.99, cardRequired: true }
  const whole = { ...partial, discountAmount: 12.99, finalPrice: 0 }

  it('charges the price of a promo code and names the next full charge [SUB-5]', async () => {
    const asked = await serve({
      ...intent,
      '/api/validate-stripe-coupon': { body: { code: 'WELCOME25', ...partial } },
      [confirmPath]: { body: { object: 'payment_intent', id: 'pi_1', status: 'succeeded' } },
    })
    saveSignup(signup)
    const page = openPage(PaymentPage, '/payment')
    await applyCode('welcome25')
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $9.74' })
    const summary = await screen.findByRole('complementary', { name: 'Platinum Membership' })
    expect(summary.textContent).toMatch(/Due today\$9\.74Next charge: \$12\.99 on/)
    await fillIn()
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
    await waitFor(() => expect(page.pathname()).toBe('/payment-success'))
    const codes = asked.filter((line) => line.includes('subscription-intent')).map(sentCode)
    expect(codes).toEqual([null, 'WELCOME25'])
  })

  it('saves a card for a code that covers the month, then activates [SUB-6]', async () => {
    const answers: Answers = {
      ...intent,
      '/api/validate-stripe-coupon': { body: { code: 'FULLTIME', ...whole } },
      '/sandbox/v1/setup_intents/seti_1/confirm': {
        body: { object: 'setup_intent', id: 'seti_1', status: 'succeeded' },
      },
    }
    const asked = await serve(answers)
    saveSignup(signup)
    const page = openPage(PaymentPage, '/payment')
    await applyCode('fulltime')
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Activate Membership' })
    await fillIn()
    await waitFor(() => expect(button.disabled).toBe(false))
    answers['/api/create-subscription-intent'] = (sent) => ({
      body: sent.includes('"setupIntentId":"seti_1"')
        ? { clientSecret: null, subscriptionId: 'sub_2', alreadyPaid: true }
        : { clientSecret: 'seti_1_secret_2', subscriptionId: '' },
    })
    fireEvent.click(button)
    await waitFor(() => expect(page.pathname()).toBe('/payment-success'))
    expect(asked.filter((line) => line.includes('setup_intents'))).toHaveLength(1)
    expect(savedSignup()).toMatchObject({ subscriptionId: 'sub_2' })
  })

  it('keeps the reason why a code was refused beside the button [SUB-5, PAY-7]', async () => {
    const answers: Answers = {
      ...intent,
      '/api/validate-stripe-coupon': { body: { code: 'WELCOME25', ...partial } },
    }
    await serve(answers)
    saveSignup(signup)
    openPage(PaymentPage, '/payment')
    await applyCode('welcome25')
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $9.74' })
    await fillIn()
    await waitFor(() => expect(button.disabled).toBe(false))
    const message = 'You have already used this promo code.'
    answers['/api/create-subscription-intent'] = {
      status: 404,
      body: { code: 'invalid_promo_code', message },
    }
    fireEvent.click(button)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
    expect(toastText()).toContain(message)
    // Without the code the payment is prepared again, because the code may have replaced the first.
    answers['/api/create-subscription-intent'] = intent['/api/create-subscription-intent']
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByRole('button', { name: 'Pay $12.99' })).toBeTruthy()
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
