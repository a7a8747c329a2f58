import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from './club.ts'
import { problemsWhenHeard } from './heard.ts'
import { memberScreens, phoneScreens, staffScreens, visitorScreens, wideScreens } from './screens.ts'
import type { Screen } from './screen.ts'
import { problemsOfMotion } from './still.ts'
import { problemsWhenZoomed } from './zoomed.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>

const toLines = ({ violations: found }: Results, where: string) =>
  found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${where}: ${id} at ${target.join(' ')}`))

type Theme = 'dark' | 'light'

const wear = (page: Page, theme: Theme) =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
  }, theme)

/** Whether what is drawn fits between the sides of the window; a line for when it does not. */
async function tooWide(page: Page): Promise<string[]> {
  const { width } = page.viewportSize() ?? { width: 0 }
  const drawn = await page.evaluate(() => document.documentElement.scrollWidth)
  return drawn > width ? [`${drawn} pixels wide in a window of ${width}`] : []
}

/** What axe finds wrong, a line each; of colours alone where `isColours` says so. */
async function violations(page: Page, { theme, isColours = false }: { theme: Theme; isColours?: boolean }) {
  await wear(page, theme)
  // Without a page of its own for every look: that is for frames of other origins, and what they show is not ours.
  // What is as it should be is not told of: it is most of what axe could say, and takes longer than looking.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const found = await (isColours ? axe.withRules(['color-contrast']) : axe.withTags(wcag)).analyze()
  return toLines(found, `${theme}, ${page.viewportSize()?.width} pixels`)
}

/**
 * Everything that is wrong with a screen, a line each: what a screen reader says of it, what moves though no motion is
 * wanted, WCAG in both themes, wider than the window, errors. A screen of a wide window is looked at again in one as
 * narrow as a phone's: it is the same page, which was opened once.
 */
async function problemsOf(page: Page, { open }: Screen, isNarrowed: boolean): Promise<string[]> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text())
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Other tests publish meanwhile: the word of it would lie over what is looked at.
  await page.routeWebSocket('**/ws', () => {})
  await open(page)
  await page.waitForLoadState('networkidle')
  const problems = [
    ...(await problemsWhenHeard(page)),
    ...(await problemsOfMotion(page)),
    ...(await violations(page, { theme: 'dark' })),
    // What is not about colours is the same in both.
    ...(await violations(page, { theme: 'light', isColours: true })),
    ...(await tooWide(page)),
  ]
  if (!isNarrowed) return [...problems, ...errors]
  // The focus moves meanwhile, and may leave what was open for it.
  problems.push(...(await problemsWhenZoomed(page)))
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(360)
  return [...problems, ...(await violations(page, { theme: 'light' })), ...(await tooWide(page)), ...errors]
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
      test(`can be used by everybody, fit the window and keep to the policy: ${screen.name}`, async ({
        unlocked,
        signedInAs,
      }) => {
        const page = screen.who ? await signedInAs(screen.who) : unlocked
        expect(await problemsOf(page, screen, isNarrowed)).toEqual([])
      })
  })
}
