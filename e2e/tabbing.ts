import type { Locator } from '@playwright/test'
import { expect, hydrated, type Page } from './club.ts'

/** Returns the problems of the current focus; empty when there are none. */
const focusProblems = (page: Page) =>
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
      outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2 ? 'no focus ring' : '',
      isSeen ? '' : 'outside the window',
      isOnTop ? '' : `covered by ${on?.tagName}`,
      at.tabIndex > 0 ? 'a positive tabindex' : '',
      document.documentElement.scrollWidth > innerWidth ? 'the page is wider than the window' : '',
    ]
      .filter(Boolean)
      .map((problem) => `${at.outerHTML.slice(0, 120)}: ${problem}`)
  })

/** Waits until the code that keeps the focus on the page is loaded. */
export const keepsFocus = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some((entry) => entry.name.includes('keep-focus')),
  )

type Way = 'Tab' | 'Shift+Tab'

/**
 * Presses Tab until `target` has the focus. Fails when a stop on the way is invisible, covered or without a
 * ring.
 */
async function tabTo(page: Page, target: Locator, way: Way = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  await hydrated(page)
  const problems: string[] = []
  let isThere = false
  for (let presses = 0; presses < 60 && !isThere; presses++) {
    await page.keyboard.press(way)
    problems.push(...(await focusProblems(page)))
    isThere = await target.evaluate((element) => element === document.activeElement)
  }
  expect(problems).toEqual([])
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
