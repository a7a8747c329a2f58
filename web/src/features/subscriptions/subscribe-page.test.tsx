import { cleanup, fireEvent, screen } from '@testing-library/react'
import { words } from '@touchline/content/demo/words.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { SubscribePage } from './subscribe-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const user = { id: 'p', email: 'p@club.example', role: 'subscriber', hasAccess: true, firstName: 'Pia' }
const status = {
  hasAccess: true,
  subscriptionState: 'past_due',
  message: 'Your last payment failed',
  userMessage: 'Please pay.',
  showSubscribeButton: true,
  showContactSupport: false,
  subscriptionPrice: 12.99,
  accessUntil: null,
}
const owed = {
  subscription: {
    status: 'past_due',
    current_period_end: 1_782_000_000,
    cancel_at_period_end: false,
    amount_due: 824,
    items: { data: [{ price: { unit_amount: 1099 } }] },
  },
  paymentMethods: [],
}

/** Opens the page with an unpaid renewal; each details request returns the next of these statuses. */
async function openOwing(...codes: number[]) {
  const answers: Record<string, object> = {
    '/api/auth/user': user,
    '/api/subscription-status': status,
    '/api/is-resubscriber': { isResubscriber: false },
  }
  stop = await servePage(({ url = '' }, response) => {
    const isDetails = url === '/api/subscription-details'
    response
      .writeHead(isDetails ? (codes.shift() ?? 200) : 200)
      .end(JSON.stringify(isDetails ? owed : (answers[url] ?? {})))
  })
  openPage(() => <SubscribePage />)
}

const summary = () => screen.findByRole('complementary', { name: 'Platinum Membership' })

describe('the page with an unpaid renewal', () => {
  it('charges the open invoice, not the current price [SUB-3]', async () => {
    await openOwing()
    expect(await screen.findByRole('button', { name: 'Pay $8.24' })).toBeTruthy()
    await summary()
    const amounts = [...document.querySelectorAll('aside dd')].map((amount) => amount.textContent)
    expect(amounts).toEqual(['$10.99', '$8.24'])
    expect(screen.queryByText(/Next charge/)).toBeNull()
    expect(screen.queryByRole('form', { name: 'Promo code' })).toBeNull()
  })

  it('shows no payment while the amount is unknown [SUB-3]', async () => {
    await openOwing(400)
    const again = await screen.findByRole('button', { name: 'Try Again' })
    expect(screen.queryByRole('button', { name: /^Pay \$/ })).toBeNull()
    expect(screen.queryByText('$12.99')).toBeNull()
    fireEvent.click(again)
    expect(await screen.findByRole('button', { name: 'Pay $8.24' })).toBeTruthy()
  })
})

it('asks for a card for a full code and names the next charge [SUB-6]', async () => {
  const answers: Record<string, object> = {
    '/api/auth/user': { ...user, hasAccess: false },
    '/api/subscription-status': { ...status, hasAccess: false, subscriptionState: 'none' },
    '/api/is-resubscriber': { isResubscriber: false },
    '/api/subscription-details': { subscription: null, paymentMethods: [] },
    '/api/validate-stripe-coupon': {
      code: 'FULLTIME',
      discountAmount: 12.99,
      finalPrice: 0,
      renewalPrice: 12.99,
      cardRequired: true,
    },
  }
  stop = await servePage(({ url = '' }, response) => response.end(JSON.stringify(answers[url] ?? {})))
  openPage(() => <SubscribePage />)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Promo code' }), {
    target: { value: 'fulltime' },
  })
  fireEvent.submit(screen.getByRole('form', { name: 'Promo code' }))
  const activate = await screen.findByRole('button', { name: 'Activate Membership' })
  const form = activate.closest('form')!
  expect(form.textContent).toContain('nothing is charged today. Your card is charged $12.99')
  const { textContent } = await summary()
  const lines = [...document.querySelectorAll('aside dl > div')].map((line) => line.textContent)
  expect(lines.at(-1)).toBe('Due today$0.00')
  expect(textContent).toMatch(/Next charge: \$12\.99 on \w+ \d+, \d{4}/)
})

it('shows a newcomer the benefits, the promo code box and the payment form [SUB-1]', async () => {
  const answers: Record<string, object> = {
    '/api/auth/user': { ...user, hasAccess: false },
    '/api/subscription-status': { ...status, hasAccess: false, subscriptionState: 'none' },
    '/api/is-resubscriber': { isResubscriber: false },
    '/api/subscription-details': { subscription: null, paymentMethods: [] },
  }
  stop = await servePage(({ url = '' }, response) => response.end(JSON.stringify(answers[url] ?? {})))
  openPage(() => <SubscribePage />)
  expect(await screen.findByRole('heading', { name: 'Platinum Membership', level: 1 })).toBeTruthy()
  expect(await screen.findByRole('form', { name: 'Promo code' })).toBeTruthy()
  expect(await screen.findByRole('form', { name: 'Payment' })).toBeTruthy()
  const { watch, takePart } = words.plan
  const listed = [...document.querySelectorAll('main ul:not([aria-label]) li')].map(
    (line) => line.textContent,
  )
  expect(listed).toEqual([...watch.items, ...takePart.items])
})
