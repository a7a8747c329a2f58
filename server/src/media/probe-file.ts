import * as z from 'zod/mini'
import type { MediaPrograms } from './media-programs.ts'
import { inputArgs, maxFrames, type ProbedFile } from './probed-file.ts'
import { ProgramFailed, UnfitFile } from './program-failed.ts'

const printedFacts = z.object({
  format: z.optional(z.object({ duration: z.optional(z.string()), start_time: z.optional(z.string()) })),
  streams: z.optional(
    z.array(
      z.object({
        codec_type: z.optional(z.string()),
        codec_name: z.optional(z.string()),
        profile: z.optional(z.string()),
        pix_fmt: z.optional(z.string()),
        width: z.optional(z.number()),
        height: z.optional(z.number()),
        index: z.optional(z.number()),
        sample_aspect_ratio: z.optional(z.string()),
        field_order: z.optional(z.string()),
        color_transfer: z.optional(z.string()),
        color_primaries: z.optional(z.string()),
        color_space: z.optional(z.string()),
        disposition: z.optional(z.object({ attached_pic: z.optional(z.number()) })),
        side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
      }),
    ),
  ),
})

type Printed = z.output<typeof printedFacts>

/** The main video stream, which is no cover or chapter picture. */
const shownVideoOf = (streams: NonNullable<Printed['streams']>) =>
  streams.find(({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== 1)

const maxProbeMs = 60_000
/** PQ and HLG. */
const hdrTransfers = new Set(['smpte2084', 'arib-std-b67'])

const knownValue = (word: string | undefined) => (word === undefined || word === 'unknown' ? null : word)

const interlacedOrders = new Set(['tt', 'bb', 'tb', 'bt'])
/** A more extreme ratio is damage, not a real format. */
const maxPixelAspect = 5

/** The pixel aspect ratio; 1 when the file has none or an implausible one. */
function pixelAspectIn(ratio: string | undefined): number {
  const [wide = 0, high = 0] = (ratio ?? '').split(':').map(Number)
  const aspect = wide / high
  return aspect >= 1 / maxPixelAspect && aspect <= maxPixelAspect ? aspect : 1
}

/** What the packets of a video stream tell: their number, their duration, and the longest time without a keyframe. */
export type PacketCount = { packets: number; seconds: number; keyframeSeconds: number }

/** So many packets tell the frame rate and the keyframes of a film. */
const sampledPackets = 5000
const maxCountMs = 5 * 60_000

/** A start time after this means that the clock ran before the recording. */
const lateSeconds = 1

/** The duration in the header, without the empty start of an MP4 that was cut out of a stream. */
function shownSeconds(format: Printed['format']): number | null {
  const [duration, start] = [Number(format?.duration), Number(format?.start_time)]
  if (!Number.isFinite(duration)) return null
  return start > lateSeconds && start < duration ? duration - start : duration
}

/**
 * Converts the output of ffprobe. `counted` belongs to the main video stream, and to its beginning only if it is long.
 */
function toProbedFile({ format, streams = [] }: Printed, counted: PacketCount | null): ProbedFile {
  const video = shownVideoOf(streams)
  const audio = streams.find(({ codec_type: type }) => type === 'audio')
  // Files that were written while recording have no duration in the header.
  const seconds = shownSeconds(format) ?? counted?.seconds ?? 0
  const framesPerSecond = counted && counted.seconds > 0 ? counted.packets / counted.seconds : 0
  const isSample = (counted?.packets ?? 0) >= sampledPackets
  const rotation = video?.side_data_list?.find((side) => side.rotation !== undefined)?.rotation ?? 0
  const aspect = pixelAspectIn(video?.sample_aspect_ratio)
  const [width, height] = [(video?.width ?? 0) * aspect, video?.height ?? 0]
  const isSideways = Math.abs(rotation) % 180 === 90
  return {
    durationMs: seconds > 0 ? Math.round(seconds * 1000) : null,
    video: video
      ? {
          codec: video.codec_name ?? '',
          profile: video.profile ?? '',
          pixelFormat: video.pix_fmt ?? '',
          width: isSideways ? height : width,
          height: isSideways ? width : height,
          isTurned: rotation !== 0,
          hasSquarePixels: aspect === 1,
          isInterlaced: interlacedOrders.has(video.field_order ?? ''),
          primaries: knownValue(video.color_primaries),
          matrix: knownValue(video.color_space),
          isHdr: hdrTransfers.has(video.color_transfer ?? ''),
          frames: isSample ? Math.round(framesPerSecond * seconds) : (counted?.packets ?? 0),
          framesPerSecond,
          keyframeSeconds: counted?.keyframeSeconds ?? 0,
        }
      : null,
    audio: audio ? { codec: audio.codec_name ?? '' } : null,
  }
}

/** Counts the packets of a stream, at most so many. */
async function countPackets(
  programs: Pick<MediaPrograms, 'run'>,
  { stream, most }: { stream: number; most: number },
  { mimeType, name, ...runOptions }: ProbeRequest,
): Promise<PacketCount> {
  let packets = 0
  let [from, to, keyframe, keyframeSeconds] = [Infinity, -Infinity, NaN, 0]
  let rest = ''
  const read = (line: string) => {
    const fields = line.split(',')
    const [pts, dts, duration] = fields.map(Number)
    if (line.trim() === '') return
    packets += 1
    // AVI has decoding timestamps only.
    const at = Number.isFinite(pts) ? pts! : dts!
    if (!Number.isFinite(at)) return
    from = Math.min(from, at)
    to = Math.max(to, at + (Number.isFinite(duration) ? duration! : 0))
    if (Number.isFinite(keyframe)) keyframeSeconds = Math.max(keyframeSeconds, at - keyframe)
    if (fields[3]?.startsWith('K')) keyframe = at
  }
  const onOutput = (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) read(line)
  }
  const chosen = ['-select_streams', String(stream), '-read_intervals', `%+#${most}`]
  const shown = ['-show_entries', 'packet=pts_time,dts_time,duration_time,flags', '-of', 'csv=p=0']
  const args = ['-v', 'error', ...inputArgs(mimeType), ...chosen, ...shown, name]
  await programs.run('ffprobe', args, { ...runOptions, maxMs: maxCountMs, onOutput })
  read(rest)
  const sinceKeyframe = Number.isFinite(keyframe) ? to - keyframe : Infinity
  return {
    packets,
    seconds: to > from ? to - from : 0,
    keyframeSeconds: Math.max(keyframeSeconds, sinceKeyframe),
  }
}

type ProbeRequest = { folder: string; name: string; mimeType: string; signal?: AbortSignal }

/** Probes the file `name` in `folder`. Throws UnfitFile when it is damaged. */
export async function probeFile(
  programs: Pick<MediaPrograms, 'run'>,
  file: ProbeRequest,
): Promise<ProbedFile> {
  const { mimeType, name, ...runOptions } = file
  const entries =
    'format=duration,start_time:stream=index,codec_type,codec_name,profile,pix_fmt,width,height,sample_aspect_ratio,field_order,color_transfer,color_primaries,color_space:stream_disposition=attached_pic:stream_side_data=rotation'
  const args = ['-v', 'error', ...inputArgs(mimeType), '-show_entries', entries, '-of', 'json', name]
  try {
    const json = await programs.run('ffprobe', args, { ...runOptions, maxMs: maxProbeMs })
    const printed = printedFacts.parse(JSON.parse(json))
    const video = shownVideoOf(printed.streams ?? [])
    const most = shownSeconds(printed.format) === null ? maxFrames + 1 : sampledPackets
    const counted = video ? await countPackets(programs, { stream: video.index ?? 0, most }, file) : null
    return toProbedFile(printed, counted)
  } catch (error) {
    if (error instanceof ProgramFailed && error.reason === 'refused')
      throw new UnfitFile('This file is damaged and cannot be read.', error)
    throw error
  }
}
