import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { type MediaFileRow, media, mediaFiles } from '#features/media/schema.ts'
import { postParts, type PostRow, posts } from '#features/posts/schema.ts'
import type { Services } from '#services.ts'

type File = Pick<MediaFileRow, 'variant' | 'role' | 'mimeType'> & { content: Buffer; width?: number }
type Wanted = Partial<Pick<PostRow, 'status' | 'opensAt' | 'createdAt'>> & {
  creatorId: string
  kind: 'image' | 'video' | 'audio'
  files: File[]
}

/** `sha256` is the checksum of its first file. */
export type StoredPost = {
  id: string
  mediaId: string
  sha256: string
  addressOf: (variant: string) => string
}

/** A post whose media item has exactly these files, written without validation. */
export async function storedPost(
  { db, media: store, clock }: Pick<Services, 'db' | 'media' | 'clock'>,
  { creatorId, kind, files, ...post }: Wanted,
): Promise<StoredPost> {
  const id = uuid()
  const mediaId = randomBytes(16).toString('base64url')
  const createdAt = post.createdAt ?? clock.now()
  const rows = files.map(({ content, width, ...row }) => ({
    row: { ...row, mediaId, key: `${mediaId}/${row.variant}`, bytes: content.length, width: width ?? null },
    content,
  }))
  for (const { row, content } of rows) {
    const path = store.tempPath()
    await writeFile(path, content, { mode: 0o600 })
    await store.putFile(row.key, path)
  }
  const sha256 = createHash('sha256').update(rows[0]!.content).digest('hex')
  const { mimeType, bytes } = rows[0]!.row
  await db.insert(media).values({ id: mediaId, kind, mimeType, bytes, sha256, createdAt })
  await db.insert(mediaFiles).values(rows.map(({ row }) => row))
  await db.insert(posts).values({ id, creatorId, content: '', mediaType: kind, ...post, createdAt })
  await db.insert(postParts).values({ mediaId, postId: id, position: 0 })
  return { id, mediaId, sha256, addressOf: (variant) => `/media/${mediaId}/${variant}` }
}

type Joined = { post: StoredPost } & Omit<typeof postParts.$inferInsert, 'mediaId' | 'postId'>

/** Makes the files of other posts parts and attachments of this one. */
export async function joinPosts(
  { db }: Pick<Services, 'db'>,
  { id }: StoredPost,
  joined: Joined[],
): Promise<void> {
  for (const { post, ...part } of joined) {
    await db
      .update(postParts)
      .set({ postId: id, ...part })
      .where(eq(postParts.mediaId, post.mediaId))
    await db.delete(posts).where(eq(posts.id, post.id))
  }
}

/** A file that is only downloaded. */
export const attachedFile = (content: Buffer): File => ({
  variant: 'attachment',
  role: 'attachment',
  mimeType: 'application/octet-stream',
  content,
})

/** A video of `size` bytes in one file, without repetition; it need not play. */
export const wholeVideo = (size: number): File => ({
  variant: 'whole',
  role: 'whole',
  mimeType: 'video/mp4',
  content: randomBytes(size),
})

/** A moving picture: its still, its video and its caption. */
export const movingPicture = (): File[] => [
  { variant: '640', role: 'size', mimeType: 'image/webp', content: randomBytes(700), width: 640 },
  wholeVideo(20_000),
  captions,
]

const captions: File = {
  variant: 'captions-en',
  role: 'captions',
  mimeType: 'text/vtt',
  content: Buffer.from(`WEBVTT\n\n${'00:00.000 --> 00:04.000\nThe flag stays down.\n\n'.repeat(60)}`),
}

/** A streamed video: a playlist of playlists, one with two segments and their key, and its other files. */
export const streamedVideo = (): File[] => [
  { variant: 'source', role: 'source', mimeType: 'video/quicktime', content: Buffer.from('as uploaded') },
  wholeVideo(100_000),
  {
    variant: 'stream',
    role: 'stream',
    mimeType: 'application/vnd.apple.mpegurl',
    content: Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720\nstream-720\n'),
  },
  {
    variant: 'stream-720',
    role: 'stream',
    mimeType: 'application/vnd.apple.mpegurl',
    content: Buffer.from(
      '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="stream-key"\n#EXTINF:4,\nstream-720-00000\n#EXTINF:4,\nstream-720-00001\n',
    ),
  },
  { variant: 'stream-key', role: 'stream', mimeType: 'application/octet-stream', content: randomBytes(16) },
  ...['00000', '00001'].map((piece) => ({
    variant: `stream-720-${piece}`,
    role: 'stream' as const,
    mimeType: 'video/mp2t',
    content: randomBytes(5_000),
  })),
  {
    variant: 'poster-640',
    role: 'poster',
    mimeType: 'image/webp',
    content: randomBytes(900),
    width: 640,
  },
  captions,
]
