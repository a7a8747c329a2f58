import { api } from '@touchline/contract/api.ts'
import sharp from 'sharp'
import type { Caller } from '#testing/caller.ts'

export const noise = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#555',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()

/** Publishes a picture, or text without one. Returns the post's id and the picture's URL. */
export async function published(creator: Caller, content: string, picture?: Buffer) {
  const body = new FormData()
  body.set('content', content)
  body.set('contentType', picture ? 'image' : 'text')
  if (picture) body.set('media', new Blob([new Uint8Array(picture)]), 'photo.jpg')
  const { status, body: post, message } = await creator.call(api.posts.publish, { body })
  if (status !== 201) throw new Error(`the post got ${status}: ${message}`)
  return { id: post.id, mediaUrl: post.mediaUrl ?? '' }
}
