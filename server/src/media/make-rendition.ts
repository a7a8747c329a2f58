import { createCipheriv, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { displayFilters, shownSize } from './make-plain-file.ts'
import type { MediaPrograms } from './media-programs.ts'
import { inputArgs, type ProbedFile } from './probed-file.ts'
import type { Rendition } from './renditions.ts'
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
const playlistType = 'application/vnd.apple.mpegurl'
const segmentType = 'video/mp2t'
const minRunMs = 60 * 60_000
/** How much longer than the film an encoding may take on a busy machine. */
const maxSlowness = 12

function codecArgs({ side, copiesVideo, copiesAudio, kilobits }: Rendition, work: RenditionWork): string[] {
  const video = copiesVideo
    ? splitArguments('-c:v copy')
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
async function encryptRendition(side: number, { folder, key }: RenditionWork) {
  const files: MadeRendition['files'] = []
  const add = async (variant: string, bytes: Buffer | string, mimeType: string) => {
    const path = join(folder, variant)
    await writeFile(path, bytes, { mode: 0o600, flush: true })
    files.push({ variant, path, mimeType })
  }
  const name = `stream-${side}`
  const rewritten: string[] = []
  let [seconds, last, bits, peak] = [0, 0, 0, 0]
  for (const line of (await readFile(join(folder, 'clear.m3u8'), 'utf8')).split('\n')) {
    if (line.startsWith('#EXTINF:')) {
      last = Number.parseFloat(line.slice('#EXTINF:'.length))
      seconds += last
    }
    if (!line.startsWith('clear-')) {
      rewritten.push(line)
      continue
    }
    const variant = `${name}-${String(files.length).padStart(5, '0')}`
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
  const { video } = probed
  if (!video) throw new Error('only a video can be streamed')
  await programs.run(
    'ffmpeg',
    [
      ...splitArguments('-nostdin -v error -y'),
      ...inputArgs(mimeType),
      ...splitArguments('-i source -map 0:V:0 -map 0:a:0?'),
      ...codecArgs(rendition, work),
      ...splitArguments('-map_metadata -1 -map_metadata:s -1 -map_chapters -1'),
      ...splitArguments(`-f hls -hls_time ${segmentSeconds} -hls_playlist_type vod -hls_segment_type mpegts`),
      ...splitArguments('-hls_segment_filename clear-%05d.ts -master_pl_name clear-main.m3u8 clear.m3u8'),
    ],
    { folder, signal, maxMs: Math.max(minRunMs, maxSlowness * (probed.durationMs ?? 0)) },
  )
  // It has no entry where ffmpeg does not know the bit rate.
  const main = await readFile(join(folder, 'clear-main.m3u8'), 'utf8').catch(() => '')
  const codecs = /CODECS="[^"]*"/.exec(main)?.[0]
  const { side, copiesVideo } = rendition
  const { files, seconds, peak, average } = await encryptRendition(side, work)
  const { width, height } = copiesVideo ? video : shownSize(side, video)
  const facts = [`BANDWIDTH=${peak}`, `AVERAGE-BANDWIDTH=${average}`, `RESOLUTION=${width}x${height}`, codecs]
  return { files, seconds, entry: `#EXT-X-STREAM-INF:${facts.filter(Boolean).join(',')}\nstream-${side}\n` }
}

const head = '#EXTM3U\n#EXT-X-VERSION:3\n'

/** The sizes that a main playlist lists, by their short side. */
export const sidesIn = (playlist: string): number[] =>
  [...playlist.matchAll(/^stream-(\d+)$/gm)].map(([, side]) => Number(side))

const sideOf = (entry: string) => sidesIn(entry)[0] ?? 0

/** Adds an entry to a main playlist, largest size first. Players that do not choose start with the first. */
export function withEntry(playlist: string | null, entry: string): string {
  const entries = [...(playlist ?? '').matchAll(/^#EXT-X-STREAM-INF:.*\nstream-\d+$/gm)].map(
    ([text]) => `${text}\n`,
  )
  const others = entries.filter((text) => sideOf(text) !== sideOf(entry))
  return head + [...others, entry].toSorted((one, other) => sideOf(other) - sideOf(one)).join('')
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
