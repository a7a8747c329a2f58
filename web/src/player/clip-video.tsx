import { teaserName } from '@touchline/contract/teaser-text.ts'
import type { Clip, Teaser } from '@touchline/contract/teasers.ts'
import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'

/** A video that strangers may watch. Nothing of it is loaded before it is played, its still only after the page. */
export function ClipVideo({ teaser, clip }: { teaser: Teaser; clip: Clip }) {
  const isHydrated = useIsHydrated()
  const video = useRef<HTMLVideoElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // Browsers that play streams themselves do so without scripts; the others need the player.
  const needsPlayer = isHydrated && clip.streamUrl !== null
  const { url, streamUrl } = clip
  useEffect(() => {
    const element = video.current
    if (!isOpen || !element) return undefined
    const opening = new AbortController()
    const { signal } = opening
    const open = async () => {
      const { openSource } = await import('./open-source.ts')
      const source = { media: { url, streamUrl }, startAt: 0, signal }
      if (!signal.aborted) await openSource(element, { ...source, onSizes: () => {}, onProblem: setProblem })
    }
    open().catch(() => setProblem('This cannot be played right now. Please try again.'))
    element.focus()
    return () => opening.abort()
  }, [isOpen, url, streamUrl])
  const name = clip.alt ?? teaserName(teaser)
  return (
    <div className="relative">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the tracks are below */}
      <video
        ref={video}
        src={needsPlayer ? undefined : url}
        poster={isHydrated ? (clip.still ?? undefined) : undefined}
        width={clip.width ?? undefined}
        height={clip.height ?? undefined}
        aria-label={name}
        controls={!needsPlayer || isOpen}
        playsInline
        preload="none"
        className="h-auto max-h-[80svh] w-full rounded-card bg-bench outline-turf -outline-offset-2 focus-within:outline-2"
      >
        {clip.captions.map(({ url: captions, language }) => (
          <track key={captions} kind="captions" src={captions} srcLang={language} label={language} />
        ))}
      </video>
      {needsPlayer && !isOpen ? (
        <button
          type="button"
          aria-label={`Play ${name}`}
          className="absolute inset-0 grid w-full place-items-center"
          onClick={() => setOpen(true)}
        >
          <Play size={48} aria-hidden className="rounded-full bg-pitch p-3 text-chalk" />
        </button>
      ) : null}
      {problem ? (
        <p role="alert" className="mt-2 text-sm text-dismissal">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
