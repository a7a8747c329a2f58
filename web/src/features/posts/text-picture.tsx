import type { Part } from '@touchline/contract/media.ts'
import { PostPicture } from './post-picture.tsx'

/** A picture of the post between its paragraphs, or words where it has been removed. */
export function TextPicture({
  part: partId,
  alt,
  pictures,
}: {
  part: string
  alt: string
  pictures: Part[]
}) {
  const part = pictures.find(({ id }) => id === partId)
  if (!part?.media) return <p className="text-sm text-muted">A picture that stood here was removed.</p>
  const { media, mediaAlt } = part
  const ratio = (media.width ?? 4) / (media.height ?? 3)
  return (
    <div
      className="relative overflow-hidden rounded-control bg-bench"
      style={{ aspectRatio: ratio, maxInlineSize: `${80 * ratio}svh` }}
    >
      <PostPicture media={media} sources={media.sources} alt={alt || (mediaAlt ?? '')} isFirst={false} />
    </div>
  )
}
