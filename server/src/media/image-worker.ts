import { open, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { type Hdr, hdrOf, toSdr } from './hdr-pictures.ts'
import {
  type AsGif,
  isRenderRequest,
  type RenderResponse,
  type Sizes,
  type SizeType,
  sizeTypes,
  widthsFor,
} from './image-work.ts'
import { isStorageFull } from './storage-errors.ts'

// The child process of images.ts. It only renders pictures and has no network.
const lowPriority = 15
const maxPixels = 50_000_000
/** JPEG is downscaled while it is decoded. */
const maxJpegPixels = 120_000_000
/** For avatars in formats that are always decoded at full size. JPEG and PNG are cheap. */
const maxAvatarPixels = 16_000_000
const maxSide = 30_000
const maxFrames = 3000
const maxFramePixels = 2_000_000_000
/** The longest side that WebP supports. */
const maxWebpSide = 16_383

setPriority(lowPriority)
process.on('disconnect', () => process.exit())
// Ctrl+C and service stops signal the whole process group. The parent decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`) })

const decodeOptions = { limitInputPixels: maxJpegPixels, failOn: 'error' } as const

// AVIF at effort 0 takes half the bytes of WebP for a third more CPU time. Unlike JPEG, WebP keeps transparency.
const encoders: Record<SizeType, (picture: Sharp) => Sharp> = {
  'image/avif': (picture) => picture.avif({ quality: 50, effort: 0 }),
  'image/webp': (picture) => picture.webp({ quality: 80, effort: 2 }),
}

async function placeholderOf(picture: Sharp) {
  const { data, info } = await picture
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

type DecodeRequest = { path: string; resize: ResizeOptions; hdr: Hdr | null }

/** Decodes once to the largest size. Raw pixels carry no EXIF, GPS or color profile. */
async function decode({ path, resize, hdr }: DecodeRequest, failOn: 'error' | 'none') {
  const upright = sharp(path, { ...decodeOptions, failOn })
    .autoOrient()
    .resize(resize)
  if (!hdr) return upright.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const { data, info } = await upright
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const pixels = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  return { data: toSdr(pixels, info.channels, hdr), info }
}

/** The colors of an AVIF or PNG stand in front of its pixels. */
const headBytes = 64 * 1024

async function readHdr(path: string): Promise<Hdr | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return hdrOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** The level that a tolerant decoder fills in for missing data. WebP and AVIF have no such decoder. */
const missingLevels: Record<string, number | undefined> = { jpeg: 128, png: 0, gif: 0 }
const maxMissing = 0.25

function shareFromStart(length: number, is: (place: number) => boolean): number {
  let count = 0
  while (count < length && is(count)) count += 1
  return count / length
}

/** The share of missing rows or columns at one edge; orientation decides which edge. */
function missingShare({ data, info }: Awaited<ReturnType<typeof decode>>, level: number): number {
  const { width, height, channels } = info
  const isMissing = (x: number, y: number) =>
    [0, 1, 2].every((channel) => Math.abs(data[(y * width + x) * channels + channel]! - level) <= 2)
  const rowIsMissing = (y: number) => Array.from({ length: width }, (_, x) => x).every((x) => isMissing(x, y))
  const columnIsMissing = (x: number) =>
    Array.from({ length: height }, (_, y) => y).every((y) => isMissing(x, y))
  return Math.max(
    shareFromStart(height, (y) => rowIsMissing(height - 1 - y)),
    shareFromStart(height, rowIsMissing),
    shareFromStart(width, (x) => columnIsMissing(width - 1 - x)),
    shareFromStart(width, columnIsMissing),
  )
}

/** Like other viewers, accepts a truncated file while most of it is there. */
async function decodeTolerantly(request: DecodeRequest, format: string) {
  try {
    return await decode(request, 'error')
  } catch (error) {
    const level = missingLevels[format]
    if (level === undefined) throw error
    const rest = await decode(request, 'none')
    if (missingShare(rest, level) > maxMissing) throw error
    return rest
  }
}

const pictureLimit = (isJpeg: boolean) => (isJpeg ? maxJpegPixels : maxPixels)
const avatarLimit = (isCheap: boolean) => (isCheap ? maxPixels : maxAvatarPixels)

/** Resizes to a square, to a width or, for a line of pixels taller than a WebP may be, to a shorter line. */
function resizeFor(square: number | null, width: number | null): ResizeOptions {
  if (square !== null) return { width: square, height: square, fit: 'cover' }
  return width === null ? { width: 1, height: maxWebpSide, fit: 'fill' } : { width, withoutEnlargement: true }
}

async function render({ path, outputs, side }: Sizes): Promise<RenderResponse> {
  const {
    width,
    height,
    format,
    autoOrient,
    pages = 1,
  } = await sharp(path, { ...decodeOptions, failOn: 'none', limitInputPixels: false }).metadata()
  const isJpeg = format === 'jpeg'
  const limit = side === undefined ? pictureLimit(isJpeg) : avatarLimit(isJpeg || format === 'png')
  if (Math.max(width, height) > maxSide || width * height > limit)
    return { ok: false, reason: 'too_large', detail: `${width} × ${height}` }

  if (pages > maxFrames || pages * width * height > maxFramePixels)
    return { ok: false, reason: 'too_many_frames', detail: `${pages} frames of ${width} × ${height}` }
  const square = side === undefined ? null : Math.min(side, autoOrient.width, autoOrient.height)
  const widest = Math.floor(Math.min(1, maxWebpSide / autoOrient.height) * autoOrient.width)
  const widths = square === null ? widthsFor(Math.max(1, widest)) : [square]
  const types = square === null ? sizeTypes : (['image/webp'] as const)
  const resize = resizeFor(square, widest < 1 ? null : widths.at(-1)!)
  const hdr = format === 'heif' || format === 'png' ? await readHdr(path) : null
  const { data, info } = await decodeTolerantly({ path, resize, hdr }, format)
  const picture = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

  const sizes = []
  for (const [step, target] of widths.entries())
    for (const [index, mimeType] of types.entries()) {
      const bytes = await encoders[mimeType](picture().resize({ width: target })).toBuffer()
      const to = outputs[step * sizeTypes.length + index]!
      await writeFile(to, bytes, { flag: 'wx', mode: 0o600, flush: true })
      sizes.push({ width: target, mimeType, bytes: bytes.length, path: to })
    }
  return {
    ok: true,
    image: {
      width: autoOrient.width,
      height: autoOrient.height,
      frames: pages,
      placeholder: await placeholderOf(picture()),
      mimeType: 'image/webp',
      sizes,
    },
  }
}

/** Converts an animated picture to a GIF, because ffmpeg cannot read animated WebP. */
async function toGif({ path, gif }: AsGif): Promise<RenderResponse> {
  const {
    width,
    height,
    pages = 1,
  } = await sharp(path, { ...decodeOptions, limitInputPixels: false }).metadata()
  if (pages > maxFrames || pages * width * height > maxFramePixels)
    return { ok: false, reason: 'too_many_frames', detail: `${pages} frames of ${width} × ${height}` }
  await sharp(path, { ...decodeOptions, limitInputPixels: false, animated: true })
    .gif({ effort: 1 })
    .toFile(gif)
  return { ok: true, image: null }
}

/** Resolves when the CPU limit is exceeded; the parent then kills this process. */
function tooCostly(maxCpuMs: number) {
  const before = process.cpuUsage()
  const { promise, resolve } = Promise.withResolvers<RenderResponse>()
  // Rendering runs in other threads, so this one can check the time.
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1000
    if (ms > maxCpuMs) resolve({ ok: false, reason: 'too_costly', detail: `${Math.round(ms)} ms of work` })
  }, 100)
  return { response: promise, stop: () => clearInterval(timer) }
}

function toFailure(error: unknown): RenderResponse {
  const detail = error instanceof Error ? error.message : String(error)
  if (isStorageFull(error)) return { ok: false, reason: 'storage_full', detail }
  const isSystemError = error instanceof Error && 'syscall' in error
  return { ok: false, reason: isSystemError ? 'failed' : 'unreadable', detail }
}

process.on('message', (message) => {
  if (!isRenderRequest(message)) return
  const { response: limitExceeded, stop } = tooCostly(message.maxCpuMs)
  const work = 'gif' in message ? toGif(message) : render(message)
  void Promise.race([work.catch(toFailure), limitExceeded])
    .finally(stop)
    .then((response) => process.send?.(response))
})
