import { randomBytes, randomUUID } from 'node:crypto'
import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { minStripMs } from '@touchline/contract/film-strip.ts'
import { encrypt } from '#crypto/encrypt.ts'
import { Refusal } from '#errors.ts'
import { nameOfSize } from '#media/image-work.ts'
import { makeAnimation, makeFullRecording, makeStill, shownSize, unfitOf } from '#media/make-plain-file.ts'
import {
  makeRendition,
  playlistsIn,
  type RenditionWork,
  withEntry,
  writeMainPlaylist,
} from '#media/make-rendition.ts'
import { makeStrip } from '#media/make-strip.ts'
import { measureLoudness, silence } from '#media/measure-loudness.ts'
import { checkFit, type ProbedFile } from '#media/probed-file.ts'
import { probeFile } from '#media/probe-file.ts'
import { ProgramFailed, UnfitFile } from '#media/program-failed.ts'
import { remux } from '#media/remux.ts'
import type { MediaKind } from '#media/uploaded-file.ts'
import {
  playlistName,
  recordingSeconds,
  type Rendition,
  renditionSeconds,
  renditionsOf,
} from '#media/renditions.ts'
import type { Services } from '#services.ts'
import { type Lane, laneFor, type MediaWork } from './enqueue-work.ts'
import type { MediaFileRow, MediaRow } from './schema.ts'

type Deps = Pick<Services, 'programs' | 'images' | 'secret'> & {
  config: { media: Pick<Services['config']['media'], 'maxVideoMs'> }
}

type Named = Pick<MediaFileRow, 'variant' | 'role' | 'mimeType'> & { width: number | null }
/** A file on disk, or a sealed stream key that is stored in the database. */
export type MadeFile = Named & ({ path: string } | { sealed: string; bytes: number })

/** The new files of a media item, the facts to store, and the next work to enqueue. */
export type MadeFiles = {
  facts: Partial<Pick<MediaRow, 'mimeType' | 'width' | 'height' | 'durationMs' | 'placeholder' | 'waveform'>>
  files: MadeFile[]
  next: { work: MediaWork; lane: Lane } | null
}

/** The stream of a video as far as it is stored. */
export type StoredStream = { playlist: string; key: Buffer; durationMs: number; hasStrip: boolean }

export type FileWork = {
  folder: string
  kind: MediaKind
  mimeType: string
  signal: AbortSignal
  lane: Lane
  stream: StoredStream | null
}

/** The work takes longer than its lane allows, and belongs into another one. */
export class WrongLane extends Error {
  readonly lane: Lane

  constructor(lane: Lane) {
    super(`this work belongs into the lane ${lane}`)
    this.name = 'WrongLane'
    this.lane = lane
  }
}

const laneOrder: Lane[] = ['quick', 'medium', 'long']

function checkLane(lane: Lane, seconds: number): void {
  const needed = laneFor('prepare', seconds)
  if (laneOrder.indexOf(needed) > laneOrder.indexOf(lane)) throw new WrongLane(needed)
}

/** Whether a program failed because of the file, not because it was ended or the disk was full. */
const isOfFile = (error: unknown) =>
  error instanceof ProgramFailed && error.reason !== 'ended' && error.reason !== 'storage_full'

const isRefused = (error: unknown) => error instanceof ProgramFailed && error.reason === 'refused'

/**
 * Turns `source` in `folder` into files that every browser plays: the first size of an encrypted stream and the poster
 * of a video, an M4A or MP3 and the waveform of a recording, a video of an animated picture. Throws UnfitFile for a
 * file that cannot be prepared, WrongLane for one that takes longer than expected.
 */
export async function prepareFiles(services: Deps, work: FileWork): Promise<MadeFiles> {
  const { programs, config } = services
  const { ffmpeg, canToneMap } = await programs.found()
  const { folder, kind, signal } = work
  const { maxVideoMs } = config.media
  if (!ffmpeg && kind === 'image')
    throw new UnfitFile('An animated picture needs ffmpeg, which is missing on the server.')
  if (!ffmpeg) return remuxed(services, work)
  const mimeType = work.mimeType === 'image/webp' ? await asGif(services, folder) : work.mimeType
  const probed = await probeFile(programs, { folder, name: 'source', mimeType, signal })
  const input = { folder, mimeType, probed, signal, canToneMap }
  checkFit(probed, kind, maxVideoMs)
  if (kind === 'image')
    return { facts: {}, files: [fullFile(folder, await makeAnimation(programs, input))], next: null }
  if (kind === 'video') return prepareVideo(services, work, { ...input, key: randomBytes(16) })
  checkLane(work.lane, recordingSeconds(probed))
  const type = await makeFullRecording(programs, input)
  const made = await probeFile(programs, { folder, name: 'whole', mimeType: type, signal })
  checkFit(made, 'audio', maxVideoMs)
  const waveform = await measureLoudness(programs, { folder, mimeType: type, signal }).catch(
    (error: unknown) => {
      // A recording that plays is published, whatever is drawn of it.
      if (isOfFile(error)) return silence
      throw error
    },
  )
  return {
    facts: { mimeType: type, durationMs: made.durationMs, waveform },
    files: [fullFile(folder, type)],
    next: null,
  }
}

async function prepareVideo(services: Deps, work: FileWork, input: RenditionWork): Promise<MadeFiles> {
  const { probed, folder, key } = input
  const bytes = await sourceBytes(folder)
  const [first, ...others] = renditionsOf(probed, bytes)
  if (!first || !probed.video) throw new UnfitFile('There is no picture in this video.')
  checkLane(work.lane, renditionSeconds(first, probed, bytes))
  const { files, entry, seconds, isCopied } = await copyOrEncode(services, first, input).catch(
    (error: unknown) => {
      throw unfitOf(error)
    },
  )
  // Playlists count pictures, which a still with a long voice hardly has.
  const probedMs = probed.durationMs ?? 0
  const isStill = probed.video.frames < (2 * probedMs) / 1000
  const durationMs = Math.max(Math.round(seconds * 1000), isStill ? probedMs : 0)
  checkFit({ ...probed, durationMs }, 'video', services.config.media.maxVideoMs)
  const stills = await stillsOf(services, input, isCopied)
  const { width, height } = isCopied ? probed.video : shownSize(largestSide, probed.video)
  const main = await writeMainPlaylist(folder, withEntry(null, entry))
  return {
    facts: { mimeType: 'video/mp4', durationMs, width, height, placeholder: stills.placeholder },
    files: [...[...files, main].map(ofStream), keyFile(key, services.secret), ...stills.files],
    next:
      nextOf(others, probed, bytes) ??
      (wantsStrip({ durationMs, hasStrip: false }) ? { work: 'stream', lane: 'sizes' } : null),
  }
}

const largestSide = 1080

/** Makes the next size of a stream, and once the strip of a film. The site's secret seals the key of its segments. */
export async function streamFiles(services: Deps, work: FileWork): Promise<MadeFiles> {
  const { programs, secret } = services
  const { folder, mimeType, signal, stream } = work
  const { ffmpeg, canToneMap } = await programs.found()
  if (!ffmpeg) throw new UnfitFile('Several qualities need ffmpeg, which is missing on the server.')
  const probed = await probeFile(programs, { folder, name: 'source', mimeType, signal })
  const bytes = await sourceBytes(folder)
  const listed = playlistsIn(stream?.playlist ?? '')
  const missing = renditionsOf(probed, bytes).filter((one) => !listed.includes(playlistName(one)))
  const input = { folder, mimeType, probed, signal, canToneMap, key: stream?.key ?? randomBytes(16) }
  const strip = stream && wantsStrip(stream) ? await stripFile(services, input, stream.durationMs) : []
  const made = await makeFirst(services, missing, input)
  if (!made) return { facts: {}, files: strip, next: null }
  const { files, entry, others } = made
  const main = await writeMainPlaylist(folder, withEntry(stream?.playlist ?? null, entry))
  return {
    facts: {},
    files: [...[...files, main].map(ofStream), ...(stream ? [] : [keyFile(input.key, secret)]), ...strip],
    next: nextOf(others, probed, bytes),
  }
}

/** Makes the first of these renditions; without an HEVC original that ffmpeg refuses to copy. */
async function makeFirst(services: Deps, [next, ...others]: Rendition[], input: RenditionWork) {
  if (!next) return null
  try {
    return { ...(await copyOrEncode(services, next, input)), others }
  } catch (error) {
    if (!next.isHevc || !isRefused(error)) throw error
    return makeFirst(services, others, input)
  }
}

const wantsStrip = ({ durationMs, hasStrip }: Pick<StoredStream, 'durationMs' | 'hasStrip'>) =>
  !hasStrip && durationMs >= minStripMs

/** The strip of a film, or nothing where it cannot be made. */
async function stripFile(
  { programs }: Pick<Deps, 'programs'>,
  input: RenditionWork,
  durationMs: number,
): Promise<MadeFile[]> {
  try {
    await makeStrip(programs, input, durationMs)
    const path = join(input.folder, 'strip')
    await stat(path)
    return [{ variant: 'strip', role: 'strip', path, mimeType: 'image/jpeg', width: null }]
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing || isOfFile(error)) return []
    throw error
  }
}

function nextOf([next]: Rendition[], probed: ProbedFile, bytes: number): MadeFiles['next'] {
  return next ? { work: 'stream', lane: laneFor('stream', renditionSeconds(next, probed, bytes)) } : null
}

const sourceBytes = async (folder: string) => (await stat(join(folder, 'source'))).size

/** Makes a rendition, and encodes what ffmpeg refuses to copy. */
async function copyOrEncode(
  { programs }: Pick<Deps, 'programs'>,
  rendition: Rendition,
  input: RenditionWork,
) {
  try {
    return { ...(await makeRendition(programs, rendition, input)), isCopied: rendition.copiesVideo }
  } catch (error) {
    if (!isRefused(error) || rendition.isHevc || !(rendition.copiesVideo || rendition.copiesAudio))
      throw error
    const encoded = { ...rendition, copiesVideo: false, copiesAudio: false }
    return { ...(await makeRendition(programs, encoded, input)), isCopied: false }
  }
}

const ofStream = (file: { variant: string; path: string; mimeType: string }): MadeFile => ({
  ...file,
  role: 'stream',
  width: null,
})

const keyFile = (key: Buffer, secret: Services['secret']): MadeFile => ({
  variant: 'stream-key',
  role: 'stream',
  mimeType: 'application/octet-stream',
  bytes: key.length,
  width: null,
  sealed: encrypt(key.toString('base64'), secret),
})

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

/** Renders the poster of a video and its placeholder; none where a film that plays yields no still. */
async function stillsOf(
  { programs, images }: Deps,
  work: Parameters<typeof makeStill>[1],
  isCopied: boolean,
): Promise<{ placeholder: string | null; files: MadeFile[] }> {
  try {
    const still = join(work.folder, await makeStill(programs, work))
    const { sizes, placeholder } = await images.render(still, () => join(work.folder, randomUUID()))
    const files = sizes.map(({ width, path, mimeType }) => {
      const variant = `poster-${nameOfSize({ width, mimeType })}`
      return { variant, role: 'poster' as const, mimeType, path, width }
    })
    return { placeholder, files }
  } catch (error) {
    // Nothing has decoded a copied film yet: without a still it may not play at all.
    const isPlayable = !(isCopied && error instanceof UnfitFile)
    const isOfStill =
      error instanceof UnfitFile || isOfFile(error) || (error instanceof Refusal && error.status === 415)
    if (isPlayable && isOfStill) return { placeholder: null, files: [] }
    throw error
  }
}

/** Fallback without ffmpeg: only repackages the file, without poster, waveform or stream. */
async function remuxed(
  { programs, config }: Deps,
  { folder, kind, mimeType, signal }: FileWork,
): Promise<MadeFiles> {
  const { probed, mimeType: type } = await remux(programs, { folder, mimeType, signal })
  checkFit(probed, kind, config.media.maxVideoMs)
  const { video } = probed
  return {
    facts: {
      mimeType: type,
      durationMs: probed.durationMs,
      ...(video ? { width: video.width, height: video.height } : {}),
    },
    files: [fullFile(folder, type)],
    next: null,
  }
}

const fullFile = (folder: string, mimeType: string): MadeFile => ({
  variant: 'whole',
  role: 'whole',
  path: join(folder, 'whole'),
  mimeType,
  width: null,
})
