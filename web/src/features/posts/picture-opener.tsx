import type { Media } from '@touchline/contract/media.ts'
import { lazy, Suspense, useState } from 'react'

const fetchLightbox = async () => ({ default: (await import('./lightbox.tsx')).Lightbox })
const Lightbox = lazy(fetchLightbox)
const prepare = () => void fetchLightbox()

/** Lies over a picture: a press opens it as large as the screen. */
export function PictureOpener({ media, name }: { media: Media; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Open picture: ${name}`}
        className="absolute inset-0 cursor-zoom-in outline-offset-[-4px]!"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <Lightbox media={media} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
