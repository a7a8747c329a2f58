import { type Clip, showClip, type Teaser } from '@touchline/contract/teasers.ts'
import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash'
import { languageOf } from '#features/media/to-media.ts'
import type { PostRow } from '#features/posts/schema.ts'

const maxLines = 4
const maxCharacters = 280
const pixels = { width: 4, height: 3 }

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a text: whole words of its first lines, with an ellipsis when there is more. */
export function beginningOf(text: string): string {
  const lines = text.trim().split(/\n+/)
  const first = lines.slice(0, maxLines).join('\n')
  // No grapheme is longer than this in practice; a text of 20,000 characters is not segmented whole.
  const start = [...characters.segment(first.slice(0, maxCharacters * 20))].slice(0, maxCharacters + 1)
  if (start.length <= maxCharacters) return lines.length > maxLines ? `${first} …` : first
  const cut = start
    .slice(0, maxCharacters)
    .map(({ segment }) => segment)
    .join('')
  const words = cut.replace(/\s+\S*$/u, '')
  return `${words.length > cut.length / 2 ? words : cut} …`
}

/** Reduces a placeholder to 4 by 3 average colors, in which nothing can be recognized. */
export function placeholderOf(thumbHash: string): string {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbHash, 'base64'))
  const { width, height } = pixels
  const average = Array.from({ length: width * height }, (_, index) => {
    const [column, row] = [index % width, Math.floor(index / width)]
    const sum = [0, 0, 0]
    let count = 0
    for (let y = Math.floor((row * h) / height); y < ((row + 1) * h) / height; y += 1)
      for (let x = Math.floor((column * w) / width); x < ((column + 1) * w) / width; x += 1) {
        for (let channel = 0; channel < 3; channel += 1) sum[channel]! += rgba[(y * w + x) * 4 + channel] ?? 0
        count += 1
      }
    return [...sum.map((value) => Math.round(value / count)), 255]
  })
  return rgbaToDataURL(width, height, average.flat())
}

type SharedRow = Pick<
  PostRow,
  'id' | 'title' | 'content' | 'mediaType' | 'likesCount' | 'commentsCount' | 'createdAt'
> & { sharesLines: boolean; durationMs: number | null; placeholder: string | null } & ClipRow

type ClipRow = Pick<PostRow, 'opensAt'> & {
  mediaAlt: string | null
  isClip: boolean
  hasStream: boolean
  still: string | null
  width: number | null
  height: number | null
  captions: string[]
}

const clipPath = (postId: string, variant: string) =>
  showClip.path.replace(':id', postId).replace(':variant', variant)

const toClip = (id: string, { mediaAlt: alt, hasStream, still, width, height, captions }: ClipRow): Clip => ({
  url: clipPath(id, hasStream ? 'stream' : 'whole'),
  streamUrl: hasStream ? clipPath(id, 'stream') : null,
  still: still === null ? null : clipPath(id, still),
  alt,
  width,
  height,
  captions: captions.map((variant) => ({
    url: clipPath(id, variant),
    language: languageOf(variant),
  })),
})

/** A shared post as strangers see it. Nothing else of a post may reach them. */
export const toTeaser = ({ sharesLines, content, placeholder, createdAt, ...post }: SharedRow): Teaser => ({
  id: post.id,
  title: post.title,
  lines: sharesLines && content !== '' ? beginningOf(content) : null,
  mediaType: post.mediaType,
  durationMs: post.durationMs,
  words: post.mediaType === 'text' ? content.trim().split(/\s+/).length : null,
  placeholder: placeholder === null ? null : placeholderOf(placeholder),
  likesCount: post.likesCount,
  commentsCount: post.commentsCount,
  createdAt: createdAt.toISOString(),
  clip: post.isClip && post.opensAt !== null ? toClip(post.id, post) : null,
})
