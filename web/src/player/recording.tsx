import { Captions, Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { chapterAt, chaptersIn } from './chapters.ts'
import { savedChoices, saveChoices, speeds } from './choices.ts'
import { controlsOf } from './control.ts'
import { CueText } from './cue-text.tsx'
import { handleKey } from './player-keys.ts'
import type { PlayerProps } from './player-props.ts'
import { SleepTimer } from './sleep-timer.tsx'
import { TimeSlider } from './time-slider.tsx'
import { timeText } from './time-text.ts'
import { TrackList } from './track-list.tsx'
import { useCaptions } from './use-captions.ts'
import { useMediaSession } from './use-media-session.ts'
import { usePosition, useSavedPosition } from './use-saved-position.ts'
import { usePlayback } from './use-playback.ts'
import { useSource } from './use-source.ts'
import { useStartAt } from './use-start-at.ts'
import { useWatchTime } from './use-watch-time.ts'

type WaveformProps = { loudness: number[]; /** How much of it was played, 0 to 1. */ played: number }

const step = 4

const barWidth = 2.6

const toPath = (loudness: number[]) =>
  loudness
    .map((value, index) => {
      const height = Math.max(4, value)
      return `M${index * step} ${(100 - height) / 2}h${barWidth}v${height}h${-barWidth}z`
    })
    .join('')

function Waveform({ loudness, played }: WaveformProps) {
  const path = toPath(loudness)
  const box = `0 0 ${loudness.length * step} 100`
  return (
    <>
      <svg
        aria-hidden
        viewBox={box}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full fill-edge"
      >
        <path d={path} />
      </svg>
      <svg
        aria-hidden
        viewBox={box}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full fill-turf"
        style={{ clipPath: `inset(0 ${100 - 100 * played}% 0 0)` }}
      >
        <path d={path} />
      </svg>
    </>
  )
}

const skipSeconds = 15

function Skip({ by, onSkip }: { by: number; onSkip: (by: number) => void }) {
  const Icon = by < 0 ? RotateCcw : RotateCw
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-label={`${by < 0 ? 'Back' : 'Forward'} ${skipSeconds} seconds`}
      className="relative"
      onClick={() => onSkip(by)}
    >
      <Icon size={28} strokeWidth={1.5} aria-hidden />
      <span aria-hidden className="absolute" style={{ fontSize: '0.5625rem' }}>
        {skipSeconds}
      </span>
    </Button>
  )
}

export function Recording({ postId, partId, media, name, by, text = '', start }: PlayerProps) {
  const { id: personId } = useSignedInViewer()
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  const played = { personId, postId, partId }
  const saved = usePosition(played)
  const [chosen, setChosen] = useState<number | null>(null)
  const [speed, setSpeed] = useState(() => savedChoices().speed)
  const playback = usePlayback(audio, (media.durationMs ?? 0) / 1000)
  const captions = useCaptions(audio, media.captions)
  useSavedPosition(audio, played)
  useWatchTime(audio, postId)
  const { source, open, openAgain } = useSource(audio, media)
  useStartAt(audio, start, open)
  const problem = source?.problem ?? null
  const { isPlaying, duration } = playback
  const place = chosen ?? saved
  const time = source ? playback.time : place
  const chapters = chaptersIn(text, duration)
  useMediaSession(audio, source !== null, { title: name, by, media, chapters })

  const element = audio ? controlsOf(audio) : null
  const stopped = {
    togglePlay: () => open(place),
    seekTo: setChosen,
    seekBy: (seconds: number) => setChosen(Math.max(0, Math.min(duration, place + seconds))),
    seekToEnd: () => setChosen(duration),
  }
  const controls = element && (source ? element : { ...element, ...stopped })
  const chooseSpeed = (next: number) => {
    setSpeed(next)
    if (source) element?.setSpeed(next)
    else saveChoices({ speed: next })
  }
  const hasCaptions = media.captions.length > 0
  const chapter = chapterAt(chapters, time)
  return (
    // Handles key presses anywhere in the player.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      aria-label={`Recording: ${name}`}
      className="grid min-w-0 gap-2 p-3"
      onKeyDown={(event) => {
        if (controls)
          handleKey(event, controls, { toggleCaptions: hasCaptions ? captions.toggle : undefined })
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the tracks are below */}
      <audio ref={setAudio} preload="none" controlsList="nodownload">
        <TrackList captions={media.captions} isOpen={source !== null} />
      </audio>
      <div className="flex items-center gap-3">
        <Button
          size="icon"
          aria-label={isPlaying ? 'Pause' : `Play recording: ${name}`}
          className="rounded-full!"
          onClick={() => controls?.togglePlay()}
        >
          {isPlaying ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
        </Button>
        <TimeSlider
          playback={{ time, duration }}
          onSeek={(seconds) => controls?.seekTo(seconds)}
          className="h-12 min-w-0 flex-1"
        >
          {media.waveform && media.waveform.length > 0 ? (
            <Waveform loudness={media.waveform} played={duration > 0 ? time / duration : 0} />
          ) : (
            <span className="absolute inset-x-0 top-1/2 h-1.5 -translate-y-1/2 overflow-hidden rounded-full bg-edge forced-color-adjust-none">
              <span
                className="absolute inset-y-0 left-0 bg-turf"
                style={{ width: `${duration > 0 ? (100 * time) / duration : 0}%` }}
              />
            </span>
          )}
        </TimeSlider>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-2">
        <p className="board mr-auto text-xs text-muted">
          {!source && place > 0 ? `Continue at ${timeText(place)}` : timeText(time)} / {timeText(duration)}
          {chapter ? <span className="font-sans"> · {chapter.title}</span> : null}
        </p>
        {!source && place > 0 ? (
          <Button kind="quiet" className="px-3!" onClick={() => open(0)}>
            From the beginning
          </Button>
        ) : null}
        <Skip by={-skipSeconds} onSkip={(seconds) => controls?.seekBy(seconds)} />
        <Skip by={skipSeconds} onSkip={(seconds) => controls?.seekBy(seconds)} />
        {hasCaptions ? (
          <Button
            kind="quiet"
            size="icon"
            aria-label="Captions"
            aria-pressed={captions.shown !== null}
            className="aria-pressed:text-turf"
            onClick={captions.toggle}
          >
            <Captions size={20} aria-hidden />
          </Button>
        ) : null}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {chapters.length > 0 ? (
          <Select
            aria-label="Chapter"
            value={chapter?.at ?? ''}
            onChange={(event) => controls?.seekTo(Number(event.target.value))}
          >
            {chapter ? null : <option value="">–</option>}
            {chapters.map(({ at, title }) => (
              <option key={at} value={at}>
                {timeText(at)} {title}
              </option>
            ))}
          </Select>
        ) : null}
        <SleepTimer element={audio} chapters={chapters} />
        <Select
          aria-label="Speed"
          value={speed}
          onChange={(event) => chooseSpeed(Number(event.target.value))}
        >
          {speeds.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </Select>
      </div>
      {captions.shown === null || problem !== null ? null : (
        <CueText cues={captions.cues} className="min-h-12 text-center text-sm" />
      )}
      {problem === null ? null : (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <p role="alert" className="flex-1">
            {problem}
          </p>
          <Button kind="outline" onClick={openAgain}>
            Try Again
          </Button>
        </div>
      )}
    </fieldset>
  )
}
