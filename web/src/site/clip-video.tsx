import { teaserName } from '@touchline/contract/teaser-text.ts'
import type { Clip, Teaser } from '@touchline/contract/teasers.ts'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'

/** A video that strangers may watch. Nothing of it is loaded before it is played, its still only after the page. */
export function ClipVideo({ teaser, clip }: { teaser: Teaser; clip: Clip }) {
  const isHydrated = useIsHydrated()
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the tracks are below
    <video
      src={clip.url}
      poster={isHydrated ? (clip.still ?? undefined) : undefined}
      width={clip.width ?? undefined}
      height={clip.height ?? undefined}
      aria-label={clip.alt ?? teaserName(teaser)}
      controls
      playsInline
      preload="none"
      className="h-auto max-h-[80svh] w-full rounded-card bg-bench outline-turf -outline-offset-2 focus-within:outline-2"
    >
      {clip.captions.map(({ url, language }) => (
        <track key={url} kind="captions" src={url} srcLang={language} label={language} />
      ))}
    </video>
  )
}
