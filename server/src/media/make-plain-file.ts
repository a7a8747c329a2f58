import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { splitArguments } from './split-arguments.ts'
import type { MediaPrograms } from './media-programs.ts'
import { inputArgs, type ProbedFile, undecodable } from './probed-file.ts'
import { PossiblyUnfitFile, ProgramFailed, UnfitFile } from './program-failed.ts'

/** Reference white is 203 nits in HDR and SDR; only brighter values are compressed, so that the rest is not pale. */
const toneMapped =
  'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p'

/** Some cameras name only the transfer function and mean BT.2020; zscale needs the other values. */
function assumeBt2020({ primaries, matrix }: NonNullable<ProbedFile['video']>): string {
  const missing = [
    ...(primaries ? [] : ['color_primaries=bt2020']),
    ...(matrix ? [] : ['colorspace=bt2020nc']),
  ]
  return missing.length > 0 ? `setparams=${missing.join(':')},` : ''
}

/** Appends tone mapping to the filters of an HDR video. */
const withToneMapping = (
  filters: string,
  { probed, canToneMap }: { probed: ProbedFile; canToneMap: boolean },
) => (probed.video?.isHdr && canToneMap ? `${filters},${assumeBt2020(probed.video)}${toneMapped}` : filters)

type Work = {
  folder: string
  mimeType: string
  probed: ProbedFile
  signal: AbortSignal
  /** Whether this ffmpeg has the filters for HDR tone mapping. */
  canToneMap: boolean
}

/** Drops all metadata: location, device, names, covers, chapters. */
const withoutMetadata = splitArguments(
  '-map_metadata -1 -map_metadata:s -1 -map_chapters -1 -fflags +bitexact',
)
const fastStart = ['-movflags', '+faststart', '-f', 'mp4']

const even = (pixels: number) => Math.max(2, 2 * Math.ceil(pixels / 2 - 0.5))

/** The size at which a video is shown whose short side may have so many pixels. */
export function shownSize(side: number, { width, height }: { width: number; height: number }) {
  const factor = Math.min(1, side / Math.min(width, height))
  return { width: even(width * factor), height: even(height * factor) }
}

/** Deinterlaces and gives even dimensions, square pixels and SDR; `side` limits the short side, `first` runs first. */
export function displayFilters(
  side: number,
  work: Pick<Work, 'probed' | 'canToneMap'>,
  first: string[] = [],
): string {
  const { video } = work.probed
  if (!video) throw new UnfitFile('There is no picture in this video.')
  const { width, height } = shownSize(side, video)
  const filters = [
    ...(video.isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...first,
    `scale=${width}:${height}`,
    'setsar=1',
  ]
  return withToneMapping(filters.join(','), work)
}

const noDecoder = /Decoder \(codec \w+\) not found|Decoding requested, but no decoder found/

async function encode(
  programs: Pick<MediaPrograms, 'run'>,
  { folder, signal, mimeType }: Work,
  args: string[],
  seek: string[] = [],
) {
  const inputOptions = ['-nostdin', '-v', 'error', '-y', ...inputArgs(mimeType), ...seek, '-i', 'source']
  try {
    await programs.run('ffmpeg', [...inputOptions, ...args], { folder, signal })
  } catch (error) {
    throw unfitOf(error)
  }
}

/** What a program's refusal says about the file; any other error as it is. */
export function unfitOf(error: unknown): unknown {
  if (!(error instanceof ProgramFailed) || error.reason !== 'refused') return error
  if (noDecoder.test(error.message)) return new UnfitFile(undecodable, error)
  return new PossiblyUnfitFile('This file is damaged and cannot be converted.', error)
}

/**
 * Turns the recording `source` into `whole`, which plays while it downloads: keeps AAC and MP3, converts everything
 * else to AAC. Returns its type.
 */
export async function makeFullRecording(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
  const codec = work.probed.audio?.codec
  const sound = ['-map', '0:a:0', ...withoutMetadata]
  if (codec === 'mp3') {
    await encode(programs, work, [...sound, '-c', 'copy', '-id3v2_version', '0', '-f', 'mp3', 'whole'])
    return 'audio/mpeg'
  }
  const codecArgs = codec === 'aac' ? ['-c', 'copy'] : ['-c:a', 'aac', '-b:a', '160k', '-ac', '2']
  await encode(programs, work, [...sound, ...codecArgs, ...fastStart, 'whole'])
  return 'audio/mp4'
}

/** Writes a typical frame after the first second, or else the first decodable one. Throws UnfitFile without one. */
export async function makeStill(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
  const isLong = (work.probed.durationMs ?? 0) > 2000
  const candidates = [
    { seek: isLong ? ['-ss', '1'] : [], filters: displayFilters(1080, work, ['thumbnail=25']) },
    { seek: [], filters: displayFilters(1080, work) },
  ]
  for (const { seek, filters } of candidates) {
    const args = ['-map', '0:V:0', '-vf', filters, '-frames:v', '1', ...withoutMetadata, 'still.png']
    try {
      await encode(programs, work, args, seek)
      // ffmpeg succeeds without writing a file when it seeks past the last frame.
      await access(join(work.folder, 'still.png'))
      return 'still.png'
    } catch (error) {
      const hasNoFrame = error instanceof PossiblyUnfitFile || (error instanceof Error && 'code' in error)
      if (!hasNoFrame) throw error
    }
  }
  throw new UnfitFile('There is no picture in this video.')
}

/** Turns an animated picture into a silent MP4 `whole`, a tenth of the bytes. Returns its type. */
export async function makeAnimation(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
  // Variable frame rate, because a constant one would repeat a long frame thousands of times.
  const film = splitArguments('-vsync vfr -c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -an')
  await encode(programs, work, [
    '-map',
    '0:V:0',
    '-vf',
    displayFilters(1080, work),
    ...film,
    ...withoutMetadata,
    ...fastStart,
    'whole',
  ])
  return 'video/mp4'
}
