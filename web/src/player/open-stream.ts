import HlsPlayer, { ErrorDetails, ErrorTypes, Events, isSupported, type Level } from 'hls.js/light'
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

type Size = Pick<Level, 'width' | 'height' | 'videoCodec'>

const sideOf = ({ width, height }: Size) => Math.min(width, height)

/** An original in HEVC, which hls.js lists only where the browser claims to play it. */
const isOriginal = ({ videoCodec }: Size) => videoCodec?.startsWith('hvc1') ?? false

/** Whether a chosen size is played from the original, which is better than what was made of it. */
export const isInOriginal = (levels: Size[], side: number) =>
  levels.some((level) => isOriginal(level) && sideOf(level) === side)

/** Errors of a level that the browser cannot play after all. */
const ofCodec = new Set<string>([
  ErrorDetails.BUFFER_ADD_CODEC_ERROR,
  ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
  ErrorDetails.BUFFER_APPEND_ERROR,
  ErrorDetails.FRAG_PARSING_ERROR,
])

/** The time within which a second refusal by the CDN is no expiry. */
const renewedMs = 60_000

/** Whether it is on a CDN, where addresses expire. */
const isElsewhere = (address: string) => new URL(address, location.href).origin !== location.origin

type Chosen = { isOriginal: boolean; side: number | null }

export function openStream(
  video: HTMLVideoElement,
  address: string,
  { startAt, signal, onSizes, onRefused, onBroken }: Stream & { startAt: number; signal: AbortSignal },
): OpenStream {
  let levels: Size[] | null = null
  let mayRecover = true
  let renewedAt = -Infinity
  const tellSizes = (known: Size[]) => {
    levels = known
    onSizes([...new Set(known.map(sideOf))].toSorted((one, other) => one - other))
  }

  /** Plays the original or the sizes in H.264: hls.js cannot change between the two, whose containers differ. */
  const open = (chosen: Chosen, startPosition: number) => {
    const hls = new HlsPlayer({
      // The content security policy forbids blob workers.
      enableWorker: false,
      capLevelToPlayerSize: true,
      // It starts with the levels that are left.
      autoStartLoad: false,
    })
    hls.on(Events.MANIFEST_PARSED, () => {
      if (!levels) tellSizes([...hls.levels])
      for (const level of hls.levels.filter((one) => isOriginal(one) !== chosen.isOriginal))
        hls.removeLevel(hls.levels.indexOf(level))
      if (chosen.side !== null) {
        hls.startLevel = hls.levels.findIndex((one) => sideOf(one) === chosen.side)
        hls.loadLevel = hls.startLevel
      }
      hls.startLoad(startPosition)
    })
    hls.on(Events.ERROR, (_event, { fatal, type, details, response, url, frag }) => {
      if (isRefusal(response?.code)) {
        const refused = url ?? frag?.url ?? address
        if (!isElsewhere(refused)) return onRefused(refused)
        if (performance.now() - renewedAt < renewedMs) return onBroken()
        renewedAt = performance.now()
        // The playlist has new addresses, or is refused to a person without access.
        return reopen(chosen)
      }
      const isOfMedia = type === ErrorTypes.MEDIA_ERROR
      if (chosen.isOriginal && isOfMedia && (fatal || ofCodec.has(details))) {
        tellSizes((levels ?? []).filter((level) => !isOriginal(level)))
        return reopen({ isOriginal: false, side: null })
      }
      if (!fatal) return undefined
      if (isOfMedia && mayRecover) {
        mayRecover = false
        return hls.recoverMediaError()
      }
      return onBroken()
    })
    hls.loadSource(address)
    hls.attachMedia(video)
    return { hls, chosen }
  }
  const reopen = (chosen: Chosen) => {
    const { currentTime, paused } = video
    opened.hls.destroy()
    opened = open(chosen, currentTime)
    if (!paused) void video.play().catch(() => undefined)
  }
  let opened = open({ isOriginal: false, side: null }, startAt)
  signal.addEventListener('abort', () => opened.hls.destroy(), { once: true })
  return {
    choose(side) {
      const { hls, chosen } = opened
      const wanted = { isOriginal: side !== null && isInOriginal(levels ?? [], side), side }
      if (wanted.isOriginal || chosen.isOriginal) reopen(wanted)
      else hls.nextLevel = side === null ? -1 : hls.levels.findIndex((one) => sideOf(one) === side)
    },
  }
}
