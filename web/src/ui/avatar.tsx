import { clsx } from 'clsx'
import { useState } from 'react'

type Props = { imageUrl: string | null | undefined; initial: string; size?: 'small' | 'normal' | 'large' }

const sizes = { small: 'size-8 text-sm', normal: 'size-10 text-base', large: 'size-20 text-3xl' }

/** A picture, or the initial until it has loaded. Decorative: the name is next to it. */
export function Avatar({ imageUrl, initial, size = 'normal' }: Props) {
  const [loadedUrl, setLoadedUrl] = useState('')
  const isLoaded = loadedUrl === imageUrl
  return (
    <span
      aria-hidden
      className={clsx(
        'grid shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-bench',
        sizes[size],
      )}
    >
      {imageUrl ? (
        <img
          src={imageUrl}
          alt=""
          ref={(image) => {
            // It may have loaded before React took over.
            if (image?.complete && image.naturalWidth > 0) setLoadedUrl(imageUrl)
          }}
          onLoad={() => setLoadedUrl(imageUrl)}
          className={clsx('size-full object-cover', !isLoaded && 'hidden')}
        />
      ) : null}
      {isLoaded ? null : <span className="display leading-none">{initial.toUpperCase()}</span>}
    </span>
  )
}
