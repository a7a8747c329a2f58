import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { splitArguments } from '#media/split-arguments.ts'

/** Without ffmpeg, tests that create videos are skipped, and the run says so. */
export const hasFfmpeg = ['ffmpeg', 'ffprobe'].every((name) => spawnSync(name, ['-version']).status === 0)

if (!hasFfmpeg) process.stdout.write('There is no ffmpeg here: the tests that make videos are skipped.\n')

const run = promisify(execFile)

/** Runs ffmpeg with `args`; the file `given` and `others` are in its folder. */
export async function madeByFfmpeg(
  args: string[],
  type: string,
  given?: Uint8Array,
  others: Record<string, Uint8Array> = {},
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'clip-'))
  try {
    if (given) await writeFile(join(folder, 'given'), given)
    for (const [name, bytes] of Object.entries(others)) await writeFile(join(folder, name), bytes)
    await run('ffmpeg', ['-v', 'error', ...args, `clip.${type}`], { cwd: folder })
    return await readFile(join(folder, `clip.${type}`))
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Clip = { size?: string; seconds?: number; hasSound?: boolean; type?: string; args?: string[] }

/** A moving test pattern with a tone, H.264 unless `args` differ. */
export function clip(options: Clip = {}): Promise<Buffer> {
  const { size = '320x180', seconds = 1, hasSound = true, type = 'mp4', args = [] } = options
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`]
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  const common = ['-pix_fmt', 'yuv420p', '-preset', 'ultrafast', ...args]
  return madeByFfmpeg([...picture, ...(hasSound ? tone : []), ...common], type)
}

/** Overwrites the first keyframe of an H.264 MP4, so that it cannot be decoded. */
export function damageFirstPicture(film: Buffer): void {
  const keyPicture = 5
  for (let at = film.indexOf('mdat') + 4; at < film.length; at += 4 + film.readUInt32BE(at)) {
    if ((film[at + 4]! & 31) !== keyPicture) continue
    film.fill(255, at + 5, at + 4 + film.readUInt32BE(at))
    return
  }
  throw new Error('this film has no key picture')
}

/** Two seconds, of which the first is silent. */
export const recording = (type: string, args: string[] = []): Promise<Buffer> =>
  madeByFfmpeg(
    [
      ...splitArguments('-f lavfi -i sine=frequency=440:duration=2'),
      '-af',
      "volume=0:enable='lt(t,1)':eval=frame",
      ...args,
    ],
    type,
  )

/** The film with a rotation flag, as phones write it. */
export const rotated = (film: Buffer): Promise<Buffer> =>
  madeByFfmpeg(['-i', 'given', '-c', 'copy', '-metadata:s:v:0', 'rotate=90'], 'mp4', film)

/** Reads how many pictures a video has, their encoding, average brightness (0 to 255) and colourfulness. */
export async function seenIn(film: Uint8Array, type: string) {
  const folder = await mkdtemp(join(tmpdir(), 'seen-'))
  try {
    const name = `film.${type}`
    await writeFile(join(folder, name), film)
    const fields =
      'stream=codec_type,codec_name,pix_fmt,color_transfer,color_primaries,width,height,sample_aspect_ratio,field_order'
    const asked = ['-v', 'error', '-show_entries', fields, '-of', 'default', name]
    const { stdout: said } = await run('ffprobe', asked, { cwd: folder })
    const measured = ['-v', 'error', '-i', name, '-vf', 'format=yuv420p,signalstats,metadata=print:file=-']
    const { stdout } = await run('ffmpeg', [...measured, '-f', 'null', '-'], { cwd: folder })
    const field = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(said)?.[1]
    const mean = (key: string) => {
      const values = [...stdout.matchAll(new RegExp(`signalstats\\.${key}=(.*)`, 'g'))].map(([, value]) =>
        Number(value),
      )
      return values.reduce((sum, value) => sum + value, 0) / values.length
    }
    return {
      codec: field('codec_name'),
      frames: stdout.split('signalstats.YAVG').length - 1,
      hasSound: /codec_type=audio/.test(said),
      width: Number(field('width')),
      height: Number(field('height')),
      hasSquarePixels: ['1:1', 'N/A', '0:1'].includes(field('sample_aspect_ratio') ?? 'N/A'),
      fieldOrder: field('field_order'),
      pixelFormat: field('pix_fmt'),
      transfer: field('color_transfer'),
      primaries: field('color_primaries'),
      brightness: mean('YAVG'),
      saturation: mean('SATAVG'),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
