import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import {
  expect,
  hydrated,
  randomClientAddress,
  type Page,
  rememberPassedGate,
  runClockUntil,
  stopClock,
  test as clubTest,
  toastOn,
} from './club.ts'

/** Stripe test cards for these tests. */
export const cards = {
  good: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  authenticates: '4000002760003184',
  declinesLater: '4000000000000341',
}

/** An applicant with a unique address. */
export const newApplicant = () => ({
  email: `fan-${randomUUID()}@club.example`,
  firstName: 'Nora',
  lastName: 'Newcomer',
  phoneNumber: '+44 20 7946 0000',
  password: 'half-time',
})
export type Applicant = ReturnType<typeof newApplicant>

type Fixtures = {
  /** Opens a page in a new browser session with its own network address, past the gate by default. */
  visit: (from?: 'behind the gate' | 'outside') => Promise<Page>
}

export const test = clubTest.extend<Fixtures>({
  visit: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (from = 'behind the gate') => {
      const context = await browser.newContext({ extraHTTPHeaders: randomClientAddress() })
      contexts.push(context)
      if (from === 'behind the gate') await context.addInitScript(rememberPassedGate)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

/** Fills the signup form on `page` and goes on to the payment. */
export async function signUpOn(page: Page, applicant: Applicant) {
  const values = {
    Email: applicant.email,
    'First Name': applicant.firstName,
    'Last Name': applicant.lastName,
    'Phone Number': applicant.phoneNumber,
    Password: applicant.password,
    'Confirm Password': applicant.password,
  }
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('checkbox').check()
  const button = await page.getByRole('button', { name: 'Continue to Payment' }).elementHandle()
  await button.click()
  // The payment page may redirect at once, so wait for the end of this form, which may show errors instead.
  await Promise.race([button.waitForElementState('hidden'), page.getByRole('alert').first().waitFor()])
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

export async function typeCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
}

export async function payOn(page: Page, number: string) {
  await typeCard(page, number)
  await page.getByRole('checkbox').check()
  await payButton(page).click()
}

export const bankOn = (page: Page) => page.frameLocator('iframe[title="Payment authentication"]')

/**
 * Takes the last `step` of a signup to the new member's home page, with the clock stopped, because the
 * welcome closes after a second and a half.
 */
export async function arriveHome(
  page: Page,
  { firstName }: Pick<Applicant, 'firstName'>,
  step: () => Promise<unknown>,
) {
  await stopClock(page)
  const isWelcome = () => expect(toastOn(page)).toContainText('Account Created!', { timeout: 100 })
  await Promise.all([step(), runClockUntil(page, isWelcome)])
  await expect(page).toHaveURL('/payment-success')
  await expect(page.getByRole('heading', { name: 'Welcome to Touchline', level: 1 })).toBeVisible()
  await page.clock.resume()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: `Welcome, ${firstName}`, level: 1 })).toBeVisible()
  // On the test's clock the HTML looks stale, so the page replaces it and loses what was pressed.
  await hydrated(page)
}
