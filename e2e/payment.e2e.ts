import { dismissToast, expect, type Page, runClockUntil, stopClock, toastOn } from './club.ts'
import {
  arriveHome,
  bankOn,
  cards,
  newApplicant,
  payButton,
  payOn,
  signUpOn,
  test,
  typeCard,
} from './joining.ts'

/** Records the page's charge requests. */
function chargesAskedOn(page: Page) {
  const charges: string[] = []
  page.on('request', (request) => {
    if (/\/sandbox\/v1\/payment_intents\/[^/]+\/confirm$/.test(request.url())) charges.push(request.url())
  })
  return charges
}

async function openPayment(page: Page) {
  const fan = newApplicant()
  await page.goto('/signup')
  await signUpOn(page, fan)
  await expect(payButton(page)).toBeVisible()
  return fan
}

/** Holds the responses about the account until the returned function is called. */
async function holdAccount(page: Page) {
  const browser = page.context()
  await browser.route('**/api/create-user', (route) => route.abort())
  return () => browser.unroute('**/api/create-user')
}

test('leads to the form without a signup and after a failed setup, then to the payment [PAY-1, PAY-2, PAY-3]', async ({
  visit,
}) => {
  const page = await visit()
  await page.goto('/payment')
  await expect(page).toHaveURL('/signup')
  await expect(page.getByRole('heading', { name: 'Join the club', level: 1 })).toBeVisible()

  await page.route('**/api/create-subscription-intent', (route) =>
    route.fulfill({ status: 503, json: { message: 'Payments are away.', code: 'unavailable' } }),
  )
  await signUpOn(page, newApplicant())
  await expect(toastOn(page)).toContainText('Payments are away.')
  await expect(page).toHaveURL('/signup')
  await page.unroute('**/api/create-subscription-intent')
  await dismissToast(page)

  const held = Promise.withResolvers<void>()
  await page.route('**/api/create-subscription-intent', async (route) => {
    await held.promise
    await route.continue()
  })
  await signUpOn(page, newApplicant())
  await expect(page.getByText('Setting up secure payment...')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to signup' })).toHaveAttribute('href', '/signup')
  await expect(payButton(page)).toHaveCount(0)

  held.resolve()
  await expect(payButton(page)).toBeDisabled()
  await expect(page.getByText('Setting up secure payment...')).toHaveCount(0)
  await page.getByRole('checkbox').check()
  await expect(payButton(page)).toBeEnabled()
  await page.getByRole('checkbox').uncheck()
  await expect(payButton(page)).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Back to signup' })).toBeVisible()
})

test('shows the decline reason, or its own message without a response [PAY-7]', async ({ visit }) => {
  const page = await visit()
  await openPayment(page)
  await payOn(page, cards.declined)
  await expect(toastOn(page)).toContainText('Payment FailedYour card was declined.')
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002')

  await page.route('**/confirm', (route) =>
    route.fulfill({ status: 402, json: { error: { type: 'card_error' } } }),
  )
  await payButton(page).click()
  await expect(toastOn(page)).toContainText('Payment FailedFailed to process payment')
  await expect(page).toHaveURL('/payment')
  await expect(payButton(page)).toBeEnabled()
})

test('charges once when two tabs pay for the same signup [PAY-4, PAY-5, PAY-9]', async ({ visit }) => {
  const first = await visit()
  const fan = await openPayment(first)
  const second = await first.context().newPage()
  await second.goto('/signup')
  await signUpOn(second, fan)
  await expect(payButton(second)).toBeVisible()

  const claim = first.waitForRequest('**/api/create-user')
  await arriveHome(first, fan, () => payOn(first, cards.good))
  expect((await claim).postDataJSON()).toMatchObject({
    paymentIntentId: expect.stringMatching(/^pi_/),
    subscriptionId: expect.stringMatching(/^sub_/),
  })
  await arriveHome(second, fan, async () => {
    const answer = second.waitForResponse(/\/confirm$/)
    await payOn(second, cards.good)
    const { error } = await (await answer).json()
    expect(error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    })
  })
})

test('pays with Cash App in a dialog after a first refusal [PAY-8, PAY-7]', async ({ visit }) => {
  const page = await visit()
  const fan = await openPayment(page)
  await page.getByRole('radio', { name: 'Cash App' }).check()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await page.getByRole('checkbox').check()
  await payButton(page).click()
  await expect(toastOn(page)).toContainText('Continue in Cash AppPlease approve it there.')
  await expect(page.getByRole('dialog', { name: 'Continue in Cash App' })).toBeVisible()
  await expect(bankOn(page).getByRole('heading', { name: 'Cash App Pay test page' })).toBeVisible()
  await bankOn(page).getByRole('button', { name: 'Decline' }).click()
  await expect(toastOn(page)).toContainText('Payment Failed')

  await payButton(page).click()
  const authorize = bankOn(page).getByRole('button', { name: 'Authorize', exact: true })
  await expect(authorize).toBeVisible()
  await arriveHome(page, fan, () => authorize.click())
})

test('leaves the page for Cash App on a phone and returns [PAY-8] @phone', async ({ visit }) => {
  const page = await visit()
  const fan = await openPayment(page)
  await page.getByRole('radio', { name: 'Cash App' }).check()
  await page.getByRole('checkbox').check()
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Cash App Pay test page' })).toBeVisible()
  const authorize = page.getByRole('button', { name: 'Authorize', exact: true })
  await arriveHome(page, fan, () => authorize.click())
})

test('never charges twice: not for a double click, a reload or the back button [PAY-9]', async ({
  visit,
}) => {
  const page = await visit()
  const fan = await openPayment(page)
  const charges = chargesAskedOn(page)
  const release = await holdAccount(page)
  await typeCard(page, cards.good)
  await page.getByRole('checkbox').check()
  await payButton(page).dblclick()
  await expect(page.getByText(/Your payment is safe. We will keep trying/)).toBeVisible()

  await page.reload()
  await expect(page.getByText(/Your payment is safe. We will keep trying/)).toBeVisible()
  await page.goto('/payment')
  await expect(page).toHaveURL('/payment-success')
  await expect(page.getByText(/Your payment is safe. We will keep trying/)).toBeVisible()
  // Leave the page first; otherwise it gets its response before the reload.
  await page.goto('about:blank')
  await release()
  await arriveHome(page, fan, () => page.goBack())
  expect(charges).toHaveLength(1)
})

test('continues without paying again after the tab was closed [PAY-10]', async ({ visit }) => {
  const closed = await visit()
  const fan = await openPayment(closed)
  const release = await holdAccount(closed)
  await payOn(closed, cards.good)
  await expect(closed).toHaveURL('/payment-success')
  const page = await closed.context().newPage()
  // Leave the page first; a closing page may complete its last request.
  await closed.goto('about:blank')
  await closed.close()
  await release()

  const charges = chargesAskedOn(page)
  await page.goto('/signup')
  await arriveHome(page, fan, () => signUpOn(page, fan))
  expect(charges).toEqual([])
})

test('asks a person who paid in another browser to sign in [PAY-10]', async ({ visit }) => {
  const paid = await visit()
  const fan = await openPayment(paid)
  await holdAccount(paid)
  await payOn(paid, cards.good)
  await expect(paid).toHaveURL('/payment-success')

  const page = await visit()
  await page.goto('/signup')
  await signUpOn(page, fan)
  // At its field if the account exists already, else in the toast of the payment page.
  const words = page.getByRole('alert').or(toastOn(page)).first()
  await expect(words).toContainText('An account with this email already exists. Please sign in.')
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(fan.email)
  await page.getByLabel('Password', { exact: true }).fill(fan.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/content')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('welcomes the member and counts down to the club [DONE-1, DONE-2]', async ({ visit }) => {
  const page = await visit()
  const fan = await openPayment(page)
  const homeAsked: number[] = []
  await page.route('/', (route) => {
    homeAsked.push(homeAsked.length)
    // The first navigation gets stuck, so that the second countdown shows.
    return homeAsked.length === 1 ? route.fulfill({ status: 204 }) : route.continue()
  })
  await stopClock(page)
  await payOn(page, cards.good)
  const board = page.getByText('until you are taken inside')
  await runClockUntil(page, () => expect(board).toContainText('0:05', { timeout: 100 }))
  await expect(toastOn(page)).toContainText('Account Created!Your subscription is now active. Redirecting...')
  await expect(page.getByRole('heading', { name: 'Welcome to Touchline', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('signup'))).toBeNull()

  await page.clock.runFor(1000)
  await expect(board).toContainText('0:04')
  expect(homeAsked).toHaveLength(0)
  // The page's clock stands still while another page loads.
  const staysHere = page.waitForEvent('requestfailed')
  await page.clock.runFor(600)
  await staysHere
  expect(homeAsked).toHaveLength(1)
  await page.clock.runFor(1000)
  await expect(board).toContainText('0:03')
  // One second at a time: the next begins once the last is on the page.
  for (const left of ['0:02', '0:01']) {
    await page.clock.runFor(1000)
    await expect(board).toContainText(left)
  }
  expect(homeAsked).toHaveLength(1)
  await page.clock.runFor(1000)
  await expect.poll(() => homeAsked.length).toBe(2)
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: `Welcome, ${fan.firstName}`, level: 1 })).toBeVisible()
})

test('leads to the content at once on Start Exploring [DONE-2]', async ({ visit }) => {
  const page = await visit()
  await openPayment(page)
  await stopClock(page)
  await payOn(page, cards.good)
  const explore = page.getByRole('button', { name: 'Start Exploring' })
  await runClockUntil(page, () => expect(explore).toBeVisible({ timeout: 100 }))
  let homeAsked = 0
  await page.route('/', (route) => {
    homeAsked += 1
    return route.continue()
  })
  // However slowly the page loads, the timers lead nowhere else.
  await page.route('/content', (route) => route.fulfill({ status: 204 }), { times: 1 })
  const staysHere = page.waitForEvent('requestfailed')
  await explore.click()
  await staysHere
  await page.clock.runFor(10_000)
  expect(homeAsked).toBe(0)
  await explore.click()
  await expect(page).toHaveURL('/content')
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Premium Content', level: 1 })).toBeVisible()
})

test('shows that the account was not created, and can try again [DONE-3]', async ({ visit }) => {
  const page = await visit()
  const fan = await openPayment(page)
  const statuses = [404, 500]
  await page.route('**/api/create-user', (route) => {
    const status = statuses.shift()
    return status ? route.fulfill({ status, json: { message: 'No.', code: 'no' } }) : route.continue()
  })
  await payOn(page, cards.good)
  const failure = 'Account Creation FailedThere was an issue creating your account. Please contact support.'
  await expect(toastOn(page)).toContainText(failure)
  await expect(page.getByRole('button', { name: 'Contact Support' })).toBeVisible()
  await dismissToast(page)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(toastOn(page)).toContainText(failure)
  await arriveHome(page, fan, () => page.getByRole('button', { name: 'Try Again' }).click())
})
