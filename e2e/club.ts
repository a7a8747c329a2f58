import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, request, test as base } from '@playwright/test'
import { type DemoAccountKey, demoEmail, demoPassword } from '../server/src/demo/accounts.ts'

export { expect }
export type { Page } from '@playwright/test'
export { type DemoAccountKey, demoEmail, demoPassword } from '../server/src/demo/accounts.ts'

/** The code that opens the demo's gate. */
export const accessCode = 'kickoff'

/** Where the club of this run is: Playwright read it from the line the server printed. */
export function clubUrl(): string {
  const url = process.env['TOUCHLINE_URL']
  if (!url) throw new Error('The club did not say where it is.')
  return url
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs in with the server and answers the cookies. */
export async function signIn(key: DemoAccountKey): Promise<StorageState> {
  const visitor = await request.newContext({ baseURL: clubUrl(), extraHTTPHeaders: randomClientAddress() })
  const reply = await visitor.post('/api/login', { data: { email: demoEmail(key), password: demoPassword } })
  if (!reply.ok()) throw new Error(`${key} could not sign in: ${reply.status()} ${await reply.text()}`)
  const state = await visitor.storageState()
  await visitor.dispose()
  return state
}

/** After ten minutes what is grave asks for the password again; a test shall not depend on when it is run. */
const sharedForMs = 4 * 60_000

/**
 * The session the tests of these minutes share for an account, so that it is always one that began a short while ago; a
 * test that ends a session signs in for itself.
 */
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

/** The gate remembers in session storage that it was passed; this is that memory (GATE-6 proves that it holds). */
export const rememberPassedGate = () => {
  // A frame in which nothing may run has no storage either.
  if (window.origin !== 'null') sessionStorage.setItem('unlocked', 'true')
}

let gateCookies: Promise<StorageState['cookies']> | undefined

/** The cookie by which the server knows that this browser has passed the gate. */
async function fetchGateCookies(): Promise<StorageState['cookies']> {
  const visitor = await request.newContext({ baseURL: clubUrl(), extraHTTPHeaders: randomClientAddress() })
  const reply = await visitor.post('/api/unlock', { data: { code: accessCode } })
  if (!reply.ok()) throw new Error(`the gate stayed closed: ${reply.status()} ${await reply.text()}`)
  const { cookies } = await visitor.storageState()
  await visitor.dispose()
  return cookies
}

/** Lets a browser pass the gate. */
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

/** An address out of the range for measurements. */
const someAddress = () => `198.18.${randomInt(256)}.${randomInt(1, 255)}`

/** Says that one comes from some address: the limits of one visitor are not those of another. */
export const randomClientAddress = () => ({ 'x-forwarded-for': someAddress() })

type Fixtures = {
  /** A visitor's page behind the gate. */
  unlocked: Page
  /** Opens a page of its own browser session for a demo account. */
  signedInAs: (key: DemoAccountKey) => Promise<Page>
  /** The same with a session nobody else uses, for tests that end it. */
  freshlySignedInAs: (key: DemoAccountKey) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  // Playwright reads the name of the first parameter, so an empty pattern is how one asks for nothing.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(clubUrl()),

  // Whatever browser session a test opens, it comes from that test's own address.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) => use(randomClientAddress()),

  unlocked: async ({ browser }, use) => {
    const page = await openPage(browser)
    await use(page)
    await page.context().close()
  },

  signedInAs: async ({ browser }, use) => {
    const pages: Page[] = []
    await use(async (key) => {
      const page = await openPage(browser, await sharedSession(key))
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

/**
 * Gives a visitor's browser a session cookie that is worth nothing: the page asks who they are, which it does not do for
 * somebody without one, and a test answers.
 */
export const addInvalidSession = (page: Page) =>
  page.context().addCookies([{ name: 'touchline_session', value: 'none', url: clubUrl() }])

/** The one toast that may be on screen. */
export const toastOn = (page: Page) => page.locator('[data-toast][data-state="open"]')

/** Sends the toast away; it may be leaving by itself meanwhile. */
export async function dismissToast(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect(async () => {
    if (await dismiss.isVisible()) await dismiss.click({ timeout: 500 })
    await expect(toastOn(page)).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** The page's own time, in milliseconds. */
export const pageTime = (page: Page) => page.evaluate(() => Date.now())

/**
 * Stops the page's clock: from here on its time passes only with `page.clock.runFor`. It leaps ahead first, because it
 * can be stopped only at a time that has not come yet, however slow the machine is. Every frame has to be there: the
 * clock of one that is just being loaded cannot be stopped.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = await pageTime(page)
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 10_000)
}

/**
 * Lets a stopped clock run in small steps until `check` holds. What the page waits for besides its clock (answers, code
 * that is loaded later) takes as long as it takes, so no fixed time will do. Answers the page's time at which it did not
 * hold yet, one step before.
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
