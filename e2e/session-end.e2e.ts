import { expect, runClockUntil, stopClock, toastOn } from './club.ts'
import { test } from './joining.ts'
import { becomeMember, controlSandbox } from './people.ts'

test('redirects a person without access to the sign-in when the session ends [SYS-9]', async ({
  freshlySignedInAs,
}) => {
  const page = await freshlySignedInAs('lapsed')
  // The live connection would notice the end of the session first.
  await page.routeWebSocket('**/ws', () => new Promise<never>(() => {}))
  // The bell loads last. Its refusal would make this a visitor's page, without the link.
  const bell = page.waitForResponse('**/api/notices/unread')
  await page.goto('/terms')
  await bell
  await stopClock(page)
  expect((await page.request.post('/api/logout')).ok()).toBe(true)
  await page.getByRole('link', { name: 'My Tips' }).click()
  await runClockUntil(page, () =>
    expect(toastOn(page)).toContainText('UnauthorizedYou are logged out. Logging in again...', {
      timeout: 100,
    }),
  )
  await page.clock.resume()
  await expect(page).toHaveURL('/login')
  // The message shows on the next page.
  await expect(toastOn(page)).toContainText('You are logged out. Logging in again...')
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
})

test('signs out at once when another window signs out [SYS-9, LIVE-3]', async ({ freshlySignedInAs }) => {
  const page = await freshlySignedInAs('member')
  await page.goto('/content')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect((await page.request.post('/api/logout')).ok()).toBe(true)
  await expect(page).toHaveURL('/login')
})

test('closes the club to a reader whose access ends [HOME-2, NOACC-3, LIVE-3]', async ({ visit }) => {
  const page = await visit()
  const { subscriptionId } = await becomeMember(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Latest Posts' })).toBeVisible()
  await controlSandbox('end-subscription', { subscriptionId })
  await expect(page.locator('[data-state="subscription_canceled"]')).toBeVisible()
  await expect(page.getByRole('button', { name: /Tip/ })).toHaveCount(0)
})
