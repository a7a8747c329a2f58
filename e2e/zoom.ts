import type { Page } from './club.ts'
import { resize } from './screen.ts'

/** The CSS pixels of 1280 by 800 at 200%. */
const zoomedWindow = { width: 640, height: 400 }

/* Functions for `evaluate` must be self-contained. */

/** Marks the tab stops of the open dialog, else of the page. */
function markStops() {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]')
  const open = [...dialogs].findLast(
    (dialog) => dialog.checkVisibility() && !dialog.matches('[data-state="closed"]'),
  )
  const all = (open ?? document).querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, video[controls], [tabindex]',
  )
  for (const stop of all) {
    const { width, height } = stop.getBoundingClientRect()
    const isThere = width > 1 && height > 1 && stop.checkVisibility({ visibilityProperty: true })
    const canFocus = stop.tabIndex >= 0 && !stop.matches(':disabled, [inert] *')
    stop.toggleAttribute('data-stop', isThere && canFocus)
  }
}

/** Returns tab stops that lie above or left of the one before. A new column may begin above. */
function stopsOutOfOrder(): string[] {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')]
  /** The position as seen from another element: for scrolled content, that of its box. */
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- goes to the page with the function around it
  const placeOf = (stop: HTMLElement, other: HTMLElement) => {
    let place: Element = stop
    for (let box = stop.parentElement; box && !box.contains(other); box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflowY)) place = box
    return place.getBoundingClientRect()
  }
  return stops.flatMap((stop, index) => {
    const before = stops[index - 1]
    // The close button of a dialog comes last (`ui/dialog.tsx`).
    if (!before || stop.matches('[role="dialog"] [aria-label="Close"]')) return []
    // Fixed elements are outside the flow of the page.
    const [area, last] = [stop, before].map((one) =>
      one.closest('main, header, footer, .bottom-bar, [role="dialog"]'),
    )
    if (area !== last || before.contains(stop)) return []
    const [to, from] = [placeOf(stop, before), placeOf(before, stop)]
    const isAbove = to.bottom <= from.top + 1 && to.left < from.right - 1
    const shared = Math.min(to.bottom, from.bottom) - Math.max(to.top, from.top)
    const isToTheLeft = shared > Math.min(to.height, from.height) / 2 && to.right <= from.left + 1
    if (!isAbove && !isToTheLeft) return []
    return [`${stop.outerHTML.slice(0, 100)}: is displayed before ${before.outerHTML.slice(0, 100)}`]
  })
}

/** Returns tab stops that are covered while they have the focus, going forward and back. */
function coveredStops(): string[] {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')]
  const parts = [0.1, 0.5, 0.9]
  const covered = [...stops, ...stops.toReversed()].flatMap((stop) => {
    stop.focus()
    if (document.activeElement !== stop) return []
    // A slider without pointer events lies over its drawing.
    const drawn = getComputedStyle(stop).pointerEvents === 'none' ? (stop.parentElement ?? stop) : stop
    const { left, right, top, bottom } = drawn.getBoundingClientRect()
    const [x, y] = [Math.max(left, 0), Math.max(top, 0)]
    const [width, height] = [Math.min(right, innerWidth) - x, Math.min(bottom, innerHeight) - y]
    const points = parts.flatMap((across) =>
      parts.map((down) => [x + width * across, y + height * down] as const),
    )
    const isSeen = points.some((point) => {
      const on = document.elementFromPoint(...point)
      return on !== null && (drawn.contains(on) || on.contains(drawn))
    })
    return isSeen ? [] : [`${stop.outerHTML.slice(0, 100)}: is covered while it has the focus`]
  })
  // The skip link covers the page while it has the focus.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  scrollTo(0, 0)
  return covered
}

/**
 * Returns problems at 200%: horizontal scrolling, covered focus, and tab stops out of reading order. Restores
 * the window, at its top and without focus.
 */
export async function zoomProblems(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  await resize(page, zoomedWindow)
  const drawn = await page.evaluate(() => document.documentElement.scrollWidth)
  await page.evaluate(markStops)
  const problems = [...(await page.evaluate(stopsOutOfOrder)), ...(await page.evaluate(coveredStops))]
  if (before) await resize(page, before)
  if (drawn > zoomedWindow.width) problems.push(`${drawn} pixels wide in a window of ${zoomedWindow.width}`)
  return [...new Set(problems)].map((problem) => `at 200%: ${problem}`)
}
