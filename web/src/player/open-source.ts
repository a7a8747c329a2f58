import type { Media } from '@touchline/contract/media.ts'
import type { OpenStream } from './open-stream.ts'
import { playbackProblem } from './playback-problem.ts'

export type Source = {
  media: Pick<Media, 'url' | 'streamUrl'>
  startAt: number
  signal: AbortSignal
  onSizes: (sides: number[], choose: OpenStream['choose']) => void
  onProblem: (sentence: string) => void
}

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

export function showFirstPicture(video: HTMLVideoElement, address: string): void {
  if (!video.src) video.src = `${address}#t=${firstPictureAt}`
}

/** Starts playing. A browser that blocks autoplay waits for a click. */
const play = (element: HTMLMediaElement) => void element.play().catch(() => undefined)

export function openFullFile(element: HTMLMediaElement, source: Omit<Source, 'onSizes'>): void {
  const { media, signal, onProblem } = source
  const report = async () => {
    const sentence = await playbackProblem(media.url)
    if (!signal.aborted) onProblem(sentence)
  }
  openFile(element, media.url, { ...source, onBroken: () => void report() })
  play(element)
}

const tryLater = 'This cannot be played right now. Please try again.'

/** Plays a stream with hls.js or natively (Safari), or the file when there is no stream. */
export async function openSource(video: HTMLVideoElement, source: Source): Promise<void> {
  const { media, startAt, signal, onSizes, onProblem } = source
  const address = media.streamUrl
  if (address === null) return openFullFile(video, source)
  const streams = await import('./open-stream.ts').catch(() => null)
  if (signal.aborted) return undefined
  if (!streams) return onProblem(tryLater)
  const stream = new AbortController()
  const release = () => stream.abort()
  signal.addEventListener('abort', release, { signal: stream.signal })
  const stop = async (failedAddress: string) => {
    if (stream.signal.aborted) return
    video.pause()
    release()
    const sentence = await playbackProblem(failedAddress)
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
