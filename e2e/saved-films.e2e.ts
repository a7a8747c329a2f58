import { randomUUID } from 'node:crypto'
import { clip, hasFfmpeg } from '../server/src/testing/clips.ts'
import { expect, type Page, test, toastOn } from './club.ts'
import { videoState, videoTime, playerButton, publishVideo, startVideo } from './films.ts'
import { heading } from './screen.ts'
import { countSaved, save, saveButton, savedList, saveHere } from './saved-copies.ts'
import { goOffline, memberWithWorker } from './worker.ts'

test.skip(!hasFfmpeg, 'There is no ffmpeg here to make a film with.')
test.use({ serviceWorkers: 'allow' })

const captions = `WEBVTT

00:00.000 --> 00:05.000
Down in the tunnel.

00:05.000 --> 00:12.000
Up the steps.
`

/** Twelve seconds at a constant bit rate, about 3 MB, so that it is stored in several parts. */
const steady = ['-b:v', '2M', '-minrate', '2M', '-maxrate', '2M', '-bufsize', '2M']

async function publishFilm(creator: Page) {
  const buffer = await clip({ seconds: 12, args: [...steady, '-x264-params', 'nal-hrd=cbr'] })
  const title = `Under the stand ${randomUUID().slice(0, 8)}`
  const film = await publishVideo(creator, buffer, {
    title,
    isDone: ({ media }) => (media?.poster.length ?? 0) > 0,
  })
  const said = await creator.request.put(`/api/posts/${film.id}/captions/en`, { data: { content: captions } })
  expect(said.status()).toBe(200)
  return film
}

const recording = 'Before the door opens'

/** Returns the browser's storage usage of the saved posts. */
const bytesOf = (page: Page) =>
  page.evaluate(async () => {
    const estimate: StorageEstimate & { usageDetails?: { indexedDB?: number } } =
      await navigator.storage.estimate()
    return estimate.usageDetails?.indexedDB ?? 0
  })

test('plays saved media offline and keeps no partial copy without room [OFF-3, OFF-4, PLAY-3]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const creator = await signedInAs('creator')
  const film = await publishFilm(creator)
  await memberWithWorker(page)
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin })
  // Room for the first part of the video only.
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 1_600_000 })
  await page.goto(film.address)
  await saveButton(page).click()
  await expect(toastOn(page)).toContainText('There is no room left in this browser.')
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false')
  expect(await countSaved(page)).toMatchObject({ parts: 0, posts: 0 })
  await session.send('Storage.overrideQuotaForOrigin', { origin })

  // Nor after its window was closed.
  await session.send('Network.enable')
  const slow = (downloadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    })
  await slow(200_000)
  await saveButton(page).click()
  await expect.poll(async () => (await countSaved(page))['parts']).toBeGreaterThan(0)
  await page.goto('about:blank')
  await slow(-1)
  await page.goto(film.address)
  await expect.poll(() => countSaved(page)).toMatchObject({ parts: 0, posts: 0 })
  await saveHere(page)
  const parts = (await countSaved(page))['parts'] ?? 0
  expect(parts).toBeGreaterThan(3)
  await save(page, recording)
  const full = await bytesOf(page)
  expect(full).toBeGreaterThan(2_500_000)

  await goOffline(page)
  await page.goto(`/saved/${film.id}`)
  const still = page.getByRole('article').locator('img[src^="blob:"]')
  await expect.poll(() => still.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await startVideo(page, film.title)
  await page.keyboard.press('k')
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await expect.poll(() => videoTime(page)).toBe(0)
  await page.keyboard.press('c')
  const said = page.locator('[data-captions]')
  await expect(said).toHaveText('Down in the tunnel.')
  await page.keyboard.press('l')
  await expect.poll(() => videoTime(page)).toBeCloseTo(10, 1)
  await expect.poll(async () => (await videoState(page)).isReady).toBe(true)
  await expect(said).toHaveText('Up the steps.')

  await page.getByRole('link', { name: 'Saved Posts' }).click()
  await page.getByRole('link', { name: recording }).click()
  await playerButton(page, `Play recording: ${recording}`).click()
  const audio = page.locator('audio')
  await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.currentTime)).toBeGreaterThan(0.2)

  await page.getByRole('link', { name: 'Saved Posts' }).click()
  await page.getByRole('button', { name: `Remove ${film.title}` }).click()
  await expect(savedList(page)).toHaveCount(1)
  expect((await countSaved(page))['parts']).toBeLessThan(parts)
  await expect.poll(() => bytesOf(page)).toBeLessThan(full - 2_000_000)
  await expect(heading(page, 'Saved Posts')).toBeVisible()
})
