import { requestedFeed } from './screens.ts'
import { expect, type Page, runClockUntil, stopClock, test, pageTime, toastOn } from './club.ts'

const crashed = (page: Page) => page.getByRole('heading', { name: 'Something went wrong' })
const feedOf = (page: Page) => page.getByRole('feed')
const feedAddress = '**/api/posts?*'

function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

const failLikes = (page: Page, answer: { status: number; body: string }) =>
  page.route('**/api/posts/*/like', (route) => route.fulfill(answer))

const like = (page: Page) => page.getByRole('button', { name: /^Like/ }).first().click()

test('shows an error with a reload when a page cannot be rendered [SYS-7]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  await page.route(feedAddress, (route) =>
    route.fulfill({ json: { posts: [{ id: 'a post without a creator' }], total: 1, hasMore: false } }),
  )
  await page.goto(requestedFeed)
  await expect(crashed(page)).toBeVisible()
  await expect(page.getByText(/refresh the page/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await page.unroute(feedAddress)
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(feedOf(page)).toBeVisible()
  await expect(crashed(page)).toHaveCount(0)
})

test('shows the error screen for a failed query unless the session ended [SYS-8, SYS-9]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('member')
  await page.route(feedAddress, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(requestedFeed)
  await expect(crashed(page)).toBeVisible()

  await page.route(feedAddress, (route) =>
    route.fulfill({ status: 401, json: { message: 'Unauthorized', code: 'unauthorized' } }),
  )
  await stopClock(page)
  await page.goto('/content')
  await runClockUntil(page, () =>
    expect(toastOn(page)).toContainText('UnauthorizedYou are logged out. Logging in again...', {
      timeout: 100,
    }),
  )
  await expect(crashed(page)).toHaveCount(0)
  const left = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/login')
  await page.clock.resume()
  await left
})

test('logs a failed mutation’s status and body beside its own toast [SYS-8, SYS-14]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('member')
  const errors = errorsOf(page)
  await page.goto('/content')
  await failLikes(page, { status: 418, body: '{"message":"The kettle is on","code":"internal"}' })
  await like(page)
  await expect(toastOn(page)).toContainText('Failed to update like status')
  await expect(crashed(page)).toHaveCount(0)
  await expect
    .poll(() => errors.join('\n'))
    .toContain('418: {"message":"The kettle is on","code":"internal"}')

  await failLikes(page, { status: 503, body: '' })
  await like(page)
  await expect.poll(() => errors.join('\n')).toContain('503: Service Unavailable')
})

test('offers a subscription when one is required [SYS-14, FEED-1]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  await page.route(feedAddress, (route) =>
    route.fulfill({ status: 403, json: { message: 'No.', requiresSubscription: true } }),
  )
  await page.goto(requestedFeed)
  await expect(page.getByRole('link', { name: 'Subscribe to Platinum' })).toHaveAttribute(
    'href',
    '/subscribe',
  )
  await expect(crashed(page)).toHaveCount(0)
})

test('shows that the server is unreachable and keeps the page [SYS-16]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  await page.goto('/content')
  const post = feedOf(page).getByRole('article').first()
  await expect(post).toBeVisible()
  const words = page.getByText('The club cannot be reached right now. What is on this page stays.')
  for (const address of ['**/api/**', '**/healthz']) await page.route(address, (route) => route.abort())
  await post.getByRole('button', { name: /^Like/ }).click()
  await expect(words).toBeVisible()
  await expect(post).toBeVisible()
  for (const address of ['**/api/**', '**/healthz']) await page.unroute(address)
  await expect(words).toHaveCount(0)
})

test('never repeats a query after a failure, on focus or over time [SYS-15]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The page reports its reading position but does not ask for it.
    if (pathname.startsWith('/api/') && request.method() === 'GET') asked.push(pathname)
  })
  const comeBack = () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
  await page.clock.install()
  // Without live updates, which would cause requests.
  await page.routeWebSocket('**/ws', () => new Promise<never>(() => {}))
  await page.goto('/content')
  // Those of the posts on the page and of what was begun depend on the club.
  const ofPosts = new Set(['/api/history', '/api/playback-positions'])
  const ofEveryPage = [
    '/api/auth/user',
    '/api/bookmarks',
    '/api/feed-mark',
    '/api/notices/unread',
    '/api/posts',
    '/api/site',
  ]
  await expect.poll(() => asked.filter((path) => !ofPosts.has(path)).toSorted()).toEqual(ofEveryPage)
  await page.waitForLoadState('networkidle')
  await comeBack()
  await page.clock.fastForward('02:00:00')
  await comeBack()
  // Requests that these caused were sent before this one.
  await page.evaluate(async () => void (await fetch('/healthz')))
  expect(asked.filter((path) => !ofPosts.has(path)).toSorted()).toEqual(ofEveryPage)
  expect(asked).toEqual([...new Set(asked)])

  asked.length = 0
  await page.route(feedAddress, (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(crashed(page)).toBeVisible()
  await page.clock.fastForward('00:10:00')
  expect(asked.filter((path) => path === '/api/posts')).toHaveLength(1)
})

const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign In' })

/**
 * Opens a form that fails, on a stopped clock, so that toasts stay. Returns how to submit it for a given
 * message, which returns the page's time before it appeared.
 */
async function openFailingForm(page: Page) {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill('fan@example.org')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await stopClock(page)
  return async (message: string) => {
    await runClockUntil(page, () => expect(signInButton(page)).toBeEnabled({ timeout: 100 }))
    await page.route('**/api/login', (route) => route.fulfill({ status: 401, json: { message } }))
    await signInButton(page).click()
    return runClockUntil(page, () => expect(toastOn(page)).toContainText(message, { timeout: 100 }))
  }
}

/** Shows two toasts, of which the second stays. */
async function failTwice(page: Page) {
  const fail = await openFailingForm(page)
  await fail('First miss')
  return fail('Second miss')
}

test('shows one toast at a time, for five seconds [SYS-11]', async ({ unlocked: page }) => {
  const notYetShownAt = await failTwice(page)
  const shownAt = await pageTime(page)
  await expect(page.locator('[data-toast]')).toHaveCount(1)
  await expect(page.getByText('First miss')).toHaveCount(0)

  // Hovering the toast would keep it open.
  await page.clock.runFor(notYetShownAt + 4900 - shownAt)
  await expect(toastOn(page)).toContainText('Second miss')
  await page.clock.runFor(shownAt + 5100 - (await pageTime(page)))
  await expect(toastOn(page)).toHaveCount(0)
})

/** Swipes the toast `distance` pixels to the right. */
async function swipeToast(page: Page, distance: number) {
  const finger = await page.context().newCDPSession(page)
  const box = await toastOn(page).boundingBox()
  if (!box) throw new Error('There is no toast to swipe.')
  const [x, y] = [box.x + 60, box.y + box.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: at, y }] })
  await touch('touchStart', x)
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', x + (distance * step) / 8)
  await touch('touchEnd', x + distance)
}

test('dismisses a toast by a swipe of more than 50 pixels [SYS-11] @phone', async ({ unlocked: page }) => {
  await failTwice(page)
  await swipeToast(page, 40)
  await expect(toastOn(page)).toBeVisible()
  await swipeToast(page, 90)
  await expect(toastOn(page)).toHaveCount(0)
})

test('focuses the notifications with F8, at the top of low windows [SYS-11]', async ({ unlocked: page }) => {
  await failTwice(page)
  const top = async () => (await toastOn(page).boundingBox())?.y
  expect(await top()).toBeGreaterThan(500)
  await page.setViewportSize({ width: 640, height: 400 })
  await expect.poll(top).toBeLessThan(40)
  await page.keyboard.press('F8')
  const focused = page.locator(':focus')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).locator(focused)).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(
    toastOn(page)
      .or(page.getByRole('button', { name: 'Dismiss' }))
      .and(focused),
  ).toHaveCount(1)
})
