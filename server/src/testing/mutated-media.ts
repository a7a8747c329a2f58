import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import sharp from 'sharp'
import { Refusal } from '#errors.ts'
import { prepareFiles } from '#features/media/make-files.ts'
import { openImages } from '#media/images.ts'
import { openMediaPrograms } from '#media/media-programs.ts'
import { UnfitFile } from '#media/program-failed.ts'
import { clip, recording } from './clips.ts'

const isRefusal = (error: unknown) =>
  error instanceof UnfitFile || (error instanceof Refusal && error.status === 415)

type Sample = { kind: 'image' | 'video' | 'audio'; mimeType: string; bytes: Buffer }
type Asked = { pictures: number; films: number; seed: number; searchPath: string }

function numbersFrom(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Mutates a file: changed bytes, inflated lengths, a missing or repeated part; its first bytes stay. */
function mutated(bytes: Buffer, pick: (below: number) => number): Buffer {
  const file = Buffer.from(bytes)
  const keep = 16
  for (let left = 1 + pick(12); left > 0; left -= 1) {
    const at = keep + pick(Math.max(1, file.length - keep - 4))
    if (pick(3) === 0) file.writeUInt32BE([0, 0x7f_ff_ff_ff, 0xff_ff_ff_ff, 1][pick(4)]!, at)
    else file[at] = pick(256)
  }
  const [from, to] = [keep + pick(file.length - keep), keep + pick(file.length - keep)]
  if (pick(5) === 0) return file.subarray(0, Math.max(keep + 1, from))
  if (pick(5) === 0) return Buffer.concat([file.subarray(0, from), file.subarray(to)])
  return file
}

async function pictureSamples(): Promise<Sample[]> {
  const picture = sharp({
    create: {
      width: 90,
      height: 60,
      channels: 3,
      background: '#258',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
  const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
  return Promise.all(
    formats.map(async (format) => ({
      kind: 'image' as const,
      mimeType: `image/${format}`,
      bytes: await picture.clone().toFormat(format).toBuffer(),
    })),
  )
}

async function filmSamples(): Promise<Sample[]> {
  const small = { size: '32x32', seconds: 0.4 }
  return [
    { kind: 'video', mimeType: 'video/mp4', bytes: await clip(small) },
    { kind: 'video', mimeType: 'video/x-matroska', bytes: await clip({ ...small, type: 'mkv' }) },
    { kind: 'video', mimeType: 'video/x-msvideo', bytes: await clip({ ...small, type: 'avi' }) },
    { kind: 'audio', mimeType: 'audio/mpeg', bytes: await recording('mp3') },
    { kind: 'audio', mimeType: 'audio/mp4', bytes: await recording('m4a') },
  ]
}

/** Processes mutated files like uploads, and counts results, crashes of the image process and leftover files. */
export async function workOnMutatedMedia({ pictures, films, seed, searchPath }: Asked) {
  const pick = numbersFrom(seed)
  const place = await mkdtemp(join(tmpdir(), 'mutated-'))
  const programs = openMediaPrograms({ searchPath })
  const crashes: string[] = []
  // Refusals are logged less loudly than crashes.
  const logger = { level: 'error', stream: { write: (line: string) => void crashes.push(line) } }
  const images = openImages({ log: Fastify({ logger }).log })
  const services = { programs, images, secret: '', config: { media: { maxVideoMs: 600_000 } } }
  const outcome = {
    made: 0,
    refused: 0,
    crashes,
    surprises: [] as string[],
    left: [] as string[],
    longestMs: 0,
  }
  const workOn = async ({ kind, mimeType, bytes }: Sample, number: number) => {
    const folder = join(place, String(number))
    await mkdir(folder)
    await writeFile(join(folder, 'source'), mutated(bytes, pick))
    const signal = new AbortController().signal
    const startedAt = performance.now()
    try {
      if (kind === 'image')
        await images.render(join(folder, 'source'), () => join(folder, `size-${pick(2 ** 31)}`))
      else await prepareFiles(services, { folder, kind, mimeType, signal, lane: 'long', stream: null })
      outcome.made += 1
    } catch (error) {
      if (isRefusal(error)) outcome.refused += 1
      else outcome.surprises.push(`${seed}/${number} ${mimeType}: ${String(error)}`)
      if (kind === 'image' && (await readdir(folder)).length > 1) outcome.left.push(`${seed}/${number}`)
    } finally {
      outcome.longestMs = Math.max(outcome.longestMs, performance.now() - startedAt)
      await rm(folder, { recursive: true })
    }
  }

  const [photos, clips] = [await pictureSamples(), films > 0 ? await filmSamples() : []]
  const files = [
    ...Array.from({ length: pictures }, (_, n) => photos[n % photos.length]!),
    ...Array.from({ length: films }, (_, n) => clips[n % clips.length]!),
  ]
  for (const [number, file] of files.entries()) await workOn(file, number)
  images.close()
  programs.close()
  await rm(place, { recursive: true })
  return outcome
}
