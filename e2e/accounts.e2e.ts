import { clickLogout } from './account-menu.ts'
import {
  addInvalidSession,
  demoEmail,
  demoPassword,
  dismissToast,
  expect,
  type Page,
  runClockUntil,
  stopClock,
  test,
  pageTime,
  toastOn,
} from './club.ts'
import { openLivePage } from './club-posts.ts'

async function fillLogin(page: Page, email: string, password: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign In' })

test('shows the sign-in form, its links and the disclaimer [LOGIN-1, LOGIN-2, LOGIN-6]', async ({
  unlocked: page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('complementary')).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email')
  await expect(password).toHaveAttribute('type', 'password')
  await password.fill('secret')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(page.getByText(/independent platform/)).toBeVisible()

  await page.getByRole('link', { name: 'Join Now' }).click()
  await expect(page).toHaveURL('/signup')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Touchline' }).click()
  await expect(page).toHaveURL('/')
})

test('sends nothing while a field is empty or invalid [LOGIN-1]', async ({ unlocked: page }) => {
  await page.goto('/login')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) sent.push(request.method())
  })
  for (const [email, password] of [
    ['', ''],
    ['creator@touchline.example', ''],
    ['no address', 'secret'],
  ] as const) {
    await fillLogin(page, email, password)
    await signInButton(page).click()
    expect(await page.locator('form').evaluate((form: HTMLFormElement) => form.checkValidity())).toBe(false)
  }
  expect(sent).toEqual([])
  await expect(signInButton(page)).toBeEnabled()
})

test('welcomes the person and opens the content after 1.5 seconds [LOGIN-2, LOGIN-3]', async ({
  unlocked: page,
}) => {
  await page.goto('/login')
  await fillLogin(page, demoEmail('member').toUpperCase(), demoPassword)
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/login', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await stopClock(page)
  await signInButton(page).click()
  const busy = page.getByRole('button', { name: 'Signing In...' })
  await runClockUntil(page, () => expect(busy).toBeDisabled({ timeout: 100 }))
  answer()
  const notYetInAt = await runClockUntil(page, () =>
    expect(toastOn(page)).toHaveAttribute('data-toast', 'success', { timeout: 100 }),
  )
  await page.clock.runFor(1300)
  await runClockUntil(page, () => expect(page).toHaveURL('/content', { timeout: 100 }))
  expect((await pageTime(page)) - notYetInAt).toBeGreaterThanOrEqual(1500)
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Premium Content', level: 1 })).toBeVisible()
})

test('shows why the sign-in failed: the server’s message or its own [LOGIN-4]', async ({
  unlocked: page,
}) => {
  await page.goto('/login')
  await fillLogin(page, demoEmail('member'), 'not the password')
  await signInButton(page).click()
  await expect(toastOn(page)).toContainText('Login FailedInvalid email or password')
  await expect(toastOn(page)).toHaveAttribute('data-toast', 'destructive')
  await expect(signInButton(page)).toBeEnabled()

  // The next toast has the same text.
  await dismissToast(page)
  await page.route('**/api/login', (route) => route.fulfill({ status: 401, body: '' }))
  await signInButton(page).click()
  await expect(toastOn(page)).toContainText('Login FailedInvalid email or password')
  await page.route('**/api/login', (route) =>
    route.fulfill({ status: 429, json: { message: 'Too many tries.', code: 'too_many_requests' } }),
  )
  await signInButton(page).click()
  await expect(toastOn(page)).toContainText('Login FailedToo many tries.')

  await page.route('**/api/login', (route) => route.abort())
  await signInButton(page).click()
  await expect(toastOn(page)).toContainText('ErrorFailed to login. Please try again.')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(demoEmail('member'))
})

test('repeats the message to support in its toast [LOGIN-5]', async ({ unlocked: page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Contact support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Support' })
  await dialog.getByLabel('Name', { exact: true }).fill('Grace')
  await dialog.getByLabel('Email', { exact: true }).fill('grace@example.org')
  await dialog.getByLabel('Message', { exact: true }).fill('My password went over the bar.')
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  // The toast closes by itself, so look once.
  await expect(toastOn(page)).toContainText(
    /Message Sent!.*Grace.*grace@example\.org.*My password went over the bar\./s,
  )
})

test('shows a blocked person the suspended screen and nothing else [SYS-2]', async ({ unlocked: page }) => {
  await addInvalidSession(page)
  await page.route('**/api/auth/user', (route) =>
    route.fulfill({ status: 403, json: { message: 'Account suspended', code: 'account_suspended' } }),
  )
  for (const address of ['/', '/content', '/terms', '/login']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Account Suspended', level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(
      'temporarily suspended to maintain platform safety and community standards',
    )
    await expect(page.getByRole('main')).toContainText('contact support')
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
})

test('reports a suspended account at sign-in [SYS-2, LOGIN-4]', async ({ unlocked: page }) => {
  await page.goto('/login')
  await fillLogin(page, demoEmail('blocked'), demoPassword)
  await signInButton(page).click()
  await expect(page.getByText('Account suspended').first()).toBeVisible()
})

test('suspends a person at once who is blocked while using the site [SYS-2]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  await page.goto('/content')
  await page.route('**/api/posts/*/comments*', (route) =>
    route.fulfill({ status: 403, json: { message: 'Account suspended', code: 'account_suspended' } }),
  )
  await page
    .getByRole('button', { name: /^Comments/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
})

test('sends signed-out people from a protected page to the sign-in after half a second [SYS-9]', async ({
  unlocked: page,
}) => {
  await page.goto('/login')
  await stopClock(page)
  await page.goto('/content')
  const toast = toastOn(page)
  await runClockUntil(page, () => expect(toast).toContainText('Unauthorized', { timeout: 100 }))
  await expect(toast).toContainText('You are logged out. Logging in again...')
  await page.clock.runFor(100)
  await expect(page).toHaveURL('/content')
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/login')
  await page.clock.resume()
  await asked
  await expect(page).toHaveURL('/login')
})

test('ends the session on the server and reloads the front page [NAV-2]', async ({ freshlySignedInAs }) => {
  const page = await freshlySignedInAs('member')
  const before = await page.context().storageState()
  await page.goto('/content')
  await clickLogout(page)
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.context().addCookies(before.cookies)
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

test('goes to the front page even if the live connection ends first [NAV-2, SYS-9]', async ({
  freshlySignedInAs,
}) => {
  const page = await freshlySignedInAs('member')
  await openLivePage(page, '/content')
  await expect(page.getByRole('article').first()).toBeVisible()
  const mayAnswer = Promise.withResolvers<void>()
  await page.route('**/api/logout', async (route) => {
    const response = await route.fetch()
    await mayAnswer.promise
    await route.fulfill({ response })
  })
  await clickLogout(page)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText('Signing out')).toBeVisible()
  // A signed-out person leaves a members' page sooner than this.
  await page.waitForTimeout(1000)
  await expect(page).toHaveURL('/content')
  await expect(toastOn(page)).toHaveCount(0)
  mayAnswer.resolve()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('stays and shows an error when signing out fails [NAV-2]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  await page.goto('/content')
  await page.route('**/api/logout', (route) => route.abort())
  await clickLogout(page)
  await expect(toastOn(page)).toContainText('Logout ErrorFailed to log out')
  await expect(page).toHaveURL('/content')
})
