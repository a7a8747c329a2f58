import { expect, type Page } from './club.ts'
import { becomeMember } from './people.ts'
import { heading } from './screen.ts'

/** Waits on the page of saved posts until the worker has cached the app. */
export async function waitForWorker(page: Page) {
  await expect(heading(page, 'Saved Posts')).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** Opens the site as a new member and waits until the worker has cached the app. */
export async function memberWithWorker(page: Page) {
  const member = await becomeMember(page)
  await page.goto('/saved')
  await waitForWorker(page)
  return member
}

/** Takes the page offline with what the worker has cached alone: the browser itself may have kept more. */
export async function goOffline(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await browser.detach()
  await page.context().setOffline(true)
}
