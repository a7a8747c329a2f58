import { AxeBuilder } from '@axe-core/playwright'
import axeCore from 'axe-core'
import type { Page } from './club.ts'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>

const toLines = ({ violations: found }: Results, where: string) =>
  found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${where}: ${id} at ${target.join(' ')}`))

type Theme = 'dark' | 'light'

const wear = (page: Page, theme: Theme) =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
  }, theme)

export async function overflowProblems(page: Page): Promise<string[]> {
  const { width } = page.viewportSize() ?? { width: 0 }
  const drawn = await page.evaluate(() => document.documentElement.scrollWidth)
  return drawn > width ? [`${drawn} pixels wide in a window of ${width}`] : []
}

/** Loads axe into frames that do not have it yet. */
async function loadAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const isLoaded = await frame.evaluate(() => 'axe' in window).catch(() => false)
    // The frame of an email runs no script.
    if (!isLoaded) await frame.evaluate(axeCore.source).catch(() => {})
  }
}

/** Returns axe's violations, only those of colours with `isColours`. */
export async function violations(
  page: Page,
  { theme, isColours = false }: { theme: Theme; isColours?: boolean },
) {
  await wear(page, theme)
  // AxeBuilder would load axe twice for every analysis, which takes longer than the analysis.
  await loadAxe(page)
  // Legacy mode opens no extra page for each analysis: that is for frames of other origins, which are not ours.
  // Listing what passes would take longer than the analysis itself.
  const axe = new AxeBuilder({ page, axeSource: ';' })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
  const found = await (isColours ? axe.withRules(['color-contrast']) : axe.withTags(wcag)).analyze()
  return toLines(found, `${theme}, ${page.viewportSize()?.width} pixels`)
}
