import { randomUUID } from 'node:crypto'
import type { Post } from '../contract/src/posts.ts'
import { clip } from '../server/src/testing/clips.ts'
import { titled } from './club-posts.ts'
import { expect, type Page } from './club.ts'

/** What ffmpeg draws and plays for fourteen seconds: three pieces of a stream, in two sizes. */
const film = () => clip({ size: '640x450', seconds: 14, args: ['-r', '12'] })

/** Publishes a file as the creator of `page`; answers its post once `isDone`. */
async function published(
  page: Page,
  { about, name, mimeType, buffer }: { about: string; name: string; mimeType: string; buffer: Buffer },
  isDone: (post: Post) => boolean,
): Promise<{ id: string; title: string; address: string }> {
  const title = `${about} ${randomUUID().slice(0, 8)}`
  const sent = await page.request.post('/api/posts', {
    multipart: { contentType: 'video', title, media: { name, mimeType, buffer } },
  })
  expect(sent.status()).toBe(201)
  const { id }: Post = await sent.json()
  await expect(async () => {
    const post: Post = await (await page.request.get(`/api/posts/${id}`)).json()
    expect(post.problem).toBeUndefined()
    expect(isDone(post)).toBe(true)
  }).toPass({ timeout: 120_000 })
  return { id, title, address: titled(title) }
}

let streamed: ReturnType<typeof published> | null = null

/** A film that can be streamed: made, sent and waited for once in each process that runs tests. */
export function streamedFilm(creator: Page) {
  const make = async () =>
    published(
      creator,
      { about: 'Fourteen seconds', name: 'film.mp4', mimeType: 'video/mp4', buffer: await film() },
      ({ media }) => media?.streamUrl !== null && media?.streamUrl !== undefined,
    )
  streamed ??= make()
  return streamed
}
