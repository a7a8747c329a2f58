import { type DemoAccountKey, expect, type Page } from './club.ts'
import { bankOn, cards, payButton, test } from './joining.ts'
import { signInNewcomer, payFor } from './people.ts'

const panel = (page: Page, state: string) => page.locator(`[data-state="${state}"]`)

const states: {
  key: DemoAccountKey
  state: string
  colour: string
  words: RegExp
  subscribe: string
  support: boolean
}[] = [
  {
    key: 'newcomer',
    state: 'none',
    colour: 'violet',
    words: /Platinum members only/,
    subscribe: 'Subscribe to Platinum',
    support: false,
  },
  {
    key: 'lapsed',
    state: 'subscription_canceled',
    colour: 'red',
    words: /Your subscription has ended/,
    subscribe: 'Re-subscribe Now',
    support: false,
  },
  {
    key: 'pastDue',
    state: 'payment_failed',
    colour: 'yellow',
    words: /Your payment did not go through/,
    subscribe: 'Pay Now',
    support: true,
  },
]

for (const { key, state, colour, words, subscribe, support } of states)
  test(`shows ${state} in ${colour}, with the next step [NOACC-1, NOACC-2, NOACC-3, HOME-2]`, async ({
    signedInAs,
  }) => {
    const page = await signedInAs(key)
    await page.goto('/')
    const screen = panel(page, state)
    await expect(screen).toHaveAttribute('data-colour', colour)
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText(words)
    await expect(screen.getByRole('link', { name: subscribe })).toHaveAttribute('href', '/subscribe')
    await expect(screen.getByRole('button', { name: 'Contact Support' })).toHaveCount(support ? 1 : 0)
    await expect(page.getByText('Latest Posts')).toHaveCount(0)
    expect((await page.request.get('/api/posts')).status()).toBe(403)
  })

test('shows a payment under review in blue without asking for another [NOACC-1, NOACC-2] @everywhere', async ({
  visit,
  isMobile,
}) => {
  const page = await visit()
  await signInNewcomer(page)
  await page.goto('/subscribe')
  await page.getByRole('radio', { name: 'Cash App' }).check()
  await page.getByRole('checkbox').check()
  await payButton(page).click()
  const wallet = isMobile ? page : bankOn(page)
  await wallet.getByRole('button', { name: 'Authorize slowly', exact: true }).click()
  await expect(page).toHaveURL('/subscribe')
  const screen = panel(page, 'payment_processing')
  await expect(screen).toHaveAttribute('data-colour', 'blue')

  await page.goto('/')
  await expect(screen).toHaveAttribute('data-colour', 'blue')
  await expect(screen).toContainText('We received your payment.')
  await expect(screen).toContainText('1-2 hours, rarely up to 48 hours')
  await expect(screen.getByRole('link')).toHaveCount(0)
  await screen.getByRole('button', { name: 'Contact Support' }).click()
  await expect(page.getByRole('dialog', { name: 'Contact Support' })).toBeVisible()
})

/** Pays for the membership over the API, as on another device. */
async function payElsewhere(page: Page) {
  const start = await (
    await page.request.post('/api/create-subscription', { data: { termsAccepted: true } })
  ).json()
  await payFor(page, start.clientSecret, cards.good)
  await page.request.get('/api/subscription-status?refresh=1')
  expect(await (await page.request.get('/api/check-access')).json()).toEqual({ hasAccess: true })
}

test('opens automatically once there is access [NOACC-4]', async ({ visit }) => {
  const page = await visit()
  await signInNewcomer(page)
  await page.clock.install()
  await page.goto('/')
  await expect(panel(page, 'none')).toBeVisible()
  await payElsewhere(page)
  await expect(panel(page, 'none')).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('heading', { name: 'Welcome, Ned', level: 1 })).toBeVisible()
})

test('opens member pages automatically too [NOACC-4, FEED-1, MYT-1]', async ({ visit }) => {
  const page = await visit()
  await signInNewcomer(page)
  await page.clock.install()
  await page.goto('/content')
  await expect(page.getByRole('heading', { name: 'Upgrade to Platinum' })).toBeVisible()
  await payElsewhere(page)
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tip', exact: true })).toBeVisible()
})
