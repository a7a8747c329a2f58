import type { Post } from '../contract/src/posts.ts'
import { hasFfmpeg } from '../server/src/testing/clips.ts'
import { titled } from './club-posts.ts'
import { expect, type Page, test } from './club.ts'
import { playerButton } from './films.ts'

test.skip(!hasFfmpeg, 'The waveform needs ffmpeg.')
// The demo's recordings are analyzed one after another once the site is up.

const title = 'Before the door opens'

async function openRecording(page: Page) {
  await expect(async () => {
    const found = await page.request.get(`/api/posts?limit=5&search=${encodeURIComponent(title)}`)
    const { posts }: { posts: Post[] } = await found.json()
    expect(posts[0]?.media?.waveform).toHaveLength(120)
  }).toPass()
  await page.goto(titled(title))
  return page.getByRole('group', { name: `Recording: ${title}` })
}

const playbackOn = (page: Page) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement) => ({
    time: audio.currentTime,
    isPlaying: !audio.paused,
    speed: audio.playbackRate,
  }))

test('plays a recording, seeks, skips, and resumes [PLAY-1, PLAY-7, PLAY-8]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  const recording = await openRecording(page)
  // One bar for each of 120 sections, drawn twice: plain, and tinted up to the played position.
  const bars = recording.locator('svg path[d*="h2.6v"]')
  await expect(bars).toHaveCount(2)
  expect((await bars.first().getAttribute('d'))!.split('M')).toHaveLength(121)

  await recording.getByRole('button', { name: `Play recording: ${title}` }).click()
  await expect.poll(async () => (await playbackOn(page)).time).toBeGreaterThan(0.2)
  await page.keyboard.press('k')
  await expect.poll(async () => (await playbackOn(page)).isPlaying).toBe(false)
  const seek = recording.getByRole('slider', { name: 'Seek' })
  const { width, height } = (await seek.boundingBox())!
  await seek.click({ position: { x: width / 2, y: height / 2 } })
  await expect.poll(async () => Math.round((await playbackOn(page)).time)).toBe(10)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => Math.round((await playbackOn(page)).time)).toBe(15)
  await expect(seek).toHaveAttribute('aria-valuetext', /^1[45] seconds of (19|20) seconds$/)
  await recording.getByLabel('Speed').selectOption('1.25×')
  expect((await playbackOn(page)).speed).toBe(1.25)

  await recording.getByRole('button', { name: 'Back 15 seconds' }).click()
  await expect.poll(async () => Math.round((await playbackOn(page)).time)).toBe(0)
  await recording.getByRole('button', { name: 'Forward 15 seconds' }).click()
  await expect.poll(async () => Math.round((await playbackOn(page)).time)).toBe(15)
  const inSystem = () => page.evaluate(() => navigator.mediaSession.metadata?.title)
  expect(await inSystem()).toBe(title)

  await page.reload()
  await expect(recording.getByText(/^Continue at 0:1[45]/)).toBeVisible()
  await recording.getByRole('button', { name: `Play recording: ${title}` }).click()
  await expect.poll(async () => (await playbackOn(page)).time).toBeGreaterThan(14)
  expect((await playbackOn(page)).speed).toBe(1.25)
  await expect(playerButton(page, 'Pause')).toBeVisible()
})
