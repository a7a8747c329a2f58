import { createCipheriv, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { displayFilters } from './make-plain-file.ts'
import { splitArguments } from './split-arguments.ts'
import type { MediaPrograms } from './media-programs.ts'
import { inputArgs, type ProbedFile, streamSides } from './probed-file.ts'

/** A stream on disk: the key that encrypts its segments, and its files by variant name. */
export type MadeStream = { key: Buffer; files: { variant: string; path: string; mimeType: string }[] }

type Work = {
  folder: string
  mimeType: string
  probed: ProbedFile
  signal: AbortSignal
  canToneMap: boolean
}

const segmentSeconds = 6
const playlistType = 'application/vnd.apple.mpegurl'
const segmentType = 'video/mp2t'
const bitrates: [side: number, kilobits: number][] = [
  [1080, 5000],
  [720, 2800],
  [540, 1800],
  [360, 800],
  [0, 500],
]
const kilobitsFor = (side: number) => bitrates.find(([from]) => side >= from)![1]

function renditionArgs(side: number, index: number, work: Work): string[] {
  const kilobits = kilobitsFor(side)
  return [
    `-filter:v:${index}`,
    displayFilters(side, work),
    ...splitArguments(`-maxrate:v:${index} ${kilobits}k -bufsize:v:${index} ${2 * kilobits}k`),
  ]
}

/** Encrypts a segment with AES-128 and its own IV. */
function encryptSegment(segment: Buffer, key: Buffer) {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  return { iv: iv.toString('hex'), bytes: Buffer.concat([cipher.update(segment), cipher.final()]) }
}

/** Writes HLS in several sizes, six-second segments. Unencrypted segments never leave the folder; URLs are relative. */
export async function makeStream(programs: Pick<MediaPrograms, 'run'>, work: Work): Promise<MadeStream> {
  const { folder, mimeType, probed, signal } = work
  if (!probed.video) throw new Error('only a video can be streamed')
  const sides = streamSides(probed.video)
  const hasSound = probed.audio !== null
  await programs.run(
    'ffmpeg',
    [
      ...splitArguments('-nostdin -v error -y'),
      ...inputArgs(mimeType),
      ...splitArguments('-i source'),
      ...sides.flatMap(() => ['-map', '0:V:0', ...(hasSound ? ['-map', '0:a:0'] : [])]),
      ...sides.flatMap((side, index) => renditionArgs(side, index, work)),
      ...splitArguments('-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -fpsmax 60'),
      ...splitArguments('-sc_threshold 0 -force_key_frames'),
      `expr:gte(t,n_forced*${segmentSeconds / 2})`,
      ...splitArguments('-c:a aac -b:a 128k -ac 2 -map_metadata -1 -map_metadata:s -1 -map_chapters -1'),
      ...splitArguments(`-f hls -hls_time ${segmentSeconds} -hls_playlist_type vod -hls_segment_type mpegts`),
      ...splitArguments('-hls_segment_filename clear-%v-%05d.ts -master_pl_name clear.m3u8'),
      '-var_stream_map',
      sides.map((_side, index) => `v:${index}${hasSound ? `,a:${index}` : ''}`).join(' '),
      'clear-%v.m3u8',
    ],
    { folder, signal },
  )

  const key = randomBytes(16)
  const files: MadeStream['files'] = []
  const add = async (variant: string, bytes: Buffer | string, type: string) => {
    const path = join(folder, variant)
    await writeFile(path, bytes, { mode: 0o600, flush: true })
    files.push({ variant, path, mimeType: type })
  }
  for (const [index, side] of sides.entries()) {
    const name = `stream-${side}`
    const lines = (await readFile(join(folder, `clear-${index}.m3u8`), 'utf8')).split('\n')
    const rewritten: string[] = []
    let segments = 0
    for (const line of lines) {
      if (!line.startsWith('clear-')) {
        rewritten.push(line)
        continue
      }
      const variant = `${name}-${String(segments).padStart(5, '0')}`
      const { iv, bytes } = encryptSegment(await readFile(join(folder, line)), key)
      await add(variant, bytes, segmentType)
      // Before the EXTINF line of the segment.
      rewritten.splice(-1, 0, `#EXT-X-KEY:METHOD=AES-128,URI="stream-key",IV=0x${iv}`)
      rewritten.push(variant)
      segments += 1
    }
    await add(name, rewritten.join('\n'), playlistType)
  }
  const master = await readFile(join(folder, 'clear.m3u8'), 'utf8')
  const renamed = master.replaceAll(
    /^clear-(\d+)\.m3u8$/gm,
    (_line, index) => `stream-${sides[Number(index)]}`,
  )
  await add('stream', renamed, playlistType)
  return { key, files }
}
