import * as z from 'zod/mini'
import type { MediaPrograms } from './media-programs.ts'
import type { ProbedFile } from './probed-file.ts'
import { ProgramFailed, UnfitFile } from './program-failed.ts'

const remuxAnswer = z.object({
  durationMs: z.number(),
  video: z.nullable(
    z.object({
      codec: z.string(),
      width: z.number(),
      height: z.number(),
      frames: z.number(),
      framesPerSecond: z.number(),
    }),
  ),
  audio: z.nullable(z.object({ codec: z.string() })),
})
export type RemuxAnswer = z.output<typeof remuxAnswer>

/** What a file of each type becomes without ffmpeg, which can change its wrapping but not what is in it. */
const wrappings: Record<string, string> = {
  'video/mp4': 'video/mp4',
  'video/quicktime': 'video/mp4',
  'video/x-matroska': 'video/mp4',
  'video/webm': 'video/webm',
  'audio/mp4': 'audio/mp4',
  'audio/mpeg': 'audio/mpeg',
  'audio/wav': 'audio/wav',
  'audio/ogg': 'audio/ogg',
}

const longestMs = 5 * 60_000
const needsFfmpeg = 'This kind of file needs ffmpeg, which is missing on the server.'
/** As mediabunny calls them. */
const playedEverywhere = new Set(['avc', 'vp8', 'vp9', 'av1'])

/**
 * Makes of the file `source` in `folder` the file `whole` with the same pictures and sound, without ffmpeg: nothing
 * else that was in it, and ready to play while it arrives. UnfitFile for what only ffmpeg can read.
 */
export async function remux(
  programs: Pick<MediaPrograms, 'run'>,
  { folder, mimeType, signal }: { folder: string; mimeType: string; signal: AbortSignal },
): Promise<{ probed: ProbedFile; mimeType: string }> {
  const wanted = wrappings[mimeType]
  if (!wanted) throw new UnfitFile(needsFfmpeg)
  const printed = await programs
    .run('remux', [wanted], { folder, signal, longestMs })
    .catch((error: unknown) => {
      if (error instanceof ProgramFailed && error.reason === 'refused')
        throw new UnfitFile('This file is damaged, or needs ffmpeg, which is missing on the server.', error)
      throw error
    })
  const { durationMs, video, audio } = remuxAnswer.parse(JSON.parse(printed))
  if (video && !playedEverywhere.has(video.codec)) throw new UnfitFile(needsFfmpeg)
  return {
    mimeType: wanted,
    probed: {
      durationMs,
      audio,
      video: video && {
        ...video,
        profile: '',
        pixelFormat: '',
        isTurned: false,
        hasSquarePixels: true,
        isInterlaced: false,
        isHdr: false,
        primaries: null,
        matrix: null,
      },
    },
  }
}
