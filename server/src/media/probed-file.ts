import { UnfitFile } from './program-failed.ts'

/** The probed properties of a file. Width and height are upright and in square pixels. */
export type ProbedFile = {
  durationMs: number | null
  video: {
    codec: string
    profile: string
    pixelFormat: string
    width: number
    height: number
    isTurned: boolean
    hasSquarePixels: boolean
    isInterlaced: boolean
    isHdr: boolean
    /** Color primaries and matrix in ffmpeg's terms; null when the file names none. */
    primaries: string | null
    matrix: string | null
    /** Counted from packets, up to `maxFrames`, because container metadata can lie. */
    frames: number
    framesPerSecond: number
    /** The longest time without a keyframe, in seconds. */
    keyframeSeconds: number
  } | null
  audio: { codec: string } | null
}

/** For pictures that move. */
const maxAnimationMs = 10 * 60_000
const maxRecordingMs = 6 * 60 * 60_000
const longSide = 4096
const shortSide = 2304
const maxFramesPerSecond = 240
/** For files that name no duration: a day at 60 frames a second. */
export const maxFrames = 24 * 3600 * 60
/** Slightly above 60, because counts of short clips are inexact. Faster video is re-encoded at 60. */
const maxCopiedFramesPerSecond = 62

const unknownCodec = 'unknown'
export const undecodable =
  'The picture or sound of this file is in a format that cannot be read here. Please save it as MP4 with H.264 and AAC and choose that.'

export const shortSideOf = ({ width, height }: { width: number; height: number }) => Math.min(width, height)

function lengthText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const [amount, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** Throws UnfitFile for a file that is not of its declared kind or exceeds the limits. */
export function checkFit(file: ProbedFile, kind: 'video' | 'audio' | 'image', maxVideoMs: number): void {
  const { durationMs, video, audio } = file
  if (kind === 'image') {
    if ((durationMs ?? 0) > maxAnimationMs)
      throw new UnfitFile('This picture moves for too long: the limit is 10 minutes.')
    return
  }
  if (kind === 'audio') {
    if (!audio) throw new UnfitFile('There is no sound in this file.')
    if ((durationMs ?? 0) > maxRecordingMs)
      throw new UnfitFile('This recording is too long: the limit is 6 hours.')
    return
  }
  if (video?.codec === unknownCodec) throw new UnfitFile(undecodable)
  if (!video || video.frames === 0) throw new UnfitFile('There is no picture in this video.')
  if ((durationMs ?? 0) > maxVideoMs)
    throw new UnfitFile(`This video is too long: the limit is ${lengthText(maxVideoMs)}.`)
  if (Math.max(video.width, video.height) > longSide || shortSideOf(video) > shortSide)
    throw new UnfitFile(`This video is too large: the limit is ${longSide} × ${shortSide} pixels.`)
  if (shortSideOf(video) < 2) throw new UnfitFile('This video has no size.')
  const maxVideoFrames = (maxVideoMs / 1000) * maxFramesPerSecond
  if (video.frames > maxVideoFrames)
    throw new UnfitFile(
      `This video has too many frames: the limit is ${maxVideoFrames.toLocaleString('en-US')}.`,
    )
}

const supportedProfiles = new Set(['Baseline', 'Constrained Baseline', 'Main', 'High'])

type Video = NonNullable<ProbedFile['video']>

/**
 * Whether a picture needs no change: some players ignore rotation or pixel aspect and would show it sideways or
 * squashed.
 */
const isShownAsStored = ({ isTurned, hasSquarePixels, isInterlaced, isHdr, framesPerSecond }: Video) =>
  !isTurned && hasSquarePixels && !isInterlaced && !isHdr && framesPerSecond <= maxCopiedFramesPerSecond

/** True when all browsers play this picture, so that it only needs repackaging. */
export function isPlayedEverywhere(video: Video): boolean {
  const { codec, profile, pixelFormat } = video
  return (
    codec === 'h264' &&
    supportedProfiles.has(profile) &&
    pixelFormat.startsWith('yuv') &&
    pixelFormat.endsWith('420p') &&
    isShownAsStored(video)
  )
}

/** True when browsers with HEVC play this picture as it is. */
export const isPlainHevc = (video: Video): boolean =>
  video.codec === 'hevc' && ['Main', 'Main 10'].includes(video.profile) && isShownAsStored(video)

const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/x-msvideo': 'avi',
  'video/ogg': 'ogg',
  'video/mpeg': 'mpeg',
  'video/mp2t': 'mpegts',
  'image/gif': 'gif',
  'image/apng': 'apng',
  'audio/mp4': 'mov',
  'audio/webm': 'matroska',
  'audio/x-matroska': 'matroska',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/x-w64': 'w64',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'audio/aiff': 'aiff',
  'audio/amr': 'amr',
  'audio/x-caf': 'caf',
}
const usedDemuxers = [...new Set(Object.values(demuxers))].join(',')

/** Forces the detected demuxer, never one of playlists, and allows no other files. */
export function inputArgs(mimeType: string): string[] {
  const demuxer = demuxers[mimeType]
  if (!demuxer) throw new UnfitFile('This kind of file cannot be prepared.')
  return ['-protocol_whitelist', 'file,pipe', '-format_whitelist', usedDemuxers, '-f', demuxer]
}
