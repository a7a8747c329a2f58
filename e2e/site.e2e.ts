import { publicHeadings } from './public-pages.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Locator } from '@playwright/test'
import { clubUrl, expect, type Page, passGate, pressEscapeIn, test, toastOn } from './club.ts'
import { resize } from './screen.ts'

test('shows visitors links to sign in and to join [LAND-1, LAND-2] @everywhere', async ({
  unlocked: page,
}) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByText('Touchline')).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
  await header.getByRole('link', { name: 'Join Now' }).click()
  await expect(page).toHaveURL('/signup')

  await page.goBack()
  const subscribe = page.getByRole('link', { name: /12\.99 per month/ })
  await expect(subscribe).toHaveAttribute('href', '/signup')
  await subscribe.click()
  await expect(page).toHaveURL('/signup')
})

test('presents the club, the plan and the legal texts [LAND-3, LAND-4, LAND-5, LAND-6, LAND-7, NAV-1]', async ({
  unlocked: page,
}) => {
  await page.goto('/')
  for (const card of ['Premium Content', 'Direct Connection', 'Exclusive Community'])
    await expect(page.getByRole('article').filter({ hasText: card })).toBeVisible()

  const bio = page.getByRole('region', { name: 'Nineteen seasons in the middle' })
  await expect(bio).toContainText('Sam Whitlock')
  await expect(bio).toContainText('250,000')

  const plan = page.getByRole('region', { name: 'Platinum Membership' })
  await expect(plan.getByRole('list')).toHaveCount(2)
  await expect(plan.getByRole('link', { name: 'Join Now' })).toHaveAttribute('href', '/signup')

  const why = page.getByRole('region', { name: 'Why Choose Platinum' })
  await expect(why.getByRole('article')).toHaveCount(3)
  for (const stat of [/500\+\s*/, /24\/7/, /100%/, /unlimited/i])
    await expect(why.getByRole('definition').filter({ hasText: stat })).toBeVisible()

  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Logout|Open menu/ })).toHaveCount(0)

  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'About the Influencer' })).toHaveAttribute(
    'href',
    '/influencer-info',
  )
  await expect(footer.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms')
  await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
  await expect(footer.getByRole('button', { name: 'Contact Us' })).toBeVisible()

  for (const title of ['Terms of Service', 'Privacy Policy']) {
    await footer.getByRole('button', { name: `Read here: ${title}` }).click()
    await pressEscapeIn(page, page.getByRole('dialog', { name: title }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

async function fillContact(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value)
}

test('sends a complete message and clears the form; Cancel only closes [LAND-8]', async ({
  unlocked: page,
}) => {
  await page.goto('/')
  const dialog = page.getByRole('dialog', { name: 'Contact Us' })
  const send = dialog.getByRole('button', { name: 'Send Message' })
  await page.getByRole('button', { name: 'Contact Us' }).click()
  await expect(dialog).toContainText('support@touchline.example')
  await expect(send).toBeDisabled()
  await fillContact(page, { Name: 'Ada', Email: 'ada@example.org' })
  await expect(send).toBeDisabled()
  await fillContact(page, { Message: '   ' })
  await expect(send).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toastOn(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Contact Us' }).click()
  await fillContact(page, { Name: 'Ada', Email: 'ada@example.org', Message: 'When does it open?' })
  await send.click()
  await expect(toastOn(page)).toContainText('Message Sent')
  await expect(toastOn(page)).toContainText("Thank you for contacting us! We'll get back to you soon.")
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Contact Us' }).click()
  for (const label of ['Name', 'Email', 'Message'])
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue('')
})

test('keeps the message when it could not be sent [LAND-8]', async ({ unlocked: page }) => {
  await page.goto('/')
  await page.route('**/api/contact', (route) => route.abort())
  await page.getByRole('button', { name: 'Contact Us' }).click()
  await fillContact(page, { Name: 'Ada', Email: 'ada@example.org', Message: 'When does it open?' })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(toastOn(page)).toHaveAttribute('data-toast', 'destructive')
  await expect(page.getByRole('dialog').getByLabel('Message', { exact: true })).toHaveValue(
    'When does it open?',
  )
})

test('shows the terms and a link back [STATIC-1]', async ({ unlocked: page }) => {
  await page.goto('/terms')
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()
  const text = page.getByRole('main')
  for (const term of [/12\.99/, /renew/i, /refund/i, /download/i, /credentials|password/i, /suspend/i])
    await expect(text).toContainText(term)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
})

test('shows the privacy policy with its date, eleven sections and a link back [STATIC-2]', async ({
  unlocked: page,
}) => {
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible()
  await expect(page.getByText('January 21, 2025')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(11)
  await expect(page.getByText('Privacy Inquiry')).toBeVisible()
  await expect(page.getByRole('link', { name: 'support@touchline.example' })).toHaveAttribute(
    'href',
    'mailto:support@touchline.example?subject=Privacy%20Inquiry',
  )
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
})

test('presents the influencer with a link to join [STATIC-3]', async ({ unlocked: page }) => {
  await page.goto('/influencer-info')
  await expect(page.getByRole('img', { name: /Sam Whitlock/ })).toBeVisible()
  for (const part of ['An independent platform', 'Biography', 'What members get', 'What Sam promises'])
    await expect(page.getByRole('heading', { name: part })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'Join Now' }).click()
  await expect(page).toHaveURL('/signup')
})

/** Texts and controls that reach beyond the right edge of the window. */
const cutOffOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, input, h1, h2, p')]
      .filter(
        (item) => item.checkVisibility() && !item.closest('.skip-link, [aria-hidden], .overflow-x-auto'),
      )
      .filter((item) => item.getBoundingClientRect().right > window.innerWidth + 0.5)
      .map((item) => item.textContent),
  )

test('serves visitors every page, without errors and in 320 px [SYS-3, LAND-1]', async ({
  unlocked: page,
}) => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const pages = { ...publicHeadings, '/forgot-password': 'Forgotten Password' }
  for (const [address, name] of Object.entries(pages)) {
    await page.setViewportSize({ width: 1280, height: 800 })
    const answer = await page.goto(address, { waitUntil: 'networkidle' })
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(address)
    await expect(page.getByText('Page Not Found')).toHaveCount(0)
    await resize(page, { width: 320, height: 720 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect({ address, width, cutOff: await cutOffOn(page) }).toEqual({ address, width: 320, cutOff: [] })
  }
  expect(errors).toEqual([])
  expect(asked).not.toContain('/api/auth/user')
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)

  expect((await page.goto('/payment-success'))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/payment-success')
  await expect(page.getByText('Page Not Found')).toHaveCount(0)
  // Both redirect: there is no signup to pay, and /subscribe needs a session.
  await page.goto('/payment')
  await expect(page).toHaveURL('/signup')
  await page.goto('/subscribe')
  await expect(page).toHaveURL('/login')
})

test('shows a not-found page at any other address [SYS-6]', async ({ unlocked: page }) => {
  for (const address of ['/no-such-page', '/content/nothing', '/terms/and/more', '/%ff', '/post/%E0%A4%A']) {
    const answer = await page.goto(address)
    expect([address, answer?.status()]).toEqual([address, 404])
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page).toHaveTitle(/Page Not Found/)
  }
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('asks to enable JavaScript on members’ pages, without showing a spinner', async ({ browser }) => {
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
  await passGate(withoutScripts)
  const page = await withoutScripts.newPage()
  await page.goto(`${clubUrl()}/content`)
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.locator('#root')).toBeHidden()
  await withoutScripts.close()
})

test('serves precompressed scripts and styles with identical bytes', async () => {
  const folder = join(import.meta.dirname, '../web/dist/assets')
  const texts = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name))
  expect(texts.length).toBeGreaterThan(100)
  for (const name of texts) {
    const read = (ending: string) => readFile(join(folder, name + ending))
    const [text, br, gz] = await Promise.all([read(''), read('.br'), read('.gz')])
    expect(brotliDecompressSync(br).equals(text) && gunzipSync(gz).equals(text), name).toBe(true)
  }
})

/** The style and width of an element's border, and whether it has the colour of its background. */
const edgeOf = (item: Locator) =>
  item.evaluate((element) => {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
    return [borderTopStyle, borderTopWidth, borderTopColor === backgroundColor]
  })

test('keeps the circle around the card at every width, and edges in forced colors [LAND-2]', async ({
  unlocked: page,
}) => {
  await page.goto('/')
  const hero = page.getByRole('main').locator('section').first()
  const middleOf = (selector: string) =>
    hero.locator(selector).evaluate((item) => {
      const { left, width, top, height } = item.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2, radius: width / 2 }
    })
  for (const width of [1024, 1280, 1920, 2560]) {
    await resize(page, { width, height: 900 })
    const [circle, card] = [await middleOf('circle'), await middleOf('.platinum')]
    const distance = Math.hypot(circle.x - card.x, circle.y - card.y)
    expect({ width, isAround: distance < circle.radius }).toEqual({ width, isAround: true })
  }

  await page.emulateMedia({ forcedColors: 'active' })
  const edged = ['solid', '1px', false]
  expect(await edgeOf(page.getByRole('link', { name: 'Join Now' }).first())).toEqual(edged)
  expect(await edgeOf(page.getByRole('link', { name: /12\.99 per month/ }))).toEqual(edged)
  expect(await edgeOf(page.locator('.platinum').first())).toEqual(edged)
})
