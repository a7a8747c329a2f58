import { randomUUID } from 'node:crypto'
import type { Post } from '../contract/src/posts.ts'
import { clip, hasFfmpeg } from '../server/src/testing/clips.ts'
import { expect, type Page, test } from './club.ts'
import {
  forgetPosition,
  playerButton,
  publishVideo,
  startVideo,
  videoState,
  videoTime,
  watchMedia,
} from './films.ts'

test.skip(!hasFfmpeg, 'There is no ffmpeg here to make a film with.')

async function publishHevc(creator: Page) {
  const codec = [
    '-c:v',
    'libx265',
    '-x265-params',
    'log-level=error:keyint=25',
    '-tag:v',
    'hvc1',
    '-c:a',
    'aac',
  ]
  const buffer = await clip({ size: '640x450', seconds: 14, args: ['-r', '12', ...codec] })
  const title = `In HEVC ${randomUUID().slice(0, 8)}`
  const film = await publishVideo(creator, buffer, { title, isDone: ({ media }) => !!media?.streamUrl })
  const { media }: Post = await (await creator.request.get(`/api/posts/${film.id}`)).json()
  await expect(async () => {
    const main = await (await creator.request.get(media!.streamUrl!)).text()
    expect(main.match(/^stream-.*$/gm)).toEqual(['stream-450', 'stream-360', 'stream-hevc'])
  }).toPass()
  return film
}

const qualityOn = (page: Page) => page.getByRole('group', { name: 'Settings' }).getByLabel('Quality')

/** Whether the film goes on playing, without a message. */
async function expectPlaying(page: Page) {
  const before = await videoTime(page)
  await expect.poll(() => videoTime(page)).toBeGreaterThan(before + 0.5)
  await expect(page.getByRole('alert')).toHaveCount(0)
}

test('plays H.264 by itself, and after all where a browser only claims to play HEVC [UPL-7, PLAY-2]', async ({
  signedInAs,
}) => {
  const film = await publishHevc(await signedInAs('creator'))
  const page = await signedInAs('member')
  const hevc = 'video/mp4; codecs="hvc1.1.6.L93.B0"'
  test.skip(
    await page.evaluate((type) => MediaSource.isTypeSupported(type), hevc),
    'This browser plays HEVC.',
  )
  const seen = watchMedia(page)
  const originals = () => seen.variants.filter((variant) => variant.startsWith('stream-hevc'))
  await forgetPosition(page, film)
  await page.goto(film.address)
  await startVideo(page, film.title)
  await expectPlaying(page)
  expect(originals()).toEqual([])

  await page.addInitScript(() => {
    const isSupported = MediaSource.isTypeSupported.bind(MediaSource)
    MediaSource.isTypeSupported = (type) => type.includes('hvc1') || isSupported(type)
  })
  await forgetPosition(page, film)
  await page.goto(film.address)
  await startVideo(page, film.title)
  expect(originals()).toEqual([])
  await playerButton(page, 'Settings').click()
  await expect(qualityOn(page).locator('option')).toHaveText(['Auto', '450p', '360p'])
  await qualityOn(page).selectOption('450p')
  await expect.poll(originals).toContain('stream-hevc-head')
  await expect(qualityOn(page)).toHaveValue('auto')
  const tried = originals().length
  await qualityOn(page).selectOption('450p')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await expectPlaying(page)
  await expect.poll(async () => (await videoState(page)).height).toBe(450)
  expect(originals()).toHaveLength(tried)
})
