import * as z from 'zod/mini'
import type { MediaPrograms } from './media-programs.ts'
import { inputArgs, type ProbedFile } from './probed-file.ts'
import { ProgramFailed, UnfitFile } from './program-failed.ts'

const printedFacts = z.object({
  format: z.optional(z.object({ duration: z.optional(z.string()) })),
  streams: z.optional(
    z.array(
      z.object({
        codec_type: z.optional(z.string()),
        codec_name: z.optional(z.string()),
        profile: z.optional(z.string()),
        pix_fmt: z.optional(z.string()),
        width: z.optional(z.number()),
        height: z.optional(z.number()),
        avg_frame_rate: z.optional(z.string()),
        r_frame_rate: z.optional(z.string()),
        color_transfer: z.optional(z.string()),
        color_primaries: z.optional(z.string()),
        color_space: z.optional(z.string()),
        disposition: z.optional(z.object({ attached_pic: z.optional(z.number()) })),
        side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
      }),
    ),
  ),
})

const longestProbeMs = 60_000
/** PQ and HLG. */
const hdrTransfers = new Set(['smpte2084', 'arib-std-b67'])

const said = (word: string | undefined) => (word === undefined || word === 'unknown' ? null : word)

function framesIn(rate: string | undefined): number {
  const [frames = 0, seconds = 1] = (rate ?? '0/1').split('/').map(Number)
  return seconds > 0 ? frames / seconds : 0
}

/** What ffprobe printed, as facts. */
export function toProbedFile(printed: string): ProbedFile {
  const { format, streams = [] } = printedFacts.parse(JSON.parse(printed))
  const video = streams.find(
    ({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== 1,
  )
  const audio = streams.find(({ codec_type: type }) => type === 'audio')
  const seconds = Number(format?.duration)
  const rotation = video?.side_data_list?.find((side) => side.rotation !== undefined)?.rotation ?? 0
  const { width = 0, height = 0 } = video ?? {}
  const isLying = Math.abs(rotation) % 180 === 90
  return {
    durationMs: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : null,
    video: video
      ? {
          codec: video.codec_name ?? '',
          profile: video.profile ?? '',
          pixelFormat: video.pix_fmt ?? '',
          width: isLying ? height : width,
          height: isLying ? width : height,
          isTurned: rotation !== 0,
          primaries: said(video.color_primaries),
          matrix: said(video.color_space),
          isHdr: hdrTransfers.has(video.color_transfer ?? ''),
          framesPerSecond: framesIn(video.avg_frame_rate) || framesIn(video.r_frame_rate),
        }
      : null,
    audio: audio ? { codec: audio.codec_name ?? '' } : null,
  }
}

/** Reads what the file `name` in `folder` holds. UnfitFile when it is not what its beginning says. */
export async function probeFile(
  programs: Pick<MediaPrograms, 'run'>,
  {
    folder,
    name,
    mimeType,
    signal,
  }: { folder: string; name: string; mimeType: string; signal?: AbortSignal },
): Promise<ProbedFile> {
  const what =
    'format=duration:stream=codec_type,codec_name,profile,pix_fmt,width,height,avg_frame_rate,r_frame_rate,color_transfer,color_primaries,color_space:stream_disposition=attached_pic:stream_side_data=rotation'
  const args = ['-v', 'error', ...inputArgs(mimeType), '-show_entries', what, '-of', 'json', name]
  try {
    const asked = { folder, longestMs: longestProbeMs, ...(signal ? { signal } : {}) }
    return toProbedFile(await programs.run('ffprobe', args, asked))
  } catch (error) {
    if (error instanceof ProgramFailed && error.reason === 'refused')
      throw new UnfitFile('This file is damaged and cannot be read.', error)
    throw error
  }
}
