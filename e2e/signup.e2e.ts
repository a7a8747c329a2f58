import { demoEmail, expect, type Page, test, toastOn } from './club.ts'
import { newApplicant } from './joining.ts'

const complete = {
  Email: newApplicant().email,
  'First Name': 'Nora',
  'Last Name': 'Newcomer',
  'Phone Number': '+44 20 7946 0000',
  Password: 'half-time',
  'Confirm Password': 'half-time',
}

async function fillSignup(page: Page, values: Partial<typeof complete>) {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}

const proceed = (page: Page) => page.getByRole('button', { name: /^Continue/ }).click()
const acceptTerms = (page: Page) => page.getByRole('checkbox').check()
const savedSignup = (page: Page) => page.evaluate(() => sessionStorage.getItem('signup'))

test('shows the benefits, the figures and the ways out [SIGN-1, SIGN-2] @everywhere', async ({
  unlocked: page,
}) => {
  await page.goto('/signup')
  const panel = page.getByRole('complementary', { name: 'What you get' })
  for (const figure of ['10K+', '4.9', '24/7', '1,000+', '1,247'])
    await expect(panel.getByText(figure, { exact: true })).toBeVisible()
  for (const label of Object.keys(complete))
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  for (const [name, address] of [
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
    ['Sign In', '/login'],
    ['Back', '/'],
  ] as const)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
})

test('shows what is missing at every field until it is edited [SIGN-3]', async ({ unlocked: page }) => {
  await page.goto('/signup')
  await proceed(page)
  const problems = {
    Email: 'Email is required',
    'First Name': 'First name is required',
    'Last Name': 'Last name is required',
    'Phone Number': 'Phone number is required',
    Password: 'Password is required',
    'Confirm Password': 'Please confirm your password',
  }
  for (const [label, problem] of Object.entries(problems)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(problem))
    await expect(page.getByText(problem, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('You must agree to the Terms of Service to continue')).toBeVisible()

  for (const [label, problem] of Object.entries(problems)) {
    await page.getByLabel(label, { exact: true }).pressSequentially('x')
    await expect(page.getByText(problem, { exact: true })).toHaveCount(0)
  }
  await acceptTerms(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL('/signup')
})

test('shows why a value is invalid [SIGN-3]', async ({ unlocked: page }) => {
  await page.goto('/signup')
  await fillSignup(page, {
    ...complete,
    Email: 'nora(at)example',
    'Phone Number': '12345',
    Password: 'short',
    'Confirm Password': 'shirt',
  })
  await acceptTerms(page)
  await proceed(page)
  for (const problem of [
    'Email is invalid',
    'Valid phone number required',
    'Password must be at least 6 characters',
    "Passwords don't match",
  ])
    await expect(page.getByText(problem, { exact: true })).toBeVisible()

  await fillSignup(page, complete)
  await page.getByLabel('Phone Number').fill('(020) 7946-0000')
  await page.getByLabel('Confirm Password').fill('second half')
  await proceed(page)
  await expect(page.getByRole('alert')).toHaveText(["Passwords don't match"])
})

test('shows what the server refuses at its field, with a link to sign in [SIGN-3]', async ({
  unlocked: page,
}) => {
  await page.goto('/signup')
  await fillSignup(page, { ...complete, Password: 'secret1', 'Confirm Password': 'secret1' })
  await acceptTerms(page)
  await proceed(page)
  await expect(page.getByRole('alert')).toContainText(['Please choose another.'])
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page).toHaveURL('/signup')

  await fillSignup(page, { ...complete, Email: demoEmail('member') })
  await proceed(page)
  await expect(page.getByRole('alert')).toHaveText([
    'An account with this email already exists. Please sign in.',
  ])
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByRole('link', { name: 'sign in', exact: true }).click()
  await expect(page).toHaveURL('/login')
})

test('saves the form for this tab and continues to the payment [SIGN-4]', async ({ unlocked: page }) => {
  await page.goto('/signup')
  await fillSignup(page, complete)
  await acceptTerms(page)
  await proceed(page)
  await expect(page).toHaveURL('/payment')
  const kept: unknown = JSON.parse((await savedSignup(page)) ?? 'null')
  expect(kept).toMatchObject({
    email: complete.Email,
    firstName: 'Nora',
    lastName: 'Newcomer',
    phoneNumber: '+44 20 7946 0000',
  })
})

test('shows an error when the form cannot be saved [SIGN-4]', async ({ unlocked: page }) => {
  await page.goto('/signup')
  await fillSignup(page, complete)
  await acceptTerms(page)
  await page.evaluate(() => {
    // A browser whose storage is full.
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await proceed(page)
  await expect(toastOn(page)).toContainText('ErrorFailed to proceed')
  await expect(page).toHaveURL('/signup')
  await expect(page.getByLabel('Email')).toHaveValue(complete.Email)
})

test('deletes the input and the password when the signup is left [SIGN-5]', async ({ unlocked: page }) => {
  await page.goto('/signup')
  await fillSignup(page, complete)
  await acceptTerms(page)
  await proceed(page)
  await expect(page).toHaveURL('/payment')
  await page.goto('/terms')
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()
  expect(await savedSignup(page)).toContain(complete.Email)

  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Join Now' }).first()).toBeVisible()
  await expect.poll(() => savedSignup(page)).toBeNull()
  const { cookies: _, origins } = await page.context().storageState()
  expect(JSON.stringify(origins)).not.toContain(complete.Password)
})

test('prepares the payment for the latest form, even during an earlier request [SIGN-4, PAY-2]', async ({
  unlocked: page,
}) => {
  const names: string[] = []
  await page.route('**/api/create-subscription-intent', (route) => {
    names.push(route.request().postDataJSON().firstName)
    return names.length === 1 ? undefined : route.continue()
  })
  await page.goto('/signup')
  await fillSignup(page, { ...complete, Email: newApplicant().email })
  await acceptTerms(page)
  await proceed(page)
  await expect.poll(() => names).toEqual(['Nora'])
  await page.getByRole('link', { name: 'Back to signup' }).click()
  await fillSignup(page, { 'First Name': 'Norah' })
  await proceed(page)
  await expect(page.getByRole('button', { name: 'Pay $12.99' })).toBeVisible()
  expect(names).toEqual(['Nora', 'Norah'])
})
