import { expect, type Page, runClockUntil, stopClock, pageTime, toastOn } from './club.ts'
import { cards, payButton, test, typeCard } from './joining.ts'
import { becomeLapsed, becomeMember, signInNewcomer, becomePastDue } from './people.ts'

const management = (page: Page) => page.getByRole('region', { name: 'Subscription Management' })
const payment = (page: Page) => page.getByRole('region', { name: 'Payment method' })
const button = (page: Page, name: string) => management(page).getByRole('button', { name })
const cancelInStripe = (page: Page) => button(page, 'Open in Stripe: cancellation')
const updateInStripe = (page: Page) =>
  payment(page).getByRole('button', { name: 'Open in Stripe: payment method' })
const badge = (page: Page, text: string) => management(page).getByText(text, { exact: true })
const factOn = (page: Page, label: string) =>
  management(page).locator('dt').filter({ hasText: label }).locator('xpath=following-sibling::dd')

const longDate = (at: Date) => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Opens the Stripe portal: in a new tab, or in this window on a phone. */
async function portalFrom(page: Page, press: () => Promise<void>, isMobile: boolean): Promise<Page> {
  const [portal] = await Promise.all([isMobile ? page : page.waitForEvent('popup'), press()])
  await portal.waitForURL(/\/sandbox\/portal\//)
  return portal
}

/** Returns from the portal to the settings: the tab is closed, or there is only one. */
async function backOn(page: Page, portal: Page, isMobile: boolean) {
  await expect(portal).toHaveURL('/settings')
  if (isMobile) return
  await portal.close()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

async function typePortalCard(portal: Page, number: string) {
  await portal.getByLabel('Card number').fill(number)
  await portal.getByLabel('Expiry date').fill('12 / 34')
  await portal.getByLabel('CVC').fill('123')
  await portal.getByRole('button', { name: 'Save card' }).click()
}

test('shows a member their price, next charge, card and actions [SET-1] @everywhere', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  const { subscription } = await (await page.request.get('/api/subscription-details')).json()
  await page.goto('/settings')
  await expect(badge(page, 'ACTIVE')).toHaveClass(/bg-turf/)
  await expect(factOn(page, 'Platinum Membership')).toHaveText('$12.99 per month')
  const next = longDate(new Date(subscription.current_period_end * 1000))
  await expect(factOn(page, 'Next billing date')).toHaveText(next)
  await expect(factOn(page, 'Payment method')).toHaveText('visa •••• 4242')
  await expect(management(page).getByRole('status')).toContainText('Your subscription is active')
  await expect(button(page, 'Cancel Subscription')).toBeEnabled()
  await expect(payment(page).getByRole('button', { name: 'Update Payment Method' })).toBeEnabled()

  const index = page.getByRole('navigation', { name: 'Settings' })
  await expect(index.getByRole('link', { name: 'Membership' })).toHaveAttribute('aria-current', 'location')
  await index.getByRole('link', { name: 'Data' }).press('Enter')
  await expect(page).toHaveURL('/settings#data')
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Danger Zone' })).toBeInViewport()
  await expect(index.getByRole('link', { name: 'Data' })).toHaveAttribute('aria-current', 'location')

  await page.route('**/api/subscription-details', (route) => route.abort())
  await page.reload()
  await expect(factOn(page, 'Platinum Membership')).toHaveText('$12.00 per month')
  const inThirtyDays = await page.evaluate(() => Date.now() + 30 * 86_400_000)
  await expect(factOn(page, 'Next billing date')).toHaveText(longDate(new Date(inThirtyDays)))
  await expect(button(page, 'Cancel Subscription')).toBeEnabled()
})

test('links people without a subscription to the offer [SET-1]', async ({ visit }) => {
  for (const [become, label, colour] of [
    [signInNewcomer, 'Subscribe to Platinum', 'NOT SUBSCRIBED'],
    [becomeLapsed, 'Re-subscribe Now', 'CANCELLED'],
  ] as const) {
    const page = await visit()
    await become(page)
    await page.goto('/settings')
    await expect(badge(page, colour)).toHaveClass(/bg-dismissal/)
    await expect(management(page).getByRole('button')).toHaveCount(0)
    await management(page).getByRole('link', { name: label }).click()
    await expect(page).toHaveURL('/subscribe')
  }
})

test('cancels in the portal, shows CANCELLED, and resumes here [SET-1, SET-2] @everywhere', async ({
  visit,
  isMobile,
}) => {
  const page = await visit()
  await becomeMember(page)
  const { subscription } = await (await page.request.get('/api/subscription-details')).json()
  const end = longDate(new Date(subscription.current_period_end * 1000))
  await page.goto('/settings')
  const portal = await portalFrom(page, () => cancelInStripe(page).click(), isMobile)
  await expect(portal.getByRole('heading', { name: 'Cancel subscription' })).toBeVisible()
  await portal.getByRole('button', { name: 'Cancel subscription' }).click()
  await backOn(page, portal, isMobile)
  await expect(badge(page, 'CANCELLED')).toHaveClass(/bg-dismissal/)
  await expect(factOn(page, 'End date')).toHaveText(end)
  await expect(factOn(page, 'Access until')).toHaveText(end)
  await expect(factOn(page, 'Next billing date')).toHaveCount(0)
  await expect(button(page, 'Cancel Subscription')).toHaveCount(0)
  expect((await page.request.get('/api/posts')).status()).toBe(200)

  await button(page, 'Keep My Subscription').click()
  await expect(toastOn(page)).toContainText('Subscription Kept')
  await expect(badge(page, 'ACTIVE')).toBeVisible()
  await expect(button(page, 'Cancel Subscription')).toBeEnabled()
})

test('pays the open invoice with a card saved in the portal [SET-2] [fault 32]', async ({ visit }) => {
  const page = await visit()
  await becomePastDue(page)
  await page.goto('/settings')
  await expect(badge(page, 'PAST DUE')).toHaveClass(/bg-caution/)
  const { accessUntil } = await (await page.request.get('/api/subscription-status')).json()
  await expect(factOn(page, 'Due now')).toHaveText('$12.99')
  await expect(factOn(page, 'Access until')).toHaveText(longDate(new Date(accessUntil)))
  await expect(management(page).getByRole('link', { name: 'Pay Now' })).toHaveAttribute('href', '/subscribe')
  const portal = await portalFrom(page, () => updateInStripe(page).click(), false)
  await typePortalCard(portal, '4111111111111111')
  await expect(portal.getByRole('alert')).toContainText('non test card')
  await expect(portal.getByLabel('Card number')).toBeFocused()
  await typePortalCard(portal, cards.mastercard)
  await backOn(page, portal, false)
  await expect(badge(page, 'ACTIVE')).toBeVisible()
  await expect(factOn(page, 'Payment method')).toHaveText('mastercard •••• 4444')
  await expect(management(page).getByRole('link', { name: 'Pay Now' })).toHaveCount(0)
})

test('pays the open invoice on /subscribe [SUB-3]', async ({ visit }) => {
  const page = await visit()
  await becomePastDue(page)
  await page.goto('/settings')
  await management(page).getByRole('link', { name: 'Pay Now' }).click()
  await typeCard(page, cards.good)
  await page.getByRole('checkbox').check()
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'All settled' })).toBeVisible()
  await page.goto('/settings')
  await expect(badge(page, 'ACTIVE')).toBeVisible()
})

test('cancels here after a confirmation while a payment is open [SET-1] [fault 35]', async ({ visit }) => {
  const page = await visit()
  await becomePastDue(page)
  await page.goto('/settings')
  await button(page, 'Cancel Subscription').click()
  const question = page.getByRole('alertdialog', { name: 'Cancel your subscription?' })
  await expect(question).toContainText('nothing more is charged')
  await question.getByRole('button', { name: 'Keep It' }).click()
  await expect(button(page, 'Cancel Subscription')).toBeFocused()
  await expect(badge(page, 'PAST DUE')).toBeVisible()
  await button(page, 'Cancel Subscription').click()
  await question.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toastOn(page)).toContainText('Subscription Canceled')
  await expect(badge(page, 'CANCELLED')).toBeVisible()
  await expect(management(page).getByRole('link', { name: 'Re-subscribe Now' })).toBeVisible()
})

test('shows the receipts, cancels here for the end of the paid month and resumes [SET-1, SET-2] [fault 34]', async ({
  visit,
}) => {
  const page = await visit()
  await becomeMember(page)
  const { subscription } = await (await page.request.get('/api/subscription-details')).json()
  const end = longDate(new Date(subscription.current_period_end * 1000))
  await page.goto('/settings')
  const receipts = page.getByRole('button', { name: 'Invoices and Receipts' })
  const portal = await portalFrom(page, () => receipts.click(), false)
  await expect(portal.getByRole('table', { name: 'Invoices' }).getByRole('row')).toHaveCount(2)
  await portal.getByRole('link', { name: /^Return to/ }).click()
  await expect(badge(portal, 'ACTIVE')).toBeVisible()
  await portal.close()

  await button(page, 'Cancel Subscription').click()
  const question = page.getByRole('alertdialog', { name: 'Cancel your subscription?' })
  await expect(question).toContainText(`You keep your access until ${end}.`)
  await question.getByRole('button', { name: 'Keep It' }).click()
  await expect(badge(page, 'ACTIVE')).toBeVisible()
  await button(page, 'Cancel Subscription').click()
  await question.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(toastOn(page)).toContainText(`You keep access until ${end}, and nothing more is charged.`)
  await expect(badge(page, 'CANCELLED')).toBeVisible()
  await expect(factOn(page, 'Access until')).toHaveText(end)
  await expect(button(page, 'Cancel Subscription')).toHaveCount(0)
  expect((await page.request.get('/api/posts')).status()).toBe(200)
  await button(page, 'Keep My Subscription').click()
  await expect(badge(page, 'ACTIVE')).toBeVisible()
  await expect(button(page, 'Cancel Subscription')).toBeEnabled()
})

test('shows what could not be opened and locks the buttons for two seconds [SET-2]', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  await page.goto('/settings')
  const answers = [
    [updateInStripe, 'billing-portal', 500, 'Unable to access payment management. Please try again.'],
    [
      cancelInStripe,
      'cancel-subscription-portal',
      503,
      'Unable to access subscription cancellation. Please try again.',
    ],
    [
      cancelInStripe,
      'cancel-subscription-portal',
      null,
      'Please check your internet connection and try again.',
    ],
  ] as const
  await expect(cancelInStripe(page)).toBeEnabled()
  await stopClock(page)
  for (const [portal, path, status, text] of answers) {
    await page.route(`**/api/${path}*`, (route) =>
      status === null ? route.abort() : route.fulfill({ status, json: { message: '', code: 'internal' } }),
    )
    const pressedAt = await pageTime(page)
    const tab = page.waitForEvent('popup')
    await portal(page).click()
    const main = page.getByRole('main')
    await expect(main.getByRole('button', { name: 'Opening...' })).toBeDisabled()
    // The other portal button, and the receipts.
    await expect(main.getByRole('button', { disabled: true })).toHaveCount(3)
    // The unused tab closes.
    await expect.poll(async () => (await tab).isClosed()).toBe(true)
    await runClockUntil(page, () => expect(toastOn(page)).toContainText(text, { timeout: 100 }))
    await page.clock.runFor(Math.max(0, pressedAt + 1900 - (await pageTime(page))))
    const notYetAt = await runClockUntil(page, () => expect(portal(page)).toBeEnabled({ timeout: 100 }))
    expect(notYetAt - pressedAt).toBeGreaterThan(1900)
    await page.unroute(`**/api/${path}*`)
  }
})
