import { words } from './words.ts'
import type { MediaPrograms } from './media-programs.ts'
import { inputArgs, isPlayedEverywhere, type ProbedFile } from './probed-file.ts'
import { DoubtfulFile, ProgramFailed } from './program-failed.ts'
import { forEveryScreen } from './to-sdr.ts'

type Work = {
  folder: string
  mimeType: string
  probed: ProbedFile
  signal: AbortSignal
  /** Whether this ffmpeg can turn HDR into colours for every screen. */
  canToneMap: boolean
}

/** Nothing that was written beside picture and sound goes along: no place, no device, no name, no cover, no chapter. */
const bare = words('-map_metadata -1 -map_metadata:s -1 -map_chapters -1 -fflags +bitexact')
const playsAtOnce = ['-movflags', '+faststart', '-f', 'mp4']

/** A filter that makes the short side `side` pixels where it is more, both sides even, and the pixels square. */
export const scaledTo = (side: number) =>
  `scale=w='if(lt(iw,ih),min(iw,${side}),-2)':h='if(lt(iw,ih),-2,min(ih,${side}))',scale=trunc(iw/2)*2:trunc(ih/2)*2,setsar=1`

async function encode(
  programs: Pick<MediaPrograms, 'run'>,
  { folder, signal, mimeType }: Work,
  args: string[],
) {
  const before = ['-nostdin', '-v', 'error', '-y', ...inputArgs(mimeType), '-i', 'source']
  try {
    await programs.run('ffmpeg', [...before, ...args], { folder, signal })
  } catch (error) {
    if (error instanceof ProgramFailed && error.reason === 'refused')
      throw new DoubtfulFile('This file is damaged and cannot be converted.', error)
    throw error
  }
}

/**
 * Makes of the file `source` in `folder` the file `whole`, which every browser plays while it still arrives: the same
 * pictures and sound in an MP4 where browsers know them, encoded anew otherwise. Returns its type.
 */
export async function makeWholeVideo(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
  const copied = ['-c', 'copy']
  const encoded = [
    '-vf',
    forEveryScreen(scaledTo(1080), work),
    ...words('-fpsmax 60 -c:v libx264 -preset veryfast -crf 23'),
    ...words('-maxrate 6M -bufsize 12M -pix_fmt yuv420p -c:a aac -b:a 128k -ac 2'),
  ]
  const how = isPlayedEverywhere(work.probed) ? copied : encoded
  await encode(programs, work, ['-map', '0:v:0', '-map', '0:a:0?', ...how, ...bare, ...playsAtOnce, 'whole'])
  return 'video/mp4'
}

/** The same for a recording: AAC and MP3 stay as they sound, everything else becomes AAC. */
export async function makeWholeRecording(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
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

/** Makes `still.png`: a picture that stands for the video, taken after its first second where there is one. */
export async function makeStill(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
  const seekSeconds = (work.probed.durationMs ?? 0) > 2000 ? '1' : '0'
  const picture = ['-vf', forEveryScreen('thumbnail=25', work), '-frames:v', '1']
  const args = [...words(`-ss ${seekSeconds} -map 0:v:0`), ...picture, ...bare, 'still.png']
  await encode(programs, work, args)
  return 'still.png'
}

/** Makes of a picture that moves the file `whole`: the same as a silent film of a tenth of the bytes. Returns its type. */
export async function makeAnimation(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<string> {
  // Each picture stays as long as it says: filled up to so many a second, one that waits would be thousands.
  const film = words('-vsync vfr -c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -an')
  await encode(programs, work, [
    '-map',
    '0:v:0',
    '-vf',
    scaledTo(1080),
    ...film,
    ...bare,
    ...playsAtOnce,
    'whole',
  ])
  return 'video/mp4'
}
