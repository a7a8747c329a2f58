import { randomUUID } from 'node:crypto'
import type { Post } from '../contract/src/posts.ts'
import { clip } from '../server/src/testing/clips.ts'
import { expect, type Page } from './club.ts'

type Published = { id: string; title: string; address: string }

/** Publishes a video as the creator of `page` and waits until `isDone`; `address` is its post's. */
export async function publishVideo(
  page: Page,
  buffer: Buffer,
  { title, isDone }: { title: string; isDone: (post: Post) => boolean },
): Promise<Published> {
  const media = { name: 'film.mp4', mimeType: 'video/mp4', buffer }
  const sent = await page.request.post('/api/posts', { multipart: { contentType: 'video', title, media } })
  expect(sent.status()).toBe(201)
  const { id }: Post = await sent.json()
  await expect(async () => {
    const post: Post = await (await page.request.get(`/api/posts/${id}`)).json()
    expect(post.problem).toBeUndefined()
    expect(isDone(post)).toBe(true)
  }).toPass()
  return { id, title, address: `/post/${id}` }
}

let streamed: Promise<Published> | null = null

async function publishStreamed(creator: Page) {
  // Three segments in two sizes.
  const film = await clip({ size: '640x450', seconds: 14, args: ['-r', '12'] })
  const title = `Fourteen seconds ${randomUUID().slice(0, 8)}`
  const published = await publishVideo(creator, film, { title, isDone: ({ media }) => !!media?.streamUrl })
  const { media }: Post = await (await creator.request.get(`/api/posts/${published.id}`)).json()
  await expect(async () => {
    const main = await (await creator.request.get(media!.streamUrl!)).text()
    expect(main.match(/^stream-/gm)).toHaveLength(2)
  }).toPass()
  return published
}

/** A video with a stream, made once per worker process. */
export function streamedFilm(creator: Page): Promise<Published> {
  streamed ??= publishStreamed(creator)
  return streamed
}

/** Forgets where the person of `page` stopped in a film, in an earlier test. */
export async function forgetPosition(page: Page, { id }: Pick<Published, 'id'>): Promise<void> {
  const positions = [{ postId: id, seconds: 0 }]
  const saved = await page.request.post('/api/playback-positions', { data: { positions } })
  expect(saved.status()).toBe(204)
}

const videoOn = (page: Page) => page.locator('video').first()

export const videoState = (page: Page) =>
  videoOn(page).evaluate((video: HTMLVideoElement) => ({
    time: video.currentTime,
    isPlaying: !video.paused,
    isReady: video.readyState === HTMLMediaElement.HAVE_ENOUGH_DATA,
    height: video.videoHeight,
    speed: video.playbackRate,
    isMuted: video.muted,
  }))

export const videoTime = async (page: Page) => (await videoState(page)).time

/** Plays the video of a post from its beginning and waits until it moves. */
export async function startVideo(page: Page, title: string): Promise<void> {
  const play = page.getByRole('button', { name: `Play video: ${title}` })
  // A page that was left while its video played offers to continue.
  await play.or(page.getByRole('button', { name: 'From the beginning' })).click()
  await expect.poll(async () => (await videoState(page)).isReady).toBe(true)
  await expect.poll(() => videoTime(page)).toBeGreaterThan(0.2)
}

export const playerButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Records the media variants that the page requests, and what its security policy blocks. */
export function watchMedia(page: Page) {
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
