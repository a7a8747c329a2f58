import {
  Captions,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  Settings,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { Media } from '@touchline/contract/media.ts'
import { type ComponentProps, type RefObject, useState } from 'react'
import { type Chapter, chapterAt } from './chapters.ts'
import type { Controls } from './control.ts'
import { SeekPreview } from './seek-preview.tsx'
import { timeText } from './time-text.ts'
import { TimeSlider } from './time-slider.tsx'
import type { Playback } from './use-playback.ts'

type Props = {
  playback: Playback
  controls: Controls
  media: Pick<Media, 'stripUrl' | 'durationMs' | 'width' | 'height'>
  chapters: Chapter[]
  playRef: RefObject<HTMLButtonElement | null>
  settingsRef: RefObject<HTMLButtonElement | null>
  isHidden: boolean
  /** Null without captions. */
  hasCaptions: boolean | null
  isFullscreen: boolean
  isSettingsOpen: boolean
  onTogglePlay: () => void
  onCaptions: () => void
  onSettings: () => void
  onSmallWindow: (() => void) | null
  onFullscreen: () => void
}

function Tool({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={`size-11 shrink-0 place-items-center rounded-control text-white outline-offset-[-2px]! hover:bg-white/20 aria-pressed:text-[#61e68f] ${className || 'grid'}`}
      {...rest}
    />
  )
}

const share = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (100 * part) / whole) : 0}%`

export function FilmBar(props: Props) {
  const {
    playback,
    controls,
    media,
    chapters,
    playRef,
    settingsRef,
    isHidden,
    hasCaptions,
    isFullscreen,
    ...rest
  } = props
  const { isPlaying, time, duration, volume, isMuted } = playback
  const [pointed, setPointed] = useState<number | null>(null)
  const chapter = chapterAt(chapters, time)
  const isSilent = isMuted || volume === 0
  return (
    <div
      data-film-bar
      className={`absolute inset-x-0 bottom-0 bg-black/75 px-1 text-white forced-color-adjust-none transition-opacity duration-150 has-focus-visible:opacity-100 ${isHidden ? 'opacity-0' : ''}`}
    >
      <TimeSlider playback={playback} onSeek={controls.seekTo} onPoint={setPointed} className="mx-2 h-7">
        {pointed !== null && (media.stripUrl || chapters.length > 0) ? (
          <SeekPreview at={pointed} duration={duration} media={media} chapters={chapters} />
        ) : null}
        <span className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full bg-white/30">
          <span
            className="absolute inset-y-0 left-0 bg-white/40"
            style={{ width: share(playback.bufferedTo, duration) }}
          />
          <span className="absolute inset-y-0 left-0 bg-[#61e68f]" style={{ width: share(time, duration) }} />
        </span>
        <span
          className="absolute top-1/2 size-3 -translate-1/2 rounded-full bg-white"
          style={{ left: share(time, duration) }}
        />
        {chapters
          .filter(({ at }) => at > 0)
          .map(({ at }) => (
            <span
              key={at}
              className="absolute top-1/2 h-2 w-0.5 -translate-y-1/2 bg-black"
              style={{ left: share(at, duration) }}
            />
          ))}
      </TimeSlider>
      <div className="flex items-center">
        <Tool ref={playRef} aria-label={isPlaying ? 'Pause' : 'Play'} onClick={rest.onTogglePlay}>
          {isPlaying ? <Pause size={22} aria-hidden /> : <Play size={22} aria-hidden />}
        </Tool>
        <Tool aria-label={isSilent ? 'Unmute' : 'Mute'} onClick={controls.toggleMute}>
          {isSilent ? <VolumeX size={20} aria-hidden /> : <Volume2 size={20} aria-hidden />}
        </Tool>
        <input
          type="range"
          aria-label="Volume"
          aria-valuetext={`${isSilent ? 0 : Math.round(volume * 100)} percent`}
          data-own-arrows
          min={0}
          max={1}
          step={0.05}
          value={isSilent ? 0 : volume}
          onChange={(event) => controls.setVolume(event.target.valueAsNumber)}
          className="mr-1 hidden h-6 w-20 cursor-pointer accent-[#61e68f] @sm:block"
        />
        <p className="board min-w-0 flex-1 truncate px-1 text-xs">
          {timeText(time)} / {timeText(duration)}
          {chapter ? <span className="font-sans"> · {chapter.title}</span> : null}
        </p>
        {hasCaptions === null ? null : (
          <Tool aria-label="Captions" aria-pressed={hasCaptions} onClick={rest.onCaptions}>
            <Captions size={20} aria-hidden />
          </Tool>
        )}
        <Tool
          ref={settingsRef}
          aria-label="Settings"
          aria-expanded={rest.isSettingsOpen}
          onClick={rest.onSettings}
        >
          <Settings size={20} aria-hidden />
        </Tool>
        {rest.onSmallWindow ? (
          <Tool aria-label="Picture in picture" className="hidden @sm:grid" onClick={rest.onSmallWindow}>
            <PictureInPicture2 size={20} aria-hidden />
          </Tool>
        ) : null}
        <Tool aria-label={isFullscreen ? 'Exit full screen' : 'Full screen'} onClick={rest.onFullscreen}>
          {isFullscreen ? <Minimize size={20} aria-hidden /> : <Maximize size={20} aria-hidden />}
        </Tool>
      </div>
    </div>
  )
}
