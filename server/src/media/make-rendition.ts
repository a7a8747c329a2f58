import { createCipheriv, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { displayFilters, shownSize } from './make-plain-file.ts'
import type { MediaPrograms } from './media-programs.ts'
import { inputArgs, type ProbedFile } from './probed-file.ts'
import { codecOfHevc } from './hevc-codec.ts'
import { playlistName, type Rendition } from './renditions.ts'
import { splitArguments } from './split-arguments.ts'

/** A rendition on disk: its playlist and encrypted segments by variant name, and its entry in the main playlist. */
export type MadeRendition = {
  files: { variant: string; path: string; mimeType: string }[]
  entry: string
  seconds: number
}

export type RenditionWork = {
  folder: string
  mimeType: string
  probed: ProbedFile
  signal: AbortSignal
  canToneMap: boolean
  /** The key that encrypts all segments of the stream. */
  key: Buffer
}

const segmentSeconds = 6
export const playlistType = 'application/vnd.apple.mpegurl'
/** HEVC needs fragmented MP4, whose segments share a header without pictures. */
const segments = {
  ts: { type: 'video/mp2t', args: '-hls_segment_type mpegts -hls_segment_filename clear-%05d' },
  mp4: {
    type: 'video/mp4',
    // Transport streams begin at this time, and players switch between the two.
    args: '-output_ts_offset 1.4 -hls_segment_type fmp4 -hls_fmp4_init_filename head -hls_segment_filename clear-%05d',
  },
}
const minRunMs = 60 * 60_000
/** How much longer than the film an encoding may take on a busy machine. */
const maxSlowness = 12

function codecArgs(rendition: Rendition, work: RenditionWork): string[] {
  const { side, isHevc, copiesVideo, copiesAudio, kilobits } = rendition
  const video = copiesVideo
    ? splitArguments(isHevc ? '-c:v copy -tag:v hvc1' : '-c:v copy')
    : [
        '-vf',
        displayFilters(side, work),
        ...splitArguments('-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -fpsmax 60'),
        ...splitArguments(
          `-maxrate ${kilobits}k -bufsize ${2 * kilobits}k -sc_threshold 0 -force_key_frames`,
        ),
        `expr:gte(t,n_forced*${segmentSeconds / 2})`,
      ]
  return [...video, ...splitArguments(copiesAudio ? '-c:a copy' : '-c:a aac -b:a 128k -ac 2')]
}

/** Encrypts a segment with AES-128 and its own IV. */
function encryptSegment(segment: Buffer, key: Buffer) {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  return { iv: iv.toString('hex'), bytes: Buffer.concat([cipher.update(segment), cipher.final()]) }
}

/** Writes the encrypted segments and the playlist that names them, and removes what ffmpeg wrote. */
async function encryptRendition(
  name: string,
  segmentType: string,
  { folder, key }: Pick<RenditionWork, 'folder' | 'key'>,
) {
  const files: MadeRendition['files'] = []
  const add = async (variant: string, bytes: Buffer | string, mimeType: string) => {
    const path = join(folder, variant)
    await writeFile(path, bytes, { mode: 0o600, flush: true })
    files.push({ variant, path, mimeType })
  }
  const rewritten: string[] = []
  let [seconds, last, bits, peak, pieces] = [0, 0, 0, 0, 0]
  for (const line of (await readFile(join(folder, 'clear.m3u8'), 'utf8')).split('\n')) {
    if (line.startsWith('#EXTINF:')) {
      last = Number.parseFloat(line.slice('#EXTINF:'.length))
      seconds += last
    }
    if (line.startsWith('#EXT-X-MAP:')) {
      await add(`${name}-head`, await readFile(join(folder, 'head')), segmentType)
      rewritten.push(`#EXT-X-MAP:URI="${name}-head"`)
      continue
    }
    if (!line.startsWith('clear-')) {
      rewritten.push(line)
      continue
    }
    const variant = `${name}-${String(pieces).padStart(5, '0')}`
    pieces += 1
    const clear = join(folder, line)
    const { iv, bytes } = encryptSegment(await readFile(clear), key)
    await add(variant, bytes, segmentType)
    await rm(clear)
    bits += 8 * bytes.length
    peak = Math.max(peak, (8 * bytes.length) / Math.max(1, last))
    // Before the EXTINF line of the segment.
    rewritten.splice(-1, 0, `#EXT-X-KEY:METHOD=AES-128,URI="stream-key",IV=0x${iv}`)
    rewritten.push(variant)
  }
  await add(name, rewritten.join('\n'), playlistType)
  return { files, seconds, peak: Math.ceil(peak), average: Math.ceil(bits / Math.max(1, seconds)) }
}

/**
 * Converts `source` in `folder` to one size of an HLS stream, with six-second segments encrypted with AES-128.
 * Unencrypted segments never leave the folder. The playlist names segments and `stream-key` with relative URLs.
 */
export async function makeRendition(
  programs: Pick<MediaPrograms, 'run'>,
  rendition: Rendition,
  work: RenditionWork,
): Promise<MadeRendition> {
  const { folder, mimeType, probed, signal } = work
  const { video, audio } = probed
  const { side, isHevc, copiesVideo } = rendition
  const segment = isHevc ? segments.mp4 : segments.ts
  if (!video) throw new Error('only a video can be streamed')
  await programs.run(
    'ffmpeg',
    [
      ...splitArguments('-nostdin -v error -y'),
      ...inputArgs(mimeType),
      ...splitArguments('-i source -map 0:V:0 -map 0:a:0?'),
      ...codecArgs(rendition, work),
      ...splitArguments('-map_metadata -1 -map_metadata:s -1 -map_chapters -1'),
      ...splitArguments(`-f hls -hls_time ${segmentSeconds} -hls_playlist_type vod ${segment.args}`),
      ...splitArguments('-master_pl_name clear-main.m3u8 clear.m3u8'),
    ],
    { folder, signal, maxMs: Math.max(minRunMs, maxSlowness * (probed.durationMs ?? 0)) },
  )
  // It has no entry where ffmpeg does not know the bit rate.
  const main = await readFile(join(folder, 'clear-main.m3u8'), 'utf8').catch(() => '')
  const codecs = isHevc
    ? `CODECS="${codecOfHevc(await readFile(join(folder, 'head')))}${audio ? ',mp4a.40.2' : ''}"`
    : /CODECS="[^"]*"/.exec(main)?.[0]
  const name = playlistName(rendition)
  const { files, seconds, peak, average } = await encryptRendition(name, segment.type, work)
  const { width, height } = copiesVideo ? video : shownSize(side, video)
  const facts = [`BANDWIDTH=${peak}`, `AVERAGE-BANDWIDTH=${average}`, `RESOLUTION=${width}x${height}`, codecs]
  return { files, seconds, entry: `#EXT-X-STREAM-INF:${facts.filter(Boolean).join(',')}\n${name}\n` }
}

const head = '#EXTM3U\n#EXT-X-VERSION:3\n'

const entries = /^#EXT-X-STREAM-INF:.*\n(stream-\w+)$/gm

/** The playlists that a main playlist lists, by their names. */
export const playlistsIn = (main: string): string[] =>
  [...main.matchAll(entries)].map(([, name = '']) => name)

/** The short side of an entry in H.264; 0 for an HEVC original, which is listed last. */
const sideOf = (entry: string) => Number(/^stream-(\d+)$/m.exec(entry)?.[1] ?? 0)

/** Adds an entry to a main playlist, largest size first. Players that do not choose start with the first. */
export function withEntry(main: string | null, entry: string): string {
  const [added] = playlistsIn(entry)
  const others = [...(main ?? '').matchAll(entries)].filter(([, name]) => name !== added)
  return (
    head +
    [...others.map(([text]) => `${text}\n`), entry]
      .toSorted((one, other) => sideOf(other) - sideOf(one))
      .join('')
  )
}

/** Writes the main playlist into `folder` as `stream`. */
export async function writeMainPlaylist(
  folder: string,
  playlist: string,
): Promise<MadeRendition['files'][number]> {
  const path = join(folder, 'stream')
  await writeFile(path, playlist, { mode: 0o600, flush: true })
  return { variant: 'stream', path, mimeType: playlistType }
}
