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
  } | null
  audio: { codec: string } | null
}

const maxVideoMs = 10 * 60_000
const maxRecordingMs = 6 * 60 * 60_000
const longSide = 4096
const shortSide = 2304
export const maxFrames = 10 * 60 * 240
/** Slightly above 60, because counts of short clips are inexact. Faster video is re-encoded at 60. */
const maxCopiedFramesPerSecond = 62

const unknownCodec = 'unknown'
export const undecodable =
  'The picture or sound of this file is in a format that cannot be read here. Please save it as MP4 with H.264 and AAC and choose that.'

const shortSideOf = ({ width, height }: { width: number; height: number }) => Math.min(width, height)

/** Throws UnfitFile for a file that is not of its declared kind or exceeds the limits. */
export function checkFit(file: ProbedFile, kind: 'video' | 'audio' | 'image'): void {
  const { durationMs, video, audio } = file
  if (kind === 'image') {
    if ((durationMs ?? 0) > maxVideoMs)
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
  if ((durationMs ?? 0) > maxVideoMs) throw new UnfitFile('This video is too long: the limit is 10 minutes.')
  if (Math.max(video.width, video.height) > longSide || shortSideOf(video) > shortSide)
    throw new UnfitFile(`This video is too large: the limit is ${longSide} × ${shortSide} pixels.`)
  if (shortSideOf(video) < 2) throw new UnfitFile('This video has no size.')
  if (video.frames > maxFrames)
    throw new UnfitFile(`This video has too many frames: the limit is ${maxFrames.toLocaleString('en-US')}.`)
}

const supportedProfiles = new Set(['Baseline', 'Constrained Baseline', 'Main', 'High'])

/** True when all browsers play these streams, so that they only need repackaging. */
export function isPlayedEverywhere({ video, audio }: ProbedFile): boolean {
  if (audio && audio.codec !== 'aac') return false
  if (!video) return true
  const { codec, profile, pixelFormat, isTurned, isHdr } = video
  // Some players ignore rotation or pixel aspect and would show it sideways or squashed.
  return (
    codec === 'h264' &&
    supportedProfiles.has(profile) &&
    pixelFormat.startsWith('yuv') &&
    pixelFormat.endsWith('420p') &&
    !isTurned &&
    video.hasSquarePixels &&
    !video.isInterlaced &&
    video.framesPerSecond <= maxCopiedFramesPerSecond &&
    !isHdr
  )
}

const renditionSides = [1080, 720, 360]
const visiblySmaller = 0.8

/** The short sides of the stream, largest first: the original up to 1080, then visibly smaller ones. */
export function streamSides(video: { width: number; height: number }): number[] {
  const own = Math.min(shortSideOf(video), 1080)
  const largest = own - (own % 2)
  return [largest, ...renditionSides.filter((side) => side <= largest * visiblySmaller)]
}

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
