import { randomUUID } from 'node:crypto'
import { clip, hasFfmpeg } from '../server/src/testing/clips.ts'
import { expect, test } from './club.ts'
import { playerButton, publishVideo, startVideo, videoTime, watchMedia } from './films.ts'

test.skip(!hasFfmpeg, 'There is no ffmpeg here to make a film with.')

test('shows the picture and the chapter where a click would lead, and lists the chapters [PLAY-5]', async ({
  signedInAs,
}) => {
  const creator = await signedInAs('creator')
  const title = `Minute by minute ${randomUUID().slice(0, 8)}`
  const buffer = await clip({ size: '320x180', seconds: 80, args: ['-r', '5'] })
  const film = await publishVideo(creator, buffer, { title, isDone: ({ media }) => !!media?.stripUrl })
  const content = '0:00 Kick-off\n0:40 The **goal**'
  expect((await creator.request.patch(`/api/posts/${film.id}`, { data: { content } })).status()).toBe(200)

  const page = await signedInAs('member')
  const seen = watchMedia(page)
  await page.goto(film.address)
  await startVideo(page, title)
  const slider = page.getByRole('slider', { name: 'Seek' })
  const { width, height } = (await slider.boundingBox())!
  const strip = page.waitForResponse(/\/media\/[\w-]+\/strip$/)
  await slider.hover({ position: { x: 0.75 * width, y: height / 2 } })
  const preview = page.locator('[data-seek-preview]')
  await expect(preview).toHaveText(/^The goal1:00$/)
  expect((await strip).headers()['content-type']).toBe('image/jpeg')
  await slider.click({ position: { x: 0.75 * width, y: height / 2 } })
  await expect.poll(() => videoTime(page)).toBeGreaterThan(58)

  await playerButton(page, 'Settings').click()
  const chapters = page.getByRole('group', { name: 'Settings' }).getByLabel('Chapter')
  await expect(chapters.locator('option:checked')).toHaveText('0:40 The goal')
  await chapters.selectOption('0:00 Kick-off')
  await expect.poll(() => videoTime(page)).toBeLessThan(40)
  expect(seen.refused).toEqual([])
})
