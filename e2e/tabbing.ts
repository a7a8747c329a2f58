import type { Locator } from '@playwright/test'
import { expect, type Page } from './club.ts'

/** What is wrong with where the focus is, in a few words; empty when it is as it should be. */
const faultsOfStop = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return ['nothing has the focus']
    const box = at.getBoundingClientRect()
    // A slider that cannot be seen lies over what draws it, and that has the ring.
    const drawn = getComputedStyle(at).opacity === '0' ? (at.parentElement ?? at) : at
    const { outlineStyle, outlineWidth } = getComputedStyle(drawn)
    const isSeen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    // What is taller than the window is looked at where it can be seen.
    const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth - 1)) / 2
    const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight - 1)) / 2
    const on = document.elementFromPoint(x, y)
    const isOnTop = at.contains(on) || Boolean(on?.contains(at))
    return [
      outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2 ? 'no ring' : '',
      isSeen ? '' : 'outside of the window',
      isOnTop ? '' : `covered by ${on?.tagName}`,
      at.tabIndex > 0 ? 'out of the order of the page' : '',
      document.documentElement.scrollWidth > innerWidth ? 'the page is wider than the window' : '',
    ]
      .filter(Boolean)
      .map((fault) => `${at.outerHTML.slice(0, 120)}: ${fault}`)
  })

/** Waits until React has taken over a page that came as HTML. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('#root')!).some((key) => key.startsWith('__reactContainer')),
  )

type Way = 'Tab' | 'Shift+Tab'

/** Presses Tab until `target` has the focus, or goes back to it. Every stop on the way is seen, on top and ringed, or the test fails. */
async function tabTo(page: Page, target: Locator, way: Way = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  await hydrated(page)
  const faults: string[] = []
  let isThere = false
  for (let presses = 0; presses < 60 && !isThere; presses++) {
    await page.keyboard.press(way)
    faults.push(...(await faultsOfStop(page)))
    isThere = await target.evaluate((element) => element === document.activeElement)
  }
  expect(faults).toEqual([])
  await expect(target).toBeFocused()
}

/** The same, and presses `key` there. */
export async function tabAndPress(page: Page, target: Locator, key = 'Enter', way?: Way): Promise<void> {
  await tabTo(page, target, way)
  await page.keyboard.press(key)
}

/** The same, and types `words` there. */
export async function tabAndType(page: Page, target: Locator, words: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.insertText(words)
}
