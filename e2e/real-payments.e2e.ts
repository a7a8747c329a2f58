import { dismissToast, expect, type Page, test, toastOn } from './club.ts'
import { arriveHome, cards, newApplicant, payButton, signUpOn } from './joining.ts'
import { serveStripe, openRealSite, type RealSite } from './real-site.ts'

let site: RealSite
test.beforeAll(async () => {
  site = await openRealSite()
})
test.afterAll(() => site.close())

type StripeCalls = { options: object[]; confirmed: object[] }
const callsOn = (page: Page) => page.evaluate<StripeCalls>('window.standIn')

const cardField = (page: Page) => page.getByLabel('Stand-in card number')

test('takes a signup’s payment through Stripe’s own fields [PAY-3, PAY-4, PAY-7]', async ({ browser }) => {
  test.slow()
  const context = await browser.newContext({ baseURL: site.url })
  await serveStripe(context, site)
  const refused: string[] = []
  const page = await context.newPage()
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
  })
  const fan = newApplicant()
  await page.goto('/signup')
  await signUpOn(page, fan)
  await expect(cardField(page)).toBeVisible()
  await expect(page.frameLocator('iframe[title^="Secure"]').getByText('Secure fields')).toBeVisible()
  expect((await callsOn(page)).options[0]).toMatchObject({
    mode: 'subscription',
    amount: 1299,
    currency: 'usd',
    allowedPaymentMethodTypes: ['card', 'cashapp'],
    appearance: { variables: { colorPrimary: expect.stringMatching(/^#[0-9a-f]{6}$/) } },
  })
  await expect(page.getByLabel('Card number', { exact: true })).toHaveCount(0)
  await expect(payButton(page)).toBeDisabled()
  await page.getByRole('checkbox').check()

  await payButton(page).click()
  await expect(cardField(page)).toBeFocused()
  await cardField(page).fill(cards.noFunds)
  await payButton(page).click()
  await expect(toastOn(page)).toContainText('Your card has insufficient funds.')
  await dismissToast(page)

  await cardField(page).fill(cards.good)
  await arriveHome(page, fan, () => payButton(page).click())
  expect((await page.request.get('/api/check-access')).status()).toBe(200)
  expect(await (await page.request.get('/api/check-access')).json()).toEqual({ hasAccess: true })
  expect(refused).toEqual([])

  await page.goto('/settings?section=payment')
  await cardField(page).fill(cards.mastercard)
  expect((await callsOn(page)).options[0]).toMatchObject({ mode: 'setup', currency: 'usd' })
  await page.getByRole('button', { name: 'Save Payment Method' }).click()
  await expect(toastOn(page)).toContainText('Payment Method Updated')
  const saved = page.getByRole('region', { name: 'Payment method', exact: true })
  await expect(saved).toContainText('•••• 4444')
  expect((await callsOn(page)).confirmed).toEqual([
    { redirect: 'if_required', return_url: `${site.url}/settings?section=payment` },
  ])
  await context.close()
})

test('shows that Stripe cannot be reached and recovers', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url })
  await context.route('https://js.stripe.com/**', (route) => route.abort())
  const page = await context.newPage()
  await page.goto('/signup')
  await signUpOn(page, newApplicant())
  await expect(page.getByRole('alert')).toContainText('The payment form could not be loaded.')
  await page.getByRole('checkbox').check()
  await expect(payButton(page)).toBeDisabled()
  await context.unroute('https://js.stripe.com/**')
  await serveStripe(context, site)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cardField(page)).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await context.close()
})
