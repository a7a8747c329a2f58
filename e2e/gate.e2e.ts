import { accessCode, expect, pressEscapeIn, stopClock, test, toastOn } from './club.ts'
import { newApplicant, signUpOn } from './joining.ts'

const codeField = 'Enter access code...'
const addresses = ['/', '/login', '/content', '/terms', '/no-such-page']

test('shows only the gate at every address [GATE-1]', async ({ page, browser, signedInAs }) => {
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByPlaceholder(codeField)).toBeVisible()
    await expect(page.getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }

  const member = await signedInAs('member')
  const locked = await browser.newContext({ storageState: await member.context().storageState() })
  const lockedPage = await locked.newPage()
  await lockedPage.goto('/content')
  await expect(lockedPage.getByPlaceholder(codeField)).toBeVisible()
  await expect(lockedPage.getByRole('article')).toHaveCount(0)
  await expect(lockedPage.getByRole('navigation')).toHaveCount(0)
  // The role is checked only behind the gate.
  await lockedPage.goto('/analytics')
  await expect(lockedPage.getByPlaceholder(codeField)).toBeVisible()
  await expect(lockedPage).toHaveURL('/analytics')
  await locked.close()
})

test('opens pages linked from emails without the code [GATE-1]', async ({ page }) => {
  for (const name of [
    'reset-password',
    'account-deletion',
    'appeal',
    'setup',
    'unsubscribe',
    'waitlist',
    'confirm-email',
    'finish-signup',
    'unlock-sign-in',
    'email-change',
    'keep-second-step',
    'recover-sign-in',
  ]) {
    await page.goto(`/${name}?token=none`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('COMING SOON')).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`/${name}`))
  }
})

test('opens the terms in a dialog, or in a new tab, while joining [GATE-6, PAY-3]', async ({ page }) => {
  await page.goto('/signup')
  await page.getByPlaceholder(codeField).fill(accessCode)
  await page.getByRole('button', { name: 'Enter Touchline' }).click()
  await signUpOn(page, newApplicant())
  const terms = page.getByRole('link', { name: 'Terms of Service' })
  await terms.click()
  await pressEscapeIn(page, page.getByRole('dialog', { name: 'Terms of Service' }))
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  const opened = page.context().waitForEvent('page')
  await terms.click({ modifiers: ['ControlOrMeta'] })
  await expect((await opened).getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()
})

test('shows the badge, the hidden field, the button and four perks [GATE-2] @everywhere', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByText('COMING SOON', { exact: true })).toBeVisible()
  await expect(page.getByPlaceholder(codeField)).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: /Touchline/ })).toBeVisible()
  for (const perk of ['Direct Access', 'Premium Content', 'VIP Community', 'Live Interactions'])
    await expect(page.getByRole('heading', { name: perk, exact: true })).toBeVisible()
})

test('disables the button while the field is empty or a code is checked [GATE-3]', async ({ page }) => {
  await page.goto('/')
  const field = page.getByPlaceholder(codeField)
  const enter = page.getByRole('button', { name: /Touchline/ })
  await expect(enter).toBeDisabled()
  await field.fill('   ')
  await expect(enter).toBeDisabled()
  await field.fill('offside')
  await expect(enter).toBeEnabled()

  await stopClock(page)
  await enter.click()
  const busy = page.getByRole('button', { name: 'Unlocking...' })
  await expect(busy).toBeDisabled()
})

test('clears the field after a wrong code and stays closed, after a second [GATE-4]', async ({ page }) => {
  await page.goto('/')
  const field = page.getByPlaceholder(codeField)
  await field.fill('offside')
  // Input from before hydration is replayed by a timer.
  await expect(page.getByRole('button', { name: 'Enter Touchline' })).toBeEnabled()
  await stopClock(page)
  const answered = page.waitForResponse('**/api/unlock')
  await field.press('Enter')
  expect((await answered).status()).toBe(401)
  await page.clock.runFor(900)
  await expect(page.getByRole('button', { name: 'Unlocking...' })).toBeVisible()
  await expect(toastOn(page)).toHaveCount(0)

  await page.clock.runFor(200)
  const toast = toastOn(page)
  await expect(toast).toHaveAttribute('data-toast', 'destructive')
  await expect(toast).toContainText('Access Denied')
  await expect(toast).toContainText('Incorrect password. Try again!')
  await expect(field).toHaveValue('')
  await expect(page.getByText('COMING SOON')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('opens with the right code for this browser session only [GATE-5, GATE-6]', async ({
  page,
  browser,
}) => {
  await page.goto('/terms')
  await page.getByPlaceholder(codeField).fill(accessCode)
  const enter = page.getByRole('button', { name: 'Enter Touchline' })
  await expect(enter).toBeEnabled()
  await stopClock(page)
  const answered = page.waitForResponse('**/api/unlock')
  await enter.click()
  expect((await answered).status()).toBe(204)
  await page.clock.runFor(900)
  await expect(page.getByText('COMING SOON')).toBeVisible()
  await page.clock.runFor(200)
  await expect(toastOn(page)).toContainText('Welcome!')
  await expect(toastOn(page)).toContainText('Access granted to Touchline')
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()

  await page.clock.resume()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()

  const tab = await page.context().newPage()
  await tab.goto('/login')
  await expect(tab.getByRole('heading', { name: 'Welcome Back', level: 1 })).toBeVisible()
  await page.close()
  await tab.reload()
  await expect(tab.getByRole('heading', { name: 'Welcome Back', level: 1 })).toBeVisible()

  // Closing a browser deletes session cookies.
  const { cookies, origins } = await tab.context().storageState()
  const kept = cookies.filter(({ expires }) => expires !== -1)
  const later = await browser.newContext({ storageState: { cookies: kept, origins } })
  const laterPage = await later.newPage()
  await laterPage.goto('/terms')
  await expect(laterPage.getByPlaceholder(codeField)).toBeVisible()
  await later.close()
})
