import type { Media } from '@touchline/contract/media.ts'
import type { OpenStream } from './open-stream.ts'
import { playbackProblem } from './playback-problem.ts'

export type Source = {
  media: Pick<Media, 'url' | 'streamUrl'>
  /** Where to begin, in seconds. */
  startAt: number
  /** Fires when this source is to be let go of. */
  signal: AbortSignal
  onSizes: (sides: number[], choose: OpenStream['choose']) => void
  /** Hears in words why it does not play, or not any more. */
  onProblem: (sentence: string) => void
}

/** Plays one file in an element; where it fails, `onBroken` hears of it. */
function openFile(
  element: HTMLMediaElement,
  address: string,
  { startAt, signal, onBroken }: Pick<Source, 'startAt' | 'signal'> & { onBroken: () => void },
) {
  element.addEventListener('error', onBroken, { signal, once: true })
  const toPlace = () => {
    element.currentTime = startAt
  }
  if (startAt > 0) element.addEventListener('loadedmetadata', toPlace, { signal, once: true })
  element.src = address
  element.load()
}

const firstPictureAt = 0.001

/** Without a poster the first picture of a video stands in: the fragment makes browsers draw it. */
export function showFirstPicture(video: HTMLVideoElement, address: string): void {
  if (!video.src) video.src = `${address}#t=${firstPictureAt}`
}

/** Playing begins as soon as there is something to play. A browser that wants to be asked by a press gets one. */
const play = (element: HTMLMediaElement) => void element.play().catch(() => undefined)

/** Plays the whole of a medium from one file. */
export function openFullFile(element: HTMLMediaElement, source: Omit<Source, 'onSizes'>): void {
  const { media, signal, onProblem } = source
  const tell = async () => {
    const sentence = await playbackProblem(media.url)
    if (!signal.aborted) onProblem(sentence)
  }
  openFile(element, media.url, { ...source, onBroken: () => void tell() })
  play(element)
}

const notNow = 'This cannot be played right now. Please try again.'

/**
 * Plays a video: its stream piece by piece where there is one and the browser takes it, as Safari does by itself where
 * not; the whole file only where there is no stream. A stream that breaks or is refused stops with words.
 */
export async function openSource(video: HTMLVideoElement, source: Source): Promise<void> {
  const { media, startAt, signal, onSizes, onProblem } = source
  const address = media.streamUrl
  if (address === null) return openFullFile(video, source)
  const streams = await import('./open-stream.ts').catch(() => null)
  if (signal.aborted) return undefined
  if (!streams) return onProblem(notNow)
  const stream = new AbortController()
  const letGo = () => stream.abort()
  signal.addEventListener('abort', letGo, { signal: stream.signal })
  const stop = async (asked: string) => {
    if (stream.signal.aborted) return
    video.pause()
    letGo()
    const sentence = await playbackProblem(asked)
    if (!signal.aborted) onProblem(sentence)
  }
  if (!streams.canStream()) {
    openFile(video, address, { startAt, signal: stream.signal, onBroken: () => void stop(address) })
    return play(video)
  }
  const { choose } = streams.openStream(video, address, {
    startAt,
    signal: stream.signal,
    onSizes: (sides) => onSizes(sides, choose),
    onRefused: (refused) => void stop(refused),
    onBroken: () => void stop(address),
  })
  return play(video)
}
