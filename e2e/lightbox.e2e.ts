import { titled } from './club-posts.ts'
import { expect, test } from './club.ts'

const title = 'Two watches'
const alt = 'Two wristwatches side by side that show nearly the same time.'

const widthOfFile = (image: HTMLImageElement) => Number(/\/(\d+)-\w+$/.exec(image.currentSrc)?.[1])

test('opens, zooms and moves a picture by keyboard and restores the focus [PLAY-4]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('member')
  await page.goto(titled(title))
  const opener = page.getByRole('button', { name: `Open picture: ${alt}` })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: alt })
  const picture = dialog.getByRole('img', { name: alt })
  await expect(picture).toBeVisible()
  const { width, height } = page.viewportSize()!
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height })
  // A rendition for the screen, not for a card.
  await expect.poll(() => picture.evaluate(widthOfFile)).toBeGreaterThanOrEqual(width)
  const place = dialog.getByRole('region', { name: 'Picture' })
  await expect(place).toBeFocused()
  const widthOf = async () => (await picture.boundingBox())!.width
  const fitted = await widthOf()

  await page.keyboard.press('+')
  await expect.poll(widthOf).toBeCloseTo(1.5 * fitted, 0)
  const scrolled = () => place.evaluate(({ scrollLeft }) => scrollLeft)
  // The centre stays in place.
  await expect.poll(scrolled).toBeCloseTo(0.25 * fitted, -1)
  const before = await scrolled()
  await page.keyboard.press('ArrowRight')
  await expect.poll(scrolled).toBeGreaterThan(before)
  await page.keyboard.press('-')
  await expect.poll(widthOf).toBeCloseTo(fitted, 0)
  await dialog.getByRole('button', { name: 'Actual size' }).click()
  await expect.poll(widthOf).toBeGreaterThan(fitted)
  await dialog.getByRole('button', { name: 'Fit to screen' }).click()
  await expect.poll(widthOf).toBeCloseTo(fitted, 0)

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})
