import type { Locator } from '@playwright/test'
import { expect, type Page } from './club.ts'

/** Returns the problems of the current focus; empty when there are none. */
const faultsOfStop = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return ['nothing has the focus']
    const box = at.getBoundingClientRect()
    // An invisible slider lies over its drawing, which has the focus ring.
    const drawn = getComputedStyle(at).opacity === '0' ? (at.parentElement ?? at) : at
    const { outlineStyle, outlineWidth } = getComputedStyle(drawn)
    const isSeen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    // Measure a tall element at its visible part.
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

/**
 * Presses Tab until `target` has the focus. Fails when a stop on the way is invisible, covered or without a
 * ring.
 */
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

export async function tabAndPress(page: Page, target: Locator, key = 'Enter', way?: Way): Promise<void> {
  await tabTo(page, target, way)
  await page.keyboard.press(key)
}

export async function tabAndType(page: Page, target: Locator, words: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.insertText(words)
}
