import type { Media } from '@touchline/contract/media.ts'
import { useState } from 'react'
import { useFirstContent } from '#ui/first-content.ts'
import { PictureSources } from './picture-sources.tsx'

type Props = {
  media: Pick<Media, 'width' | 'height'>
  sources: Media['sources']
  alt: string
  isFirst: boolean
}

// The width of a card in the feed.
const sizes = '(min-width: 48rem) 42rem, calc(min(100vw, 42rem) - 2rem)'

export function PostPicture({ media, sources, alt, isFirst }: Props) {
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
        onLoad={end}
        onError={end}
        className="absolute inset-0 size-full object-contain"
      />
    </picture>
  )
}
