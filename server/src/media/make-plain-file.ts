import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { splitArguments } from './split-arguments.ts'
import type { MediaPrograms } from './media-programs.ts'
import { inputArgs, isPlayedEverywhere, type ProbedFile, undecodable } from './probed-file.ts'
import { PossiblyUnfitFile, ProgramFailed, UnfitFile } from './program-failed.ts'
import { withToneMapping } from './tone-mapping.ts'

type Work = {
  folder: string
  mimeType: string
  probed: ProbedFile
  signal: AbortSignal
  /** Whether this ffmpeg can turn HDR into colours for every screen. */
  canToneMap: boolean
}

/** Nothing that was written beside picture and sound goes along: no place, no device, no name, no cover, no chapter. */
const bare = splitArguments('-map_metadata -1 -map_metadata:s -1 -map_chapters -1 -fflags +bitexact')
const playsAtOnce = ['-movflags', '+faststart', '-f', 'mp4']

/** The nearest even number of pixels, the smaller of two. */
const even = (pixels: number) => Math.max(2, 2 * Math.ceil(pixels / 2 - 0.5))

/**
 * Filters that show a video as it was meant to be seen: progressive, its short side at most `side` pixels, both sides
 * even, its pixels square, its colours for every screen. `first` comes before the size is changed.
 */
export function shownAt(
  side: number,
  work: Pick<Work, 'probed' | 'canToneMap'>,
  first: string[] = [],
): string {
  const { video } = work.probed
  if (!video) throw new UnfitFile('There is no picture in this video.')
  const { width, height, isInterlaced } = video
  const factor = Math.min(1, side / Math.min(width, height))
  const size = [width, height].map((pixels) => even(pixels * factor))
  const filters = [
    ...(isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...first,
    `scale=${size.join(':')}`,
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
  const before = ['-nostdin', '-v', 'error', '-y', ...inputArgs(mimeType), ...seek, '-i', 'source']
  try {
    await programs.run('ffmpeg', [...before, ...args], { folder, signal })
  } catch (error) {
    if (!(error instanceof ProgramFailed) || error.reason !== 'refused') throw error
    if (noDecoder.test(error.message)) throw new UnfitFile(undecodable, error)
    throw new PossiblyUnfitFile('This file is damaged and cannot be converted.', error)
  }
}

/**
 * Makes of the file `source` in `folder` the file `whole`, which every browser plays while it still arrives: the same
 * pictures and sound in an MP4 where browsers know them, encoded anew otherwise. Returns its type.
 */
export async function makeFullVideo(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
  const copied = ['-c', 'copy']
  const encoded = [
    '-vf',
    shownAt(1080, work),
    ...splitArguments('-fpsmax 60 -c:v libx264 -preset veryfast -crf 23'),
    ...splitArguments('-maxrate 6M -bufsize 12M -pix_fmt yuv420p -c:a aac -b:a 128k -ac 2'),
  ]
  const how = isPlayedEverywhere(work.probed) ? copied : encoded
  await encode(programs, work, ['-map', '0:V:0', '-map', '0:a:0?', ...how, ...bare, ...playsAtOnce, 'whole'])
  return 'video/mp4'
}

/** The same for a recording: AAC and MP3 stay as they sound, everything else becomes AAC. */
export async function makeFullRecording(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
  const codec = work.probed.audio?.codec
  const sound = ['-map', '0:a:0', ...bare]
  if (codec === 'mp3') {
    await encode(programs, work, [...sound, '-c', 'copy', '-id3v2_version', '0', '-f', 'mp3', 'whole'])
    return 'audio/mpeg'
  }
  const how = codec === 'aac' ? ['-c', 'copy'] : ['-c:a', 'aac', '-b:a', '160k', '-ac', '2']
  await encode(programs, work, [...sound, ...how, ...playsAtOnce, 'whole'])
  return 'audio/mp4'
}

/**
 * Makes `still.png`: a picture that stands for the video, a typical one after its first second or else the first that can
 * be decoded. UnfitFile when there is none.
 */
export async function makeStill(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
  const isLong = (work.probed.durationMs ?? 0) > 2000
  const ways = [
    { seek: isLong ? ['-ss', '1'] : [], filters: shownAt(1080, work, ['thumbnail=25']) },
    { seek: [], filters: shownAt(1080, work) },
  ]
  for (const { seek, filters } of ways) {
    const args = ['-map', '0:V:0', '-vf', filters, '-frames:v', '1', ...bare, 'still.png']
    try {
      await encode(programs, work, args, seek)
      // Past the last frame ffmpeg ends well and writes nothing.
      await access(join(work.folder, 'still.png'))
      return 'still.png'
    } catch (error) {
      const isWithout = error instanceof PossiblyUnfitFile || (error instanceof Error && 'code' in error)
      if (!isWithout) throw error
    }
  }
  throw new UnfitFile('There is no picture in this video.')
}

/** Makes of a picture that moves the file `whole`: the same as a silent film of a tenth of the bytes. Returns its type. */
export async function makeAnimation(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
  // Each picture stays as long as it says: filled up to so many a second, one that waits would be thousands.
  const film = splitArguments('-vsync vfr -c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -an')
  await encode(programs, work, [
    '-map',
    '0:V:0',
    '-vf',
    shownAt(1080, work),
    ...film,
    ...bare,
    ...playsAtOnce,
    'whole',
  ])
  return 'video/mp4'
}
