import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from './club.ts'
import { memberScreens, phoneScreens, staffScreens, visitorScreens, wideScreens } from './screens.ts'
import type { Screen } from './screen.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>

const toLines = ({ violations }: Results, theme: string) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${theme}: ${id} at ${target.join(' ')}`))

const wear = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
  }, theme)

/** Everything that is wrong with a screen, a line each: WCAG in both themes, wider than the window, errors. */
async function problemsOf(page: Page, { open }: Screen): Promise<string[]> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(message.text())
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  await page.waitForLoadState('networkidle')
  await wear(page, 'dark')
  const dark = toLines(await new AxeBuilder({ page }).withTags(wcag).analyze(), 'dark')
  await wear(page, 'light')
  // What is not about colours is the same in both.
  const light = toLines(await new AxeBuilder({ page }).withRules(['color-contrast']).analyze(), 'light')
  const { width } = page.viewportSize() ?? { width: 0 }
  const drawn = await page.evaluate(() => document.documentElement.scrollWidth)
  const tooWide = drawn > width ? [`${drawn} pixels wide in a window of ${width}`] : []
  return [...dark, ...light, ...tooWide, ...errors]
}

const groups = [
  { title: 'visitors', screens: visitorScreens, tag: '@everywhere' },
  { title: 'members', screens: memberScreens, tag: '@everywhere' },
  { title: 'the creator and the admin', screens: staffScreens, tag: '@everywhere' },
  { title: 'members on a phone', screens: phoneScreens, tag: '@phone' },
  { title: 'members on a wide screen', screens: wideScreens, tag: '@desktop' },
]

for (const { title, screens, tag } of groups) {
  test.describe(`screens of ${title}`, { tag }, () => {
    for (const screen of screens)
      test(`can be used by everybody, fit the window and keep to the policy: ${screen.name}`, async ({
        unlocked,
        signedInAs,
      }) => {
        const page = screen.who ? await signedInAs(screen.who) : unlocked
        expect(await problemsOf(page, screen)).toEqual([])
      })
  })
}
