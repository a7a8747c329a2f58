import { overflowProblems, violations } from './axe.ts'
import { expect, type Page, test } from './club.ts'
import { screenReaderProblems } from './screen-reader.ts'
import { memberScreens, phoneScreens, staffScreens, visitorScreens, wideScreens } from './screens.ts'
import type { Screen } from './screen.ts'
import { motionProblems } from './reduced-motion.ts'
import { zoomProblems } from './zoom.ts'

/**
 * Returns every problem of a screen: for screen readers, reduced motion, WCAG in both themes, overflow and
 * errors. The screen of a wide window is checked again at the width of a phone, without loading it again.
 */
async function problemsOf(page: Page, { open }: Screen, isNarrowed: boolean): Promise<string[]> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text())
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Notices of posts that other tests publish would cover the page.
  await page.routeWebSocket('**/ws', () => {})
  await open(page)
  await page.waitForLoadState('networkidle')
  const problems = [
    ...(await screenReaderProblems(page)),
    ...(await motionProblems(page)),
    ...(await violations(page, { theme: 'dark' })),
    // Only colours differ between the themes.
    ...(await violations(page, { theme: 'light', isColours: true })),
    ...(await overflowProblems(page)),
  ]
  if (!isNarrowed) return [...problems, ...errors]
  // This moves the focus, which may close what was open.
  problems.push(...(await zoomProblems(page)))
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(360)
  return [
    ...problems,
    ...(await violations(page, { theme: 'light' })),
    ...(await overflowProblems(page)),
    ...errors,
  ]
}

const groups = [
  { title: 'visitors', screens: visitorScreens, tag: '@desktop', isNarrowed: true },
  { title: 'members', screens: memberScreens, tag: '@desktop', isNarrowed: true },
  { title: 'the creator and the admin', screens: staffScreens, tag: '@desktop', isNarrowed: true },
  { title: 'members on a phone', screens: phoneScreens, tag: '@phone', isNarrowed: false },
  { title: 'members on a wide screen', screens: wideScreens, tag: '@desktop', isNarrowed: false },
]

for (const { title, screens, tag, isNarrowed } of groups) {
  test.describe(`screens of ${title}`, { tag }, () => {
    for (const screen of screens)
      test(`are accessible, fit the window and follow the content security policy: ${screen.name}`, async ({
        unlocked,
        signedInAs,
      }) => {
        const page = screen.who ? await signedInAs(screen.who) : unlocked
        expect(await problemsOf(page, screen, isNarrowed)).toEqual([])
      })
  })
}
