import type { Browser, ConsoleMessage } from '@playwright/test'
import axeCore from 'axe-core'
import { overflowProblems, violations } from './axe.ts'
import { expect, openPageOf, type Page, test } from './club.ts'
import { screenReaderProblems } from './screen-reader.ts'
import { memberScreens, phoneScreens, staffScreens, visitorScreens, wideScreens } from './screens.ts'
import { resize, type Screen } from './screen.ts'
import { motionProblems } from './reduced-motion.ts'
import { zoomProblems } from './zoom.ts'
import { withoutLive } from './club-posts.ts'

/**
 * Returns every problem of a screen: for screen readers, reduced motion, WCAG in both themes, overflow and
 * errors. The screen of a wide window is checked again at the width of a phone, without loading it again.
 */
async function problemsOf(page: Page, { open }: Screen, isNarrowed: boolean): Promise<string[]> {
  const errors: string[] = []
  const onError = (error: Error) => void errors.push(`error: ${error.message}`)
  const onConsole = (message: ConsoleMessage) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text())
  }
  page.on('pageerror', onError).on('console', onConsole)
  try {
    await open(page)
    return [...(await problemsOn(page, isNarrowed)), ...errors]
  } finally {
    page.off('pageerror', onError).off('console', onConsole)
  }
}

async function problemsOn(page: Page, isNarrowed: boolean): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const problems = [
    ...(await screenReaderProblems(page)),
    ...(await motionProblems(page)),
    ...(await violations(page, { theme: 'dark' })),
    // Only colours differ between the themes.
    ...(await violations(page, { theme: 'light', isColours: true })),
    ...(await overflowProblems(page)),
  ]
  if (!isNarrowed) return problems
  // This moves the focus, which may close what was open.
  problems.push(...(await zoomProblems(page)))
  await resize(page, { width: 360, height: 740 })
  return [...problems, ...(await violations(page, { theme: 'light' })), ...(await overflowProblems(page))]
}

const groups = [
  { title: 'visitors', screens: visitorScreens, tag: '@desktop', isNarrowed: true },
  { title: 'members', screens: memberScreens, tag: '@desktop', isNarrowed: true },
  { title: 'the creator and the admin', screens: staffScreens, tag: '@desktop', isNarrowed: true },
  { title: 'members on a phone', screens: phoneScreens, tag: '@phone', isNarrowed: false },
  { title: 'members on a wide screen', screens: wideScreens, tag: '@desktop', isNarrowed: false },
]

async function openPrepared(browser: Browser, who: Screen['who']): Promise<Page> {
  const page = await openPageOf(browser, who)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // The browser keeps the compiled script for the next page; loading it there each time takes three times as long.
  await page.addInitScript(axeCore.source)
  await withoutLive(page)
  return page
}

for (const { title, screens, tag, isNarrowed } of groups) {
  test.describe(`screens of ${title}`, { tag }, () => {
    // A page that has the scripts opens the next screen with half the work.
    const shared = new Map<Screen['who'], Page>()
    test.afterAll(async () => {
      for (const page of shared.values()) await page.context().close()
    })

    async function sharedPage(browser: Browser, who: Screen['who']) {
      const page = shared.get(who) ?? (await openPrepared(browser, who))
      shared.set(who, page)
      return page
    }

    for (const screen of screens)
      test(`are accessible, fit the window and follow the content security policy: ${screen.name}`, async ({
        browser,
        viewport,
      }) => {
        const { isPlain = false, who } = screen
        const page = isPlain ? await sharedPage(browser, who) : await openPrepared(browser, who)
        if (viewport) await page.setViewportSize(viewport)
        expect(await problemsOf(page, screen, isNarrowed)).toEqual([])
        if (!isPlain) await page.context().close()
      })
  })
}
