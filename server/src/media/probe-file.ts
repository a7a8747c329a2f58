import * as z from 'zod/mini'
import type { MediaPrograms } from './media-programs.ts'
import { inputArgs, maxFrames, type ProbedFile } from './probed-file.ts'
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

/** The stream whose picture is shown: a cover or a chapter's picture is none. */
const shownVideoOf = (streams: NonNullable<Printed['streams']>) =>
  streams.find(({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== 1)

const maxProbeMs = 60_000
/** PQ and HLG. */
const hdrTransfers = new Set(['smpte2084', 'arib-std-b67'])

const said = (word: string | undefined) => (word === undefined || word === 'unknown' ? null : word)

const interlacedOrders = new Set(['tt', 'bb', 'tb', 'bt'])
/** Beyond these a ratio is damage rather than a format anybody films in. */
const widestPixel = 5

/** How wide a pixel is for its height; 1 where the file says nothing believable. */
function pixelAspectIn(ratio: string | undefined): number {
  const [wide = 0, high = 0] = (ratio ?? '').split(':').map(Number)
  const aspect = wide / high
  return aspect >= 1 / widestPixel && aspect <= widestPixel ? aspect : 1
}

/** The packets of a video stream: how many there are, and the time from the first to the end of the last, in seconds. */
export type PacketCount = { packets: number; seconds: number }

/** What ffprobe printed, as facts. `counted` belongs to the stream whose picture is shown. */
function toProbedFile({ format, streams = [] }: Printed, counted: PacketCount | null): ProbedFile {
  const video = shownVideoOf(streams)
  const audio = streams.find(({ codec_type: type }) => type === 'audio')
  // Recorders that write while they record do not know the duration when they write the head.
  const seconds = Number(format?.duration ?? counted?.seconds)
  const rotation = video?.side_data_list?.find((side) => side.rotation !== undefined)?.rotation ?? 0
  const aspect = pixelAspectIn(video?.sample_aspect_ratio)
  const [width, height] = [(video?.width ?? 0) * aspect, video?.height ?? 0]
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
          hasSquarePixels: aspect === 1,
          isInterlaced: interlacedOrders.has(video.field_order ?? ''),
          primaries: said(video.color_primaries),
          matrix: said(video.color_space),
          isHdr: hdrTransfers.has(video.color_transfer ?? ''),
          frames: counted?.packets ?? 0,
          framesPerSecond: counted && counted.seconds > 0 ? counted.packets / counted.seconds : 0,
        }
      : null,
    audio: audio ? { codec: audio.codec_name ?? '' } : null,
  }
}

/** Counts the packets of a stream, up to one more than a video may have. */
async function countPackets(
  programs: Pick<MediaPrograms, 'run'>,
  stream: number,
  { mimeType, name, ...asked }: ProbeRequest,
): Promise<PacketCount> {
  let packets = 0
  let [from, to] = [Infinity, -Infinity]
  let rest = ''
  const read = (line: string) => {
    const [pts, dts, duration] = line.split(',').map(Number)
    if (line.trim() === '') return
    packets += 1
    // AVI has decoding times alone.
    const at = Number.isFinite(pts) ? pts! : dts!
    if (!Number.isFinite(at)) return
    from = Math.min(from, at)
    to = Math.max(to, at + (Number.isFinite(duration) ? duration! : 0))
  }
  const onOutput = (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) read(line)
  }
  const chosen = ['-select_streams', String(stream), '-read_intervals', `%+#${maxFrames + 1}`]
  const shown = ['-show_entries', 'packet=pts_time,dts_time,duration_time', '-of', 'csv=p=0']
  const args = ['-v', 'error', ...inputArgs(mimeType), ...chosen, ...shown, name]
  await programs.run('ffprobe', args, { ...asked, longestMs: maxProbeMs, onOutput })
  read(rest)
  return { packets, seconds: to > from ? to - from : 0 }
}

type ProbeRequest = { folder: string; name: string; mimeType: string; signal?: AbortSignal }

/** Reads what the file `name` in `folder` holds. UnfitFile when it is not what its beginning says. */
export async function probeFile(
  programs: Pick<MediaPrograms, 'run'>,
  file: ProbeRequest,
): Promise<ProbedFile> {
  const { mimeType, name, ...asked } = file
  const what =
    'format=duration:stream=index,codec_type,codec_name,profile,pix_fmt,width,height,sample_aspect_ratio,field_order,color_transfer,color_primaries,color_space:stream_disposition=attached_pic:stream_side_data=rotation'
  const args = ['-v', 'error', ...inputArgs(mimeType), '-show_entries', what, '-of', 'json', name]
  try {
    const json = await programs.run('ffprobe', args, { ...asked, longestMs: maxProbeMs })
    const printed = printedFacts.parse(JSON.parse(json))
    const video = shownVideoOf(printed.streams ?? [])
    return toProbedFile(printed, video ? await countPackets(programs, video.index ?? 0, file) : null)
  } catch (error) {
    if (error instanceof ProgramFailed && error.reason === 'refused')
      throw new UnfitFile('This file is damaged and cannot be read.', error)
    throw error
  }
}
