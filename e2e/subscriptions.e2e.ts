import { expect, type Page, runClockUntil, stopClock, pageTime, toastOn } from './club.ts'
import { bankOn, cards, payButton, payOn, test, typeCard } from './joining.ts'
import { becomeLapsed, becomeMember, signInNewcomer, payFor } from './people.ts'

const done = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 })

function startsOn(page: Page) {
  const starts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(create-(re)?subscription|is-resubscriber)$/.test(pathname)) starts.push(pathname)
  })
  return starts
}

const promoCode = (page: Page) => page.getByRole('textbox', { name: 'Promo code' })

async function applyCode(page: Page, code: string) {
  await promoCode(page).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

test('makes a newcomer a member, from the no-access screen to the feed [SUB-1, SUB-3, NOACC-2, HOME-2]', async ({
  visit,
}) => {
  const page = await visit()
  await signInNewcomer(page)
  const starts = startsOn(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Subscribe to Platinum' }).click()
  await expect(page).toHaveURL('/subscribe')
  await expect(done(page, 'Platinum Membership')).toBeVisible()
  const benefits = page.getByRole('main').getByRole('listitem')
  await expect(benefits.filter({ hasText: 'Comments on every post' })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Promo code' })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
  await expect(payButton(page)).toHaveText('Pay $12.99')

  await payOn(page, cards.declined)
  await expect(toastOn(page)).toContainText('Payment FailedYour card was declined.')
  await typeCard(page, cards.good)
  await payButton(page).click()
  await expect(done(page, 'You are in')).toBeVisible()
  expect(starts).toEqual(['/api/is-resubscriber', '/api/create-subscription', '/api/create-subscription'])
  await page.getByRole('link', { name: 'Start Exploring' }).click()
  await expect(page).toHaveURL('/content')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('subscribes a previous member again [SUB-3, NOACC-1]', async ({ visit }) => {
  const page = await visit()
  await becomeLapsed(page)
  const starts = startsOn(page)
  await page.goto('/')
  await expect(page.locator('[data-state="subscription_canceled"]')).toHaveAttribute('data-colour', 'red')
  await page.getByRole('link', { name: 'Re-subscribe Now' }).click()
  await payOn(page, cards.authenticates)
  await bankOn(page).getByRole('button', { name: 'Complete' }).click()
  await expect(done(page, 'You are in')).toBeVisible()
  expect(starts).toEqual(['/api/is-resubscriber', '/api/create-resubscription'])
  await page.goto('/')
  await expect(done(page, 'Welcome, Nora')).toBeVisible()
})

test('shows why a promo code is refused, accepts any case and charges its price [SUB-5]', async ({
  visit,
}) => {
  const page = await visit()
  await signInNewcomer(page)
  await page.goto('/subscribe')
  const apply = page.getByRole('button', { name: 'Apply' })
  await expect(apply).toBeDisabled()
  await promoCode(page).fill('   ')
  await expect(apply).toBeDisabled()

  await applyCode(page, 'handball')
  await expect(toastOn(page)).toHaveText(/^Invalid promo code.+/)
  await expect(toastOn(page)).toHaveAttribute('data-toast', 'destructive')
  await expect(promoCode(page)).toHaveValue('handball')
  await page.route('**/api/validate-stripe-coupon', (route) => route.abort())
  await apply.click()
  await expect(toastOn(page)).toContainText('Invalid promo codePlease check your promo code and try again.')
  await page.unroute('**/api/validate-stripe-coupon')

  await applyCode(page, '  welcome25 ')
  await expect(page.getByText('WELCOME25 takes $3.25 off. You pay $9.74. Then $12.99 a month.')).toBeVisible()
  await expect(payButton(page)).toHaveText('Pay $9.74')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(payButton(page)).toHaveText('Pay $12.99')

  await applyCode(page, 'fiveoff')
  await expect(page.getByText('FIVEOFF takes $5.00 off. You pay $7.99.')).toBeVisible()
  const confirmed = page.waitForResponse(/\/confirm$/)
  await payOn(page, cards.good)
  expect(await (await confirmed).json()).toMatchObject({ status: 'succeeded', amount: 799 })
  await expect(done(page, 'You are in')).toBeVisible()
})

test('activates a membership that a code covers [SUB-6]', async ({ visit }) => {
  const page = await visit()
  await signInNewcomer(page)
  await page.goto('/subscribe')
  await applyCode(page, 'FULLTIME')
  await expect(page.getByText('FULLTIME takes $12.99 off. You pay $0.00.')).toBeVisible()
  await expect(page.getByText('Your card is charged $12.99 when the next month starts')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Cash App' })).toHaveCount(0)
  await typeCard(page, cards.good)
  const activate = page.getByRole('button', { name: 'Activate Membership' })
  await expect(activate).toBeDisabled()
  await page.getByRole('checkbox').check()
  await activate.click()
  await expect(done(page, 'Your subscription is active')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('nothing was charged')
  await expect(page.getByText('already')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Your card is charged when the next month starts.')
  await page.getByRole('link', { name: 'Start Exploring' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('shows a member that nothing is due [SUB-4]', async ({ visit }) => {
  const page = await visit()
  await signInNewcomer(page)
  await page.goto('/subscribe')
  await expect(payButton(page)).toBeVisible()
  // Subscribed on another device in the meantime.
  const start = await (
    await page.request.post('/api/create-subscription', { data: { termsAccepted: true } })
  ).json()
  await payFor(page, start.clientSecret, cards.good)
  await payOn(page, cards.good)
  await expect(toastOn(page)).toContainText('You already have an active subscription.')
  await expect(page.getByRole('main')).toContainText('You already have an active subscription.')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('You already have an active subscription.')
  await expect(payButton(page)).toHaveCount(0)
})

test('keeps the card after a failed setup, and shows success once the server has it [SUB-3, SUB-4]', async ({
  visit,
}) => {
  const page = await visit()
  await signInNewcomer(page)
  await page.goto('/subscribe')
  await page.route('**/api/create-subscription', (route) => route.abort())
  await payOn(page, cards.good)
  await expect(toastOn(page)).toContainText('Unable to set up subscription.')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await page.unroute('**/api/create-subscription')

  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/subscription-status?refresh=1', async (route) => {
    asked.resolve()
    await answer.promise
    await route.continue()
  })
  await payButton(page).click()
  await asked.promise
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect(done(page, 'You are in')).toHaveCount(0)
  answer.resolve()
  await expect(done(page, 'You are in')).toBeVisible()
})

for (const key of ['creator', 'admin'] as const)
  test(`sends the ${key} home after two seconds, with the reason [SUB-2]`, async ({ signedInAs }) => {
    const page = await signedInAs(key)
    await stopClock(page)
    await page.goto('/subscribe')
    // The page starts waiting at once; the toast's code may load later.
    const notYetToldAt = await runClockUntil(page, () =>
      expect(page.getByRole('main')).toContainText('complimentary access', { timeout: 100 }),
    )
    await runClockUntil(page, () =>
      expect(toastOn(page)).toContainText('complimentary access', { timeout: 100 }),
    )
    await expect(payButton(page)).toHaveCount(0)
    await page.clock.runFor(1800)
    await runClockUntil(page, () => expect(page).toHaveURL('/', { timeout: 100 }))
    expect((await pageTime(page)) - notYetToldAt).toBeGreaterThanOrEqual(2000)
  })

test('sends visitors from the offer to the sign-in [SUB-2]', async ({ visit }) => {
  const page = await visit()
  await page.goto('/subscribe')
  await expect(toastOn(page)).toContainText('Unauthorized')
  await expect(page).toHaveURL('/login')
})

test('changes the card in the settings and charges the new one [TIP-4]', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  await page.goto('/settings?section=payment')
  const section = page.getByRole('region', { name: 'Payment method' })
  await expect(section.getByRole('heading', { name: 'Payment method' })).toBeFocused()
  await expect(section).toContainText('visa •••• 4242')
  await typeCard(page, cards.noFunds)
  await page.getByRole('button', { name: 'Save Payment Method' }).click()
  await expect(toastOn(page)).toContainText('Payment Method Not Updated')
  await typeCard(page, cards.mastercard)
  await page.getByRole('button', { name: 'Save Payment Method' }).click()
  await expect(toastOn(page)).toContainText('Payment Method Updated')
  await expect(section).toContainText('mastercard •••• 4444')
  const change = section.getByRole('button', { name: 'Update Payment Method' })
  await expect(change).toBeFocused()
  await change.click()
  await expect(section.getByRole('heading', { name: 'Payment method' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(change).toBeFocused()
  await page.reload()
  await expect(section).toContainText('mastercard •••• 4444')
})
