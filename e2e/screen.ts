import { type DemoAccountKey, expect, type Page } from './club.ts'

export type Screen = {
  name: string
  /** null for a visitor. */
  who: DemoAccountKey | null
  /** Opening it leaves the session, the storage and the routes of its browser as they were. */
  isPlain?: boolean
  open: (page: Page) => Promise<void>
}

/** Resizes the window and waits until the scripts of the page have followed, which takes a frame. */
export async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width)
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  )
}

/** Moves to an address of the open page, as the back button does, which costs less than loading it. */
export const moveTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()

export const at = (name: string, who: Screen['who'], address: string, title: string | RegExp): Screen => ({
  name,
  who,
  isPlain: true,
  async open(page) {
    await page.goto(address)
    await expect(heading(page, title)).toBeVisible()
  },
})

export const dialogAt = (name: string, who: Screen['who'], address: string, button: string): Screen => ({
  name,
  who,
  isPlain: true,
  async open(page) {
    await page.goto(address)
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
  },
})

export const portalAt = (name: string, address: string, title: string): Screen => ({
  name,
  who: 'member',
  async open(page) {
    const opened = await page.request.post(`/api/${address}`)
    const { url }: { url: string } = await opened.json()
    await page.goto(url)
    await expect(heading(page, title)).toBeVisible()
  },
})
