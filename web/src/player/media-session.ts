import type { Media } from '@touchline/contract/media.ts'
import { type Chapter, chapterAt } from './chapters.ts'
import { controlsOf } from './control.ts'
import type { Author } from './player-props.ts'

export type NowPlaying = {
  title: string
  by: Author
  media: Pick<Media, 'poster' | 'width' | 'height'>
  chapters: Chapter[]
}

const skipSeconds = 15
/** Earlier than this in a chapter, "previous" leads to the one before. */
const restartSeconds = 3

const inPage = (url: string) => new URL(url, location.href).href

function artworkOf({ media: { poster, width, height }, by }: NowPlaying): MediaImage[] {
  if (poster.length === 0) return [{ src: inPage(by.picture ?? '/icon-512.png') }]
  const shape = (height ?? 9) / (width ?? 16)
  return poster.map((still) => ({
    src: inPage(still.url),
    type: still.mimeType,
    sizes: `${still.width}x${Math.round(still.width * shape)}`,
  }))
}

type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler>>

function handlersFor(element: HTMLMediaElement, { chapters }: NowPlaying): Handlers {
  const { seekBy, seekTo } = controlsOf(element)
  const pause = () => element.pause()
  const handlers: Handlers = {
    play: () => void element.play().catch(() => undefined),
    pause,
    stop: pause,
    seekbackward: ({ seekOffset }) => seekBy(-(seekOffset ?? skipSeconds)),
    seekforward: ({ seekOffset }) => seekBy(seekOffset ?? skipSeconds),
    seekto: ({ seekTime }) => seekTo(seekTime ?? 0),
  }
  if (chapters.length === 0) return handlers
  return {
    ...handlers,
    previoustrack: () => seekTo(chapterAt(chapters, element.currentTime - restartSeconds)?.at ?? 0),
    nexttrack: () => {
      const next = chapters.find(({ at }) => at > element.currentTime)
      if (next) seekTo(next.at)
    },
  }
}

const actions: MediaSessionAction[] = [
  'play',
  'pause',
  'stop',
  'seekbackward',
  'seekforward',
  'seekto',
  'previoustrack',
  'nexttrack',
]

function setHandlers(session: MediaSession, handlers: Handlers) {
  for (const action of actions)
    try {
      session.setActionHandler(action, handlers[action] ?? null)
    } catch {
      // The browser does not know this action.
    }
}

/** The element that the system's controls show: the last one that played. */
let shown: HTMLMediaElement | null = null

/** Connects an element to the controls of the system (lock screen, headset, media keys) whenever it plays. */
export function openMediaSession(element: HTMLMediaElement, nowPlaying: () => NowPlaying): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const session = navigator.mediaSession
  const isShown = () => shown === element
  const showPosition = () => {
    const { duration, currentTime, playbackRate } = element
    if (!isShown() || !Number.isFinite(duration) || duration <= 0) return
    session.setPositionState?.({ duration, playbackRate, position: Math.min(currentTime, duration) })
  }
  const show = () => {
    shown = element
    const about = nowPlaying()
    session.metadata = new MediaMetadata({
      title: about.title,
      artist: about.by.name,
      artwork: artworkOf(about),
    })
    session.playbackState = 'playing'
    setHandlers(session, handlersFor(element, about))
    showPosition()
  }
  const pause = () => {
    if (!isShown()) return
    session.playbackState = 'paused'
    showPosition()
  }
  const leaving = new AbortController()
  const { signal } = leaving
  element.addEventListener('play', show, { signal })
  for (const name of ['pause', 'ended']) element.addEventListener(name, pause, { signal })
  for (const name of ['durationchange', 'seeked', 'ratechange'])
    element.addEventListener(name, showPosition, { signal })
  if (!element.paused) show()
  return () => {
    leaving.abort()
    if (!isShown()) return
    shown = null
    session.metadata = null
    session.playbackState = 'none'
    session.setPositionState?.()
    setHandlers(session, {})
  }
}
