import { pictureSizes } from '@touchline/contract/first-picture.ts'
import type { Media } from '@touchline/contract/media.ts'
import { useState } from 'react'
import { useFirstContent } from '#ui/first-content.ts'
import { PictureSources } from './picture-sources.tsx'

type PictureProps = {
  media: Pick<Media, 'width' | 'height'>
  sources: Media['sources']
  alt: string
  isFirst: boolean
  sizes?: string
  /** Fills the frame and is cut where it does not fit. */
  isCut?: boolean
}

/** A picture that fills its frame. */
export function PostPicture({
  media,
  sources,
  alt,
  isFirst,
  sizes = pictureSizes.card,
  isCut = false,
}: PictureProps) {
  const [isOnItsWay, setOnItsWay] = useState(isFirst)
  useFirstContent(isOnItsWay)
  const end = () => setOnItsWay(false)
  return (
    <picture>
      <PictureSources sources={sources} sizes={sizes} />
      <img
        src={sources.at(-1)?.url}
        width={media.width ?? undefined}
        height={media.height ?? undefined}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        ref={(image) => {
          // It may have loaded before React took over.
          if (image?.complete) end()
        }}
        onLoad={end}
        onError={end}
        className={`absolute inset-0 size-full ${isCut ? 'object-cover' : 'object-contain'}`}
      />
    </picture>
  )
}
