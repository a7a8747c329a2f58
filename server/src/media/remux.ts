import * as z from 'zod/mini'
import type { MediaPrograms } from './media-programs.ts'
import type { ProbedFile } from './probed-file.ts'
import { ProgramFailed, UnfitFile } from './program-failed.ts'

const remuxResponse = z.discriminatedUnion('isLost', [
  /** A track has a codec that cannot be repackaged. */
  z.object({ isLost: z.literal(true) }),
  z.object({
    isLost: z.literal(false),
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
  }),
])
export type RemuxResponse = z.output<typeof remuxResponse>

/** The output type without ffmpeg, which can repackage but not re-encode. */
const outputTypes: Record<string, string> = {
  'video/mp4': 'video/mp4',
  'video/quicktime': 'video/mp4',
  'video/x-matroska': 'video/mp4',
  'video/webm': 'video/webm',
  'audio/mp4': 'audio/mp4',
  'audio/webm': 'audio/webm',
  'audio/x-matroska': 'audio/mp4',
  'audio/aac': 'audio/mp4',
  'audio/flac': 'audio/flac',
  'audio/mpeg': 'audio/mpeg',
  'audio/wav': 'audio/wav',
  'audio/ogg': 'audio/ogg',
}

const maxMs = 5 * 60_000
const needsFfmpeg = 'This kind of file needs ffmpeg, which is missing on the server.'
const otherFormat =
  'The picture or sound of this file is in a format that browsers do not play. Please save it as MP4 with H.264 and AAC and choose that.'
/** Codec names of mediabunny. */
const playedPictures = new Set(['avc', 'vp8', 'vp9', 'av1'])
const playedSounds = new Set(['aac', 'mp3', 'opus', 'vorbis', 'flac'])

/** PCM plays from WAV only. */
const isPlayed = (codec: string, mimeType: string) =>
  playedSounds.has(codec) || (mimeType === 'audio/wav' && /^(?:pcm|[au]law)/.test(codec))

/** Keeps the tracks, drops metadata; plays while it downloads. Throws UnfitFile for files that need ffmpeg. */
export async function remux(
  programs: Pick<MediaPrograms, 'run'>,
  { folder, mimeType, signal }: { folder: string; mimeType: string; signal: AbortSignal },
): Promise<{ probed: ProbedFile; mimeType: string }> {
  const outputType = outputTypes[mimeType]
  if (!outputType) throw new UnfitFile(needsFfmpeg)
  const printed = await programs
    .run('remux', [outputType], { folder, signal, maxMs })
    .catch((error: unknown) => {
      if (error instanceof ProgramFailed && error.reason === 'refused')
        throw new UnfitFile('This file is damaged, or needs ffmpeg, which is missing on the server.', error)
      throw error
    })
  const response = remuxResponse.parse(JSON.parse(printed))
  if (response.isLost) throw new UnfitFile(otherFormat)
  const { durationMs, video, audio } = response
  // Such files would be published without picture or sound.
  if (video && !playedPictures.has(video.codec)) throw new UnfitFile(needsFfmpeg)
  if (audio && !isPlayed(audio.codec, outputType)) throw new UnfitFile(needsFfmpeg)
  return {
    mimeType: outputType,
    probed: {
      durationMs,
      audio,
      video: video && {
        ...video,
        keyframeSeconds: 0,
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
