import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOfSize } from '#media/image-work.ts'
import { checkFit, type ProbedFile } from '#media/probed-file.ts'
import { makeAnimation, makeStill, makeFullRecording, makeFullVideo } from '#media/make-plain-file.ts'
import { makeStream } from '#media/make-stream.ts'
import { measureLoudness } from '#media/measure-loudness.ts'
import { probeFile } from '#media/probe-file.ts'
import { remux } from '#media/remux.ts'
import { UnfitFile } from '#media/program-failed.ts'
import type { MediaKind } from '#media/uploaded-file.ts'
import { encrypt } from '#crypto/encrypt.ts'
import { Refusal } from '#errors.ts'
import type { Services } from '#services.ts'
import type { MediaWork } from './enqueue-work.ts'
import type { MediaFileRow, MediaRow } from './schema.ts'

type Deps = Pick<Services, 'programs' | 'images' | 'secret'>

type Named = Pick<MediaFileRow, 'variant' | 'role' | 'mimeType'> & { width: number | null }
/** A file on disk, or a sealed stream key that is stored in the database. */
export type MadeFile = Named & ({ path: string } | { sealed: string; bytes: number })

export type MadeFiles = {
  facts: Partial<Pick<MediaRow, 'mimeType' | 'width' | 'height' | 'durationMs' | 'placeholder' | 'waveform'>>
  files: MadeFile[]
  next: MediaWork | null
}

export type FileWork = { folder: string; kind: MediaKind; mimeType: string; signal: AbortSignal }

/**
 * Turns `source` in `folder` into files that every browser plays, without camera metadata.
 * Throws UnfitFile for a file that cannot be prepared.
 */
export async function prepareFiles(services: Deps, work: FileWork): Promise<MadeFiles> {
  const { programs } = services
  const { ffmpeg, canToneMap } = await programs.found()
  const { folder, kind, signal } = work
  if (!ffmpeg && kind === 'image')
    throw new UnfitFile('An animated picture needs ffmpeg, which is missing on the server.')
  if (!ffmpeg) return remuxed(services, work)
  const mimeType = work.mimeType === 'image/webp' ? await asGif(services, folder) : work.mimeType
  const probed = await probeFile(programs, { folder, name: 'source', mimeType, signal })
  const input = { folder, mimeType, probed, signal, canToneMap }
  if (kind === 'image') {
    checkFit(probed, 'image')
    return { facts: {}, files: [fullFile(folder, await makeAnimation(programs, input))], next: null }
  }
  if (kind === 'audio') {
    checkFit(probed, 'audio')
    const type = await makeFullRecording(programs, input)
    const made = await probeFile(programs, { folder, name: 'whole', mimeType: type, signal })
    checkFit(made, 'audio')
    const waveform = await measureLoudness(programs, { folder, mimeType: type, signal })
    return {
      facts: { mimeType: type, durationMs: made.durationMs, waveform },
      files: [fullFile(folder, type)],
      next: null,
    }
  }
  checkFit(probed, 'video')
  const type = await makeFullVideo(programs, input)
  // Some recorders write no duration, so the result is probed.
  const made = await probeFile(programs, { folder, name: 'whole', mimeType: type, signal })
  checkFit(made, 'video')
  const stills = await stillsOf(services, input)
  return {
    facts: { mimeType: type, durationMs: made.durationMs, ...sizeOf(made), placeholder: stills.placeholder },
    files: [fullFile(folder, type), ...stills.files],
    next: 'stream',
  }
}

/** Turns `source` in `folder` into an encrypted stream in several sizes. The site's secret seals the stream key. */
export async function streamFiles({ programs, secret }: Deps, work: FileWork): Promise<MadeFiles> {
  const { folder, mimeType, signal } = work
  const { ffmpeg, canToneMap } = await programs.found()
  if (!ffmpeg) throw new UnfitFile('Several qualities need ffmpeg, which is missing on the server.')
  const probed = await probeFile(programs, { folder, name: 'source', mimeType, signal })
  const { key, files } = await makeStream(programs, { folder, mimeType, probed, signal, canToneMap })
  const keyFile = { variant: 'stream-key', mimeType: 'application/octet-stream', bytes: key.length }
  return {
    facts: {},
    files: [
      ...files.map(({ variant, path, mimeType: type }) => ({
        variant,
        path,
        mimeType: type,
        role: 'stream' as const,
        width: null,
      })),
      { ...keyFile, role: 'stream', width: null, sealed: encrypt(key.toString('base64'), secret) },
    ],
    next: null,
  }
}

/** Converts the animated WebP `source` in `folder` to a GIF and returns its type. */
async function asGif({ images }: Pick<Deps, 'images'>, folder: string): Promise<string> {
  const gif = join(folder, 'gif')
  try {
    await images.toGif(join(folder, 'source'), gif)
  } catch (error) {
    if (error instanceof Refusal && error.status === 415)
      throw new UnfitFile('This animation could not be converted.', error)
    throw error
  }
  await rename(gif, join(folder, 'source'))
  return 'image/gif'
}

/** Renders the poster of a video and its placeholder; none where the still cannot be read. */
async function stillsOf({ programs, images }: Deps, work: Parameters<typeof makeStill>[1]) {
  const still = join(work.folder, await makeStill(programs, work))
  try {
    const { sizes, placeholder } = await images.render(still, () => join(work.folder, randomUUID()))
    const files = sizes.map(({ width, path, mimeType }) => {
      const variant = `poster-${nameOfSize({ width, mimeType })}`
      return { variant, role: 'poster' as const, mimeType, path, width }
    })
    return { placeholder, files }
  } catch (error) {
    // A failed still does not fail the video: browsers draw its first picture themselves.
    if (error instanceof Refusal && error.status === 415) return { placeholder: null, files: [] }
    throw error
  }
}

/** Fallback without ffmpeg: only repackages the file, without poster, waveform or stream. */
async function remuxed({ programs }: Deps, { folder, kind, mimeType, signal }: FileWork): Promise<MadeFiles> {
  const { probed, mimeType: type } = await remux(programs, { folder, mimeType, signal })
  checkFit(probed, kind)
  return {
    facts: { mimeType: type, durationMs: probed.durationMs, ...sizeOf(probed) },
    files: [fullFile(folder, type)],
    next: null,
  }
}

const fullFile = (folder: string, mimeType: string) => ({
  variant: 'whole',
  role: 'whole' as const,
  path: join(folder, 'whole'),
  mimeType,
  width: null,
})

const sizeOf = ({ video }: ProbedFile) => (video ? { width: video.width, height: video.height } : {})
