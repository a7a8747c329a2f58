import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  request,
  test as base,
} from '@playwright/test'
import { type DemoAccountKey, demoEmail, demoPassword } from '../server/src/demo/accounts.ts'

export { expect }
export type { Page } from '@playwright/test'
export { type DemoAccountKey, demoEmail, demoPassword } from '../server/src/demo/accounts.ts'

export const accessCode = 'kickoff'

/** The address that the server printed. */
export function clubUrl(): string {
  const url = process.env['TOUCHLINE_URL']
  if (!url) throw new Error('The club did not say where it is.')
  return url
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

export async function signIn(key: DemoAccountKey): Promise<StorageState> {
  const visitor = await request.newContext({ baseURL: clubUrl(), extraHTTPHeaders: randomClientAddress() })
  const reply = await visitor.post('/api/login', { data: { email: demoEmail(key), password: demoPassword } })
  if (!reply.ok()) throw new Error(`${key} could not sign in: ${reply.status()} ${await reply.text()}`)
  const state = await visitor.storageState()
  await visitor.dispose()
  return state
}

/**
 * Sensitive actions ask for the password ten minutes after the sign-in; no test may depend on its start time.
 */
const sharedForMs = 4 * 60_000

/** Signs in once for all tests of these minutes. A test that ends its session signs in for itself. */
async function sharedSession(key: DemoAccountKey): Promise<StorageState> {
  const folder = join(process.env['TOUCHLINE_E2E_FOLDER'] ?? '', 'sessions')
  const minutes = Math.floor(Date.now() / sharedForMs)
  const file = join(folder, `${key}-${new URL(clubUrl()).port}-${minutes}.json`)
  try {
    const kept: StorageState = JSON.parse(readFileSync(file, 'utf8'))
    return kept
  } catch {
    const state = await signIn(key)
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, JSON.stringify(state))
    return state
  }
}

/** The gate's flag in session storage (GATE-6 tests that the gate sets it). */
export const rememberPassedGate = () => {
  // A sandboxed frame has no storage.
  if (window.origin !== 'null') sessionStorage.setItem('unlocked', 'true')
}

let gateCookies: Promise<StorageState['cookies']> | undefined

/** The cookie that tells the server of a passed gate. */
async function fetchGateCookies(): Promise<StorageState['cookies']> {
  const visitor = await request.newContext({ baseURL: clubUrl(), extraHTTPHeaders: randomClientAddress() })
  const reply = await visitor.post('/api/unlock', { data: { code: accessCode } })
  if (!reply.ok()) throw new Error(`the gate stayed closed: ${reply.status()} ${await reply.text()}`)
  const { cookies } = await visitor.storageState()
  await visitor.dispose()
  return cookies
}

export async function passGate(context: BrowserContext): Promise<void> {
  gateCookies ??= fetchGateCookies()
  await context.addCookies(await gateCookies)
}

async function openPage(browser: Browser, storageState?: StorageState): Promise<Page> {
  const context = await browser.newContext({ storageState })
  await passGate(context)
  await context.addInitScript(rememberPassedGate)
  return context.newPage()
}

/** Opens a page of a demo account, or of a visitor, in a new browser session that its caller closes. */
export const openPageOf = async (browser: Browser, key: DemoAccountKey | null): Promise<Page> =>
  openPage(browser, key ? await sharedSession(key) : undefined)

/** An address of the range that is reserved for benchmarks. */
const someAddress = () => `198.18.${randomInt(256)}.${randomInt(1, 255)}`

/** A random client address, because rate limits count by address. */
export const randomClientAddress = () => ({ 'x-forwarded-for': someAddress() })

type Fixtures = {
  /** A visitor's page behind the gate. */
  unlocked: Page
  /** Opens a page in a new browser session of a demo account. */
  signedInAs: (key: DemoAccountKey) => Promise<Page>
  /** The same with its own session, for tests that end it. */
  freshlySignedInAs: (key: DemoAccountKey) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  // Playwright reads the names of the fixtures from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(clubUrl()),

  // Each test has its own client address.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) => use(randomClientAddress()),

  unlocked: async ({ browser }, use) => {
    const page = await openPageOf(browser, null)
    await use(page)
    await page.context().close()
  },

  signedInAs: async ({ browser }, use) => {
    const pages: Page[] = []
    await use(async (key) => {
      const page = await openPageOf(browser, key)
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },

  freshlySignedInAs: async ({ browser }, use) => {
    const pages: Page[] = []
    await use(async (key) => {
      const page = await openPage(browser, await signIn(key))
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

/** Adds a session cookie without a session: the page then asks for the viewer, and the test responds. */
export const addInvalidSession = (page: Page) =>
  page.context().addCookies([{ name: 'touchline_session', value: 'none', url: clubUrl() }])

export const toastOn = (page: Page) => page.locator('[data-toast][data-state="open"]')

/** Dismisses the toast, which may close by itself first. */
export async function dismissToast(page: Page): Promise<void> {
  const dismiss = toastOn(page).getByRole('button', { name: 'Dismiss' })
  await expect(async () => {
    if (await dismiss.isVisible()) await dismiss.click({ timeout: 500 })
    await expect(toastOn(page)).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Presses Escape once the dialog has the focus, because its key listener is added at the same time. */
export async function pressEscapeIn(page: Page, dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
}

/** Waits until React has taken over a page of the club that came as HTML. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.querySelector('#root')
    return !root || Object.keys(root).some((key) => key.startsWith('__reactContainer'))
  })

export const pageTime = (page: Page) => page.evaluate(() => Date.now())

/**
 * Stops the page's clock, which then advances only with `page.clock.runFor`. It first jumps ahead, because it
 * can be stopped only at a future time. All frames must be loaded.
 */
export async function stopClock(page: Page): Promise<void> {
  // React's start uses timers.
  await hydrated(page)
  const now = await pageTime(page)
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 10_000)
}

/**
 * Advances a stopped clock in small steps until `check` passes: responses and lazy code take real time.
 * Returns the page's time one step before.
 */
export async function runClockUntil(page: Page, check: () => Promise<void>): Promise<number> {
  let notYetAt = 0
  await expect(async () => {
    notYetAt = await pageTime(page)
    await page.clock.runFor(20)
    await check()
  }).toPass({ intervals: [20] })
  return notYetAt
}
