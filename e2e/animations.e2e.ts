import { randomUUID } from 'node:crypto'
import type { Post } from '../contract/src/posts.ts'
import { hasFfmpeg, madeByFfmpeg } from '../server/src/testing/clips.ts'
import { splitArguments } from '../server/src/media/split-arguments.ts'
import { expect, type Page, test } from './club.ts'
import { videoState, videoTime } from './films.ts'

test.skip(!hasFfmpeg, 'There is no ffmpeg here to make an animation with.')
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const gif = () => madeByFfmpeg(splitArguments('-f lavfi -i testsrc2=size=640x360:rate=10:duration=3'), 'gif')

const postAt = async (page: Page, id: string): Promise<Post> =>
  (await page.request.get(`/api/posts/${id}`)).json()

test('plays an uploaded GIF on screen and stops it on request [UPL-4, FEED-3]', async ({ signedInAs }) => {
  const creator = await signedInAs('creator')
  const title = `Over the bar ${randomUUID().slice(0, 8)}`
  const media = { name: 'moves.gif', mimeType: 'image/gif', buffer: await gif() }
  const sent = await creator.request.post('/api/posts', { multipart: { contentType: 'image', title, media } })
  const { id, media: still }: Post = await sent.json()
  expect([sent.status(), still?.animationUrl, still!.sources.length > 0]).toEqual([201, undefined, true])
  await expect.poll(async () => (await postAt(creator, id)).media?.animationUrl).toBeTruthy()

  const page = await signedInAs('member')
  await page.goto(`/post/${id}`)
  await expect(page.getByRole('img', { name: title })).toBeVisible()
  const pause = page.getByRole('button', { name: `Pause animation: ${title}` })
  const play = page.getByRole('button', { name: `Play animation: ${title}` })
  await expect(pause).toBeVisible()
  const { width, height } = (await pause.boundingBox())!
  expect([width, height]).toEqual([44, 44])
  await expect.poll(() => videoTime(page)).toBeGreaterThan(0.2)
  await expect(page.locator('video').first()).toBeVisible()
  await pause.click()
  await expect(play).toBeFocused()
  expect((await videoState(page)).isPlaying).toBe(false)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(page.getByRole('img', { name: title })).toBeVisible()
  await expect(play).toBeVisible()
  await expect(page.locator('video').first()).toBeHidden()
  expect(await videoState(page)).toMatchObject({ time: 0, isPlaying: false })
  await play.click()
  await expect.poll(() => videoTime(page)).toBeGreaterThan(0.2)
})
