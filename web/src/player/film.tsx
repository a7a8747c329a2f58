import { clsx } from 'clsx'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Spinner } from '#ui/spinner.tsx'
import { chapterAt, chaptersIn } from './chapters.ts'
import { controlsOf } from './control.ts'
import { CueText } from './cue-text.tsx'
import { FilmBar } from './film-bar.tsx'
import { FilmSettings } from './film-settings.tsx'
import { FilmStart } from './film-start.tsx'
import { handleKey } from './player-keys.ts'
import type { PlayerProps } from './player-props.ts'
import { TrackList } from './track-list.tsx'
import { useCaptions } from './use-captions.ts'
import { useMediaSession } from './use-media-session.ts'
import { usePosition, useSavedPosition } from './use-saved-position.ts'
import { usePlayback } from './use-playback.ts'
import { showFirstPicture } from './open-source.ts'
import { useSource } from './use-source.ts'
import { useStartAt } from './use-start-at.ts'
import { useWatchTime } from './use-watch-time.ts'
import { Button } from '#ui/button.tsx'

/** iPhones support full screen only for videos, with a prefixed API. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

function toggleFullscreen(frame: HTMLElement, video: PhoneVideo): void {
  if (document.fullscreenElement === frame) void document.exitFullscreen().catch(() => undefined)
  else if ('requestFullscreen' in frame) void frame.requestFullscreen().catch(() => undefined)
  else video.webkitEnterFullscreen?.()
}

function useIsFullscreen(frame: HTMLElement | null): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(frame !== null && document.fullscreenElement === frame)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [frame])
  return isFull
}

const hasSmallWindow = () => 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled

function toggleSmallWindow(video: HTMLVideoElement): void {
  const moved =
    document.pictureInPictureElement === video
      ? document.exitPictureInPicture()
      : video.requestPictureInPicture()
  void Promise.resolve(moved).catch(() => undefined)
}

const idleMs = 3000

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin']

/** True after three seconds without input in `frame`, while `isWanted`. */
function useIdle(frame: HTMLElement | null, isWanted: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!frame || !isWanted) return undefined
    let timer = 0
    const wake = () => {
      window.clearTimeout(timer)
      setIdle(false)
      timer = window.setTimeout(() => setIdle(true), idleMs)
    }
    wake()
    for (const sign of signs) frame.addEventListener(sign, wake)
    return () => {
      window.clearTimeout(timer)
      setIdle(false)
      for (const sign of signs) frame.removeEventListener(sign, wake)
    }
  }, [frame, isWanted])
  return isIdle && isWanted
}

function FilmProblem({ sentence, onAgain }: { sentence: string; onAgain: () => void }) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-bench/95 p-4 text-center text-sm">
      <p role="alert" className="measure">
        {sentence}
      </p>
      <Button kind="outline" onClick={onAgain}>
        Try Again
      </Button>
    </div>
  )
}

type Props = PlayerProps & { description?: string | null }

export function Film({ postId, partId, media, name, by, description, text = '', start }: Props) {
  const { id: personId } = useSignedInViewer()
  const descriptionId = useId()
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [frame, setFrame] = useState<HTMLFieldSetElement | null>(null)
  const [isSettingsOpen, setSettingsOpen] = useState(false)
  const playButton = useRef<HTMLButtonElement>(null)
  const settingsButton = useRef<HTMLButtonElement>(null)
  const wasHidden = useRef(false)
  const playback = usePlayback(video, (media.durationMs ?? 0) / 1000)
  const captions = useCaptions(video, media.captions)
  const isFullscreen = useIsFullscreen(frame)
  const played = { personId, postId, partId }
  const place = usePosition(played)
  useSavedPosition(video, played)
  useWatchTime(video, postId)
  const { source, open, openAgain, choose } = useSource(video, media)
  useStartAt(video, start, open)
  const hasStill = media.poster.length > 0
  const hasStream = media.streamUrl !== null
  useEffect(() => {
    // Not an attribute, because removing it would reset the source that plays by then.
    if (video && !hasStill && !hasStream) showFirstPicture(video, media.url)
  }, [video, hasStill, hasStream, media.url])
  const isIdle = useIdle(frame, playback.isPlaying && !isSettingsOpen)
  const isOpen = source !== null
  const problem = source?.problem ?? null
  useEffect(() => {
    if (isOpen && problem === null) playButton.current?.focus({ preventScroll: true })
  }, [isOpen, problem])

  const chapters = chaptersIn(text, playback.duration)
  useMediaSession(video, isOpen, { title: name, by, media, chapters })
  const controls = video && isOpen ? controlsOf(video) : null
  const togglePlay = () => {
    // The stream may have become available since; replaying uses it.
    if (playback.hasEnded && source?.streamUrl !== media.streamUrl) open(0)
    else controls?.togglePlay()
  }
  const fullscreen = () => {
    if (frame && video) toggleFullscreen(frame, video)
  }
  const closeSettings = () => {
    setSettingsOpen(false)
    settingsButton.current?.focus()
  }
  const smallWindow = video && hasSmallWindow() ? () => toggleSmallWindow(video) : null
  const toggleCaptions = media.captions.length > 0 ? captions.toggle : undefined
  return (
    // Handles key presses anywhere in the player.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      ref={setFrame}
      aria-label={`Video: ${name}`}
      aria-describedby={description ? descriptionId : undefined}
      className={clsx(
        '@container absolute inset-0 min-w-0',
        isFullscreen && 'bg-black',
        isIdle && 'cursor-none',
      )}
      onKeyDown={(event) => {
        if (isSettingsOpen && event.key === 'Escape') closeSettings()
        else if (controls && !problem)
          handleKey(event, { ...controls, togglePlay }, { toggleCaptions, toggleFullscreen: fullscreen })
      }}
    >
      {description ? (
        <p id={descriptionId} dir="auto" className="sr-only">
          {description}
        </p>
      ) : null}
      {/* The pointer's way to play and pause; the button of the same name is the keyboard's. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/no-noninteractive-element-interactions jsx-a11y/media-has-caption -- the tracks are below */}
      <video
        ref={setVideo}
        playsInline
        controlsList="nodownload"
        preload={hasStill ? 'none' : 'metadata'}
        tabIndex={-1}
        aria-hidden={!isOpen}
        aria-label={name}
        className="absolute inset-0 size-full object-contain"
        onContextMenu={(event) => event.preventDefault()}
        onPointerDown={(event: PointerEvent) => {
          wasHidden.current = isIdle && event.pointerType === 'touch'
        }}
        onClick={() => {
          // The first touch only shows hidden controls.
          if (!wasHidden.current) togglePlay()
        }}
      >
        <TrackList captions={media.captions} isOpen={isOpen} />
      </video>
      {!isOpen ? (
        <FilmStart name={name} place={place} durationMs={media.durationMs} onStart={open} />
      ) : problem !== null ? (
        <FilmProblem sentence={problem} onAgain={openAgain} />
      ) : controls ? (
        <>
          {playback.isWaiting ? (
            <div className="pointer-events-none absolute inset-0 grid place-content-center">
              <span className="rounded-full bg-black/75 p-3">
                <Spinner label="Loading" />
              </span>
            </div>
          ) : null}
          {captions.cues.length > 0 ? (
            <CueText
              cues={captions.cues}
              className={clsx(
                'pointer-events-none absolute inset-x-3 mx-auto w-fit max-w-[60ch] rounded-control bg-black/80 px-3 py-1 text-center text-sm text-white @lg:text-base',
                isIdle ? 'bottom-3' : 'bottom-20',
              )}
            />
          ) : null}
          <FilmBar
            playback={playback}
            controls={controls}
            media={media}
            chapters={chapters}
            playRef={playButton}
            settingsRef={settingsButton}
            isHidden={isIdle}
            hasCaptions={toggleCaptions ? captions.shown !== null : null}
            isFullscreen={isFullscreen}
            isSettingsOpen={isSettingsOpen}
            onTogglePlay={togglePlay}
            onCaptions={captions.toggle}
            onSettings={() => setSettingsOpen(true)}
            onSmallWindow={smallWindow}
            onFullscreen={fullscreen}
          />
          {isSettingsOpen ? (
            <FilmSettings
              speed={playback.speed}
              sides={source.sides}
              side={source.side}
              chapters={chapters}
              chapter={chapterAt(chapters, playback.time)}
              languages={media.captions.map(({ language }) => language)}
              language={captions.shown}
              onSpeed={controls.setSpeed}
              onSide={choose}
              onChapter={controls.seekTo}
              onLanguage={captions.choose}
              onSmallWindow={smallWindow}
              onClose={closeSettings}
            />
          ) : null}
        </>
      ) : null}
    </fieldset>
  )
}
