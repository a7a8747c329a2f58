import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { installStandInStripe } from '#testing/stand-in-stripe.ts'
import { chooseTheme } from '#ui/theme.ts'
import { PaymentMethodFields } from './payment-method-fields.tsx'
import type { MethodChoice, Purpose } from './open-provider.ts'
import { usePaymentMethod } from './use-method.ts'

afterEach(cleanup)

let forms = 0

/** A form on a site with real keys, and what its button read. */
function openForm(purpose: Purpose) {
  forms += 1
  const publishableKey = `pk_test_${forms}`
  const read: (MethodChoice | null)[] = []
  function Form() {
    const method = usePaymentMethod(
      { payments: { provider: 'stripe', publishableKey, apiBase: null, methods: ['card', 'cashapp'] } },
      purpose,
    )
    return (
      <>
        <PaymentMethodFields method={method} />
        <button
          type="button"
          disabled={!method.isReady}
          onClick={() => void method.read().then((choice) => read.push(choice))}
        >
          Pay
        </button>
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  return { read }
}

type StandIn = { options: object[]; fieldOptions: object[] }
const standIn = (): StandIn => Reflect.get(window, 'standIn')

/** Stripe.js and its stand-in stay loaded; clears what earlier tests recorded. */
function letStripeLoad() {
  if (!('Stripe' in window)) installStandInStripe(window, { api: '/stripe', frame: null })
  standIn().options.length = 0
  standIn().fieldOptions.length = 0
}

const payButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Pay' })
const ready = () => waitFor(() => expect(payButton().disabled).toBe(false))

describe('Stripe’s own fields', () => {
  // This test comes first: Stripe.js stays loaded.
  it('that cannot be loaded leave words, and a button that tries again', async () => {
    openForm({ mode: 'setup' })
    const failing = setInterval(() => {
      for (const script of document.querySelectorAll('script[src^="https://js.stripe.com"]'))
        script.dispatchEvent(new Event('error'))
    }, 5)
    const words = await screen.findByRole('alert')
    clearInterval(failing)
    expect(words.textContent).toContain('could not be loaded')
    expect(payButton().disabled).toBe(true)
    letStripeLoad()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await ready()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('are asked for a subscription’s first payment, by card and Cash App and nothing else [PAY-8]', async () => {
    letStripeLoad()
    openForm({ mode: 'subscription', amountCents: 974 })
    expect(payButton().disabled).toBe(true)
    await ready()
    expect(standIn().options[0]).toMatchObject({
      mode: 'subscription',
      amount: 974,
      currency: 'usd',
      allowedPaymentMethodTypes: ['card', 'cashapp'],
      appearance: { theme: 'night' },
    })
    // A secret may be used up by then, and Stripe.js accepts no used one.
    expect(standIn().options[0]).not.toHaveProperty('clientSecret')
    expect(standIn().fieldOptions[0]).toMatchObject({
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    })
    expect(screen.queryByLabelText('Card number')).toBeNull()
  })

  it('follow the theme', async () => {
    letStripeLoad()
    openForm({ mode: 'setup' })
    await ready()
    expect(standIn().options[0]).toMatchObject({ mode: 'setup', currency: 'usd' })
    act(() => chooseTheme('light'))
    await waitFor(() => expect(standIn().options.at(-1)).toMatchObject({ appearance: { theme: 'stripe' } }))
    act(() => chooseTheme('dark'))
  })

  it('show their own errors and send the input only to Stripe [PAY-3]', async () => {
    letStripeLoad()
    const { read } = openForm({ mode: 'setup' })
    await ready()
    fireEvent.click(payButton())
    await waitFor(() => expect(read).toEqual([null]))
    const field = screen.getByLabelText('Stand-in card number')
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: '4242424242424242' } })
    fireEvent.click(payButton())
    await waitFor(() => expect(read).toHaveLength(2))
    expect(read[1]).toMatchObject({ type: 'elements' })
  })
})
