import type { Locator } from '@playwright/test'
import { type Page, test } from './club.ts'
import { tabAndPress } from './tabbing.ts'

export const isTouch = () => test.info().project.name === 'phone'

/** Taps on a phone; elsewhere tabs to the target, unless it has the focus, and presses a key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  if (isTouch()) return target.tap()
  const at = await target.evaluate((element) => {
    const focused = document.activeElement ?? document.body
    return element === focused
      ? 'here'
      : focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
        ? 'before'
        : 'after'
  })
  if (at === 'here') await target.press(key)
  else await tabAndPress(page, target, key, at === 'before' ? 'Shift+Tab' : 'Tab')
}

/** Drags an element with a finger, or the mouse, to `by` pixels below the middle of another one. */
export async function dragTo(page: Page, from: Locator, to: Locator, by: number): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Nothing to drag.')
  const x = start.x + start.width / 2
  const [first, last] = [start.y + start.height / 2, end.y + end.height / 2 + by]
  const steps = Array.from({ length: 8 }, (_, step) => first + ((last - first) * (step + 1)) / 8)
  if (!isTouch()) {
    await page.mouse.move(x, first)
    await page.mouse.down()
    for (const y of steps) await page.mouse.move(x, y)
    await page.mouse.up()
    return
  }
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x, y: first })
  for (const y of steps) await touch('touchMove', { x, y })
  await touch('touchEnd')
  await finger.detach()
}
