import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

type Props = { url: string; name: string }

const reduced = '(prefers-reduced-motion: reduce)'
const visibleShare = 0.25

/** An animated picture over its still. It loops while visible, unless the person prefers reduced motion. */
export function PostAnimation({ url, name }: Props) {
  const film = useRef<HTMLVideoElement>(null)
  const [isWanted, setWanted] = useState(() => !matchMedia(reduced).matches)
  const [isShown, setShown] = useState(false)
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    const { current } = film
    if (!current || !isWanted) return undefined
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) return current.pause()
        return void current.play().catch((reason: unknown) => {
          // If autoplay is blocked, show the still.
          if (reason instanceof DOMException && reason.name === 'NotAllowedError') setWanted(false)
        })
      },
      { threshold: visibleShare },
    )
    watch.observe(current)
    return () => {
      watch.disconnect()
      current.pause()
    }
  }, [isWanted])

  if (isBroken) return null
  return (
    <>
      <video
        ref={film}
        src={url}
        muted
        loop
        playsInline
        preload="none"
        aria-hidden="true"
        tabIndex={-1}
        onPlaying={() => setShown(true)}
        onError={() => setBroken(true)}
        className={`absolute inset-0 size-full bg-bench object-contain ${isShown ? '' : 'invisible'}`}
      />
      <button
        type="button"
        aria-label={`${isWanted ? 'Pause' : 'Play'} animation: ${name}`}
        onClick={() => setWanted(!isWanted)}
        className="absolute bottom-2 left-2 grid size-11 place-items-center rounded-full bg-black/75 text-white hover:bg-black"
      >
        {isWanted ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
      </button>
    </>
  )
}
