import { AxeBuilder } from '@axe-core/playwright'
import { hasFfmpeg } from '../server/src/testing/clips.ts'
import { expect, type Page, test } from './club.ts'
import { becomeMember, controlSandbox, signInOn } from './people.ts'
import { streamedFilm } from './films.ts'

test.skip(!hasFfmpeg, 'There is no ffmpeg here to make a film with.')
// The film is made and streamed once before the first of them.
test.describe.configure({ timeout: 180_000 })

const words =
  'WEBVTT\n\n00:00.000 --> 00:09.000\nThe <i>flag</i> stays down.\n\n00:09.000 --> 00:14.000\nGoal!\n'

const videoOn = (page: Page) => page.locator('video')
const timeOf = (page: Page) => videoOn(page).evaluate((video: HTMLVideoElement) => video.currentTime)
const shown = (page: Page) =>
  videoOn(page).evaluate((video: HTMLVideoElement) => ({
    isPlaying: !video.paused,
    width: video.videoWidth,
    speed: video.playbackRate,
  }))
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const seekBar = (page: Page) => page.getByRole('slider', { name: 'Seek' })

/** The variants of media the page asks for from now on, and whatever the policy refused. */
function watch(page: Page) {
  const seen = { variants: [] as string[], refused: [] as string[] }
  page.on('request', (request) => {
    const [, variant] = /\/media\/[\w-]{22}\/([\w-]+)$/.exec(request.url()) ?? []
    if (variant) seen.variants.push(variant)
  })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) seen.refused.push(message.text())
  })
  return seen
}

async function start(page: Page, title: string) {
  await page.getByRole('button', { name: `Play video: ${title}` }).click()
  await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeGreaterThan(0.2)
}

/** Sound is not heard here, and plays on a machine without any. */
const hush = (page: Page) => page.addInitScript(() => localStorage.setItem('player', '{"isMuted":true}'))

async function problemsOf(page: Page) {
  const found: string[] = []
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    for (const { id, nodes } of violations)
      for (const { target } of nodes) found.push(`${theme}: ${id} at ${target.join(' ')}`)
  }
  const { width } = page.viewportSize()!
  const drawn = await page.evaluate(() => document.documentElement.scrollWidth)
  if (drawn > width) found.push(`${drawn} pixels wide in a window of ${width}`)
  return found
}

test('plays an uploaded film by its stream, seeks in it and changes quality and speed [PLAY-1, UPL-4, T-HD-02]', async ({
  signedInAs,
}) => {
  const { title, address } = await streamedFilm(await signedInAs('creator'))
  const page = await signedInAs('member')
  const seen = watch(page)
  await hush(page)
  await page.goto(address)
  await expect(page.getByRole('button', { name: `Play video: ${title}` })).toBeVisible()
  expect(seen.variants.filter((variant) => /^(stream|whole)/.test(variant))).toEqual([])
  await start(page, title)
  expect(seen.variants).toContain('stream')
  expect(seen.variants).toContain('stream-key')
  expect(seen.variants.some((variant) => /^stream-(450|360)-00000$/.test(variant))).toBe(true)
  expect(seen.variants).not.toContain('whole')
  await expect(tool(page, 'Pause')).toBeFocused()

  await page.keyboard.press('k')
  await expect.poll(async () => (await shown(page)).isPlaying).toBe(false)
  const stoppedAt = await timeOf(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => timeOf(page)).toBeCloseTo(stoppedAt + 5, 1)
  await page.keyboard.press('Home')
  await expect.poll(() => timeOf(page)).toBe(0)
  await seekBar(page).focus()
  await page.keyboard.press('l')
  await expect.poll(() => timeOf(page)).toBeCloseTo(10, 1)
  await expect(seekBar(page)).toHaveAttribute('aria-valuetext', '10 seconds of 14 seconds')
  await expect.poll(() => videoOn(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBe(4)
  expect(seen.variants.some((variant) => variant.endsWith('-00001'))).toBe(true)

  await tool(page, 'Settings').click()
  const settings = page.getByRole('group', { name: 'Settings' })
  await expect(settings.getByLabel('Quality').locator('option')).toHaveText(['Auto', '450p', '360p'])
  for (const [quality, side] of [
    ['360p', 360],
    ['450p', 450],
  ] as const) {
    await settings.getByLabel('Quality').selectOption(quality)
    await settings.getByLabel('Speed').selectOption(side === 360 ? '1.5×' : '2×')
    await page.keyboard.press('Escape')
    await expect(settings).toHaveCount(0)
    await expect(tool(page, 'Settings')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('k')
    await expect
      .poll(() => videoOn(page).evaluate((video: HTMLVideoElement) => video.videoHeight), { timeout: 20_000 })
      .toBe(side)
    expect((await shown(page)).speed).toBe(side === 360 ? 1.5 : 2)
    expect(seen.variants.some((variant) => variant.startsWith(`stream-${side}-`))).toBe(true)
    await videoOn(page).evaluate((video: HTMLVideoElement) => video.pause())
    await tool(page, 'Settings').click()
  }
  await settings.getByRole('button', { name: 'Close settings' }).click()
  await expect(tool(page, 'Settings')).toBeFocused()
  expect(seen.refused).toEqual([])
})
