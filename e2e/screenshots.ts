import { mkdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, type Page, test } from './club.ts'
import { at, dialogAt, type Screen } from './screen.ts'
import { gate } from './screens.ts'

/* `npm run screenshots` takes the pictures of the documentation. */

const folder = new URL('../docs/screenshots/', import.meta.url)

/** Opens the newest post that a search finds. */
async function openPost(page: Page, words: string) {
  await page.goto(`/content?search=${encodeURIComponent(words)}`)
  await page.getByRole('article').first().locator('header').getByRole('link').last().click()
  await expect(page.getByRole('link', { name: 'Back to the feed' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'All comments' })).toBeVisible()
}

const film: Screen = {
  name: 'film',
  who: 'member',
  async open(page) {
    await openPost(page, 'second-last opponent')
    await expect(page.getByRole('button', { name: 'Play video: Level is on' })).toBeVisible()
  },
}

const comments: Screen = {
  name: 'comments',
  who: 'member',
  async open(page) {
    await openPost(page, 'whitlock two watch')
    await page.getByRole('region', { name: 'All comments' }).scrollIntoViewIfNeeded()
  },
}

const screens: Screen[] = [
  gate,
  at('landing', null, '/', /The match/),
  at('feed', 'member', '/content', 'Premium Content'),
  film,
  comments,
  dialogAt('tip', 'member', '/', 'Tip'),
  at('creator', 'creator', '/', /Welcome/),
  at('analytics', 'creator', '/analytics', 'Recent Tips'),
  at('revenue', 'creator', '/revenue-reports', 'Month by Month'),
  at('admin', 'admin', '/admin', 'Admin Dashboard'),
]

/** Waits until everything visible has loaded. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const pictures = page.locator('img')
  await expect
    .poll(() =>
      pictures.evaluateAll(
        (images: HTMLImageElement[]) =>
          images.filter((image) => !image.complete && image.getBoundingClientRect().top < innerHeight).length,
      ),
    )
    .toBe(0)
}

for (const { name, who, open } of screens)
  test(`the picture of ${name}`, async ({ unlocked, signedInAs }, { project }) => {
    const page = who ? await signedInAs(who) : unlocked
    await open(page)
    await settled(page)
    // No button stays hovered.
    await page.mouse.move(0, 0)
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    mkdirSync(folder, { recursive: true })
    const file = new URL(`${name}-${project.name}.webp`, folder)
    await sharp(picture).webp({ quality: 82, effort: 6 }).toFile(file.pathname)
  })
