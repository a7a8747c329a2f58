import HlsPlayer, { ErrorTypes, Events, isSupported } from 'hls.js/light'
import { isRefusal } from './playback-problem.ts'

export type Stream = {
  /** The short sides of the sizes, smallest first. */
  onSizes: (sides: number[]) => void
  /** The server refused this address. */
  onRefused: (address: string) => void
  onBroken: () => void
}

/** `choose` selects a size, or null for automatic. */
export type OpenStream = { choose: (side: number | null) => void }

export const canStream = () => isSupported()

export function openStream(
  video: HTMLVideoElement,
  address: string,
  { startAt, signal, onSizes, onRefused, onBroken }: Stream & { startAt: number; signal: AbortSignal },
): OpenStream {
  // The content security policy forbids blob workers.
  const hls = new HlsPlayer({ enableWorker: false, startPosition: startAt, capLevelToPlayerSize: true })
  signal.addEventListener('abort', () => hls.destroy(), { once: true })
  let sides: number[] = []
  let mayRecover = true
  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    sides = levels.map(({ width, height }) => Math.min(width, height))
    onSizes([...new Set(sides)].sort((one, other) => one - other))
  })
  hls.on(Events.ERROR, (_event, { fatal, type, response, url, frag }) => {
    if (isRefusal(response?.code)) return onRefused(url ?? frag?.url ?? address)
    if (!fatal) return undefined
    if (type === ErrorTypes.MEDIA_ERROR && mayRecover) {
      mayRecover = false
      return hls.recoverMediaError()
    }
    return onBroken()
  })
  hls.loadSource(address)
  hls.attachMedia(video)
  return {
    choose(side) {
      hls.nextLevel = side === null ? -1 : sides.indexOf(side)
    },
  }
}
