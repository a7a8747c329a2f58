import { publicHeadings } from './public-pages.ts'
import type { Browser, Request } from '@playwright/test'
import { violations } from './axe.ts'
import { accessCode, clubUrl, demoEmail, demoPassword, expect, type Page, passGate, test } from './club.ts'
import { postIdOf, publish } from './club-posts.ts'

/* What visitors and crawlers get: public pages without scripts, shared posts, link cards. */

async function withoutScripts(browser: Browser, options: { isGateClosed?: boolean; width?: number } = {}) {
  const { width = 1280 } = options
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width, height: width > 600 ? 800 : 740 },
  })
  if (!options.isGateClosed) await passGate(context)
  const page = await context.newPage()
  page.on('close', () => void context.close())
  return page
}

/** Records the errors and the API calls of a page. */
function watch(page: Page) {
  const errors: string[] = []
  const calls: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.resourceType() !== 'image') calls.push(pathname)
  })
  return { errors, calls }
}

const share = (creator: Page, id: string, sharing: string | null) =>
  creator.request.patch(`/api/posts/${id}`, { data: { sharing } })

/** Marks the heading before React takes over. It keeps the mark unless React replaces it. */
const markHeading = () =>
  addEventListener('DOMContentLoaded', () => {
    document.querySelector('h1')?.setAttribute('data-from-server', '')
  })

test('reads every public page without scripts, on phones without fonts [FRONT-1]', async ({ browser }) => {
  for (const width of [360, 1280]) {
    const page = await withoutScripts(browser, { width })
    if (width === 360) await page.route('**/*.woff2', (route) => route.abort())
    for (const [address, name] of Object.entries(publicHeadings)) {
      expect((await page.goto(`${clubUrl()}${address}`))?.status()).toBe(200)
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(page.getByText('Loading')).toHaveCount(0)
      await expect(page.locator('noscript p')).toHaveCount(0)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
    await page.goto(clubUrl())
    await page.getByRole('link', { name: 'Join Now' }).first().click()
    await expect(page).toHaveURL(`${clubUrl()}/signup`)
    await page.close()
  }
  const gate = await withoutScripts(browser, { isGateClosed: true })
  await gate.goto(clubUrl())
  await expect(gate.getByText('COMING SOON')).toBeVisible()
  await expect(gate.getByRole('heading', { level: 1 })).toBeVisible()
  await gate.close()
})

test('hydrates every public page without a warning, a request or a shift [FRONT-1]', async ({ browser }) => {
  const context = await browser.newContext()
  await passGate(context)
  const page = await context.newPage()
  await context.addInitScript(() => {
    document.cookie = 'unlocked=true; path=/'
  })
  await context.addInitScript(markHeading)
  const { errors, calls } = watch(page)
  for (const [address, name] of Object.entries(publicHeadings)) {
    await page.goto(`${clubUrl()}${address}`, { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { name, level: 1 })
    await expect(heading).toBeVisible()
    const isReactThere = () =>
      page.evaluate(() =>
        Object.keys(document.querySelector('#root')!).some((key) => key.startsWith('__reactContainer')),
      )
    await expect.poll(isReactThere).toBe(true)
    await page.waitForLoadState('networkidle')
    // React has hydrated the server's element instead of replacing it.
    await expect(heading).toHaveAttribute('data-from-server')
    await expect(page).toHaveTitle(/Touchline/)
  }
  expect(errors).toEqual([])
  expect(calls).toEqual([])
  await context.close()
})

test('hydrates the home page and the feed of members [FRONT-5]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  await page.addInitScript(markHeading)
  // Without live updates, which would cause requests.
  await page.routeWebSocket('**/ws', () => new Promise<never>(() => {}))
  const { calls } = watch(page)
  for (const path of ['/', '/content']) {
    await page.goto(path)
    const card = page.getByRole('article').first()
    // What loads after the page is there once React has taken over.
    await expect(card.getByRole('button', { name: /^Report the post/ })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('data-from-server')
    await expect(page.locator('[data-style]').first()).toBeAttached()
  }
  const rendered = ['/api/auth/user', '/api/feed-mark', '/api/posts', '/api/site']
  expect(calls.filter((path) => rendered.includes(path))).toEqual([])
})

test('hydrates the gate, and opens the page behind it [GATE-5, FRONT-1]', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const { errors, calls } = watch(page)
  await page.goto(`${clubUrl()}/terms`)
  await page.waitForLoadState('networkidle')
  expect([errors, calls]).toEqual([[], []])
  await page.getByLabel('Access code', { exact: true }).fill(accessCode)
  await page.getByRole('button', { name: 'Enter Touchline' }).click()
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})

test('shows strangers what the creator shares of a post, and joins them to it [FRONT-2]', async ({
  browser,
  signedInAs,
  unlocked,
}) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'A shared call')
  const id = await postIdOf(creator, title)
  const page = await withoutScripts(browser)
  const address = `${clubUrl()}/post/${id}`
  await expect.poll(async () => (await page.goto(address))?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByText('The rest is for members.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join to read' })).toHaveAttribute('href', '/signup')
  await expect(page.locator('video, audio, picture, source')).toHaveCount(0)
  await page.close()

  const { errors } = watch(unlocked)
  await unlocked.goto(`/post/${id}`)
  await expect(unlocked.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  expect(await violations(unlocked, { theme: 'dark' })).toEqual([])
  expect(errors).toEqual([])
  await unlocked.getByRole('link', { name: 'Join to read' }).click()
  await expect(unlocked).toHaveURL('/signup')
  // The next page remembers the post when the link is pressed before hydration.
  await expect.poll(() => unlocked.evaluate(() => sessionStorage.getItem('returnPath'))).toBe(`/post/${id}`)

  await share(creator, id, 'off')
  await expect.poll(async () => (await unlocked.goto(`/post/${id}`))?.status()).toBe(404)
  await expect(unlocked.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(unlocked.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('lands on the shared post after signing in [FRONT-2]', async ({ unlocked: page, signedInAs }) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'Worth signing in for')
  const id = await postIdOf(creator, title)
  await expect.poll(async () => (await page.goto(`/post/${id}`))?.status()).toBe(200)
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.getByLabel('Email').fill(demoEmail('member'))
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(`/post/${id}`)
  await expect(page.getByRole('article', { name: title })).toBeVisible()
})

test('sets what strangers see of a post where it is edited [FRONT-2]', async ({ signedInAs, request }) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'To be shared less')
  const id = await postIdOf(creator, title)
  await creator.goto(`/post/${id}`)
  await creator.getByRole('button', { name: /Edit post/ }).click()
  await creator.getByLabel('Shown to visitors').selectOption('Nothing')
  await creator.getByRole('button', { name: 'Save Changes' }).click()
  await expect(creator.getByRole('dialog')).toHaveCount(0)
  await expect.poll(async () => (await request.get(`/post/${id}`)).status()).toBe(404)
})

test('gives previews and search engines cards, robots and 404s [FRONT-3]', async ({
  request,
  signedInAs,
}) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'For the preview')
  const id = await postIdOf(creator, title)
  await expect.poll(async () => (await request.get(`/post/${id}`)).status()).toBe(200)
  const html = await (await request.get(`/post/${id}`)).text()
  const [, image = ''] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? []
  expect(html).toContain(`<meta property="og:title" content="${title}" />`)
  const card = await request.get(image)
  expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/png'])
  // The demo has a gate, so the title is in the metadata only.
  expect(html.slice(html.indexOf('<div id="root"'))).not.toContain(title)
  expect(await (await request.get('/robots.txt')).text()).toContain('User-agent: *')
  for (const path of ['/none', '/post/none', '/post/0190b0d0-0000-7000-8000-000000000000'])
    expect([path, (await request.get(path)).status()]).toEqual([path, 404])
})

const delayScripts = (page: Page) =>
  page.route('**/assets/index-*.js', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1500)
    })
    await route.continue()
  })

test('keeps what is typed and pressed before the scripts are there [FRONT-1]', async ({ unlocked: page }) => {
  await delayScripts(page)
  await page.goto('/signup', { waitUntil: 'commit' })
  await page.getByLabel('First Name').fill('Ada')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Last name is required')).toBeVisible()
  await expect(page.getByText('First name is required')).toHaveCount(0)
  await expect(page.getByText('You must agree to the Terms')).toHaveCount(0)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Read here: Terms of Service' }).click()
  await expect(page.getByRole('dialog', { name: 'Terms of Service' })).toBeVisible()
})

test('opens the gate when Enter is pressed before the scripts are there [GATE-5, FRONT-1]', async ({
  page,
}) => {
  await delayScripts(page)
  await page.goto('/terms', { waitUntil: 'commit' })
  const field = page.getByRole('textbox', { name: 'Access code' })
  await field.fill(accessCode)
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()
})
