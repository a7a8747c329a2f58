import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
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

// The program of the child process in images.ts: pictures in, sizes out, nothing else within reach.
const lowPriority = 15
const maxPixels = 50_000_000
/** A JPEG is made smaller while it is decoded. */
const maxJpegPixels = 120_000_000
/** Of an avatar in a format that is always decoded whole; JPEG shrinks while it is read, PNG costs little. */
const maxAvatarPixels = 16_000_000
const maxSide = 30_000
const maxFrames = 3000
const maxFramePixels = 2_000_000_000
/** No side of a WebP is longer. */
const maxWebpSide = 16_383

setPriority(lowPriority)
process.on('disconnect', () => process.exit())
// Ctrl+C and the end of a service reach every process of the site: which of them goes when says the parent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`) })

const reading = { limitInputPixels: maxJpegPixels, failOn: 'error' } as const

// Measured on one drawn picture: AVIF at no effort is half the bytes of WebP for a third more work, any effort above
// costs twice the time. WebP, for older browsers, keeps transparency as JPEG does not.
const encoded: Record<SizeType, (picture: Sharp) => Sharp> = {
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

type Wanted = { path: string; resize: ResizeOptions }

/** Decoded once to the largest size; the pixels carry neither EXIF nor GPS nor any profile further. */
const decoded = ({ path, resize }: Wanted, failOn: 'error' | 'none') =>
  sharp(path, { ...reading, failOn })
    .autoOrient()
    .resize(resize)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })

/** What the decoder puts where data are missing. */
const missingGrey = 128
const maxMissing = 0.25

/** The share of `length` places, from the first on, of which `is` is true without a gap. */
function shareFromStart(length: number, is: (place: number) => boolean): number {
  let count = 0
  while (count < length && is(count)) count += 1
  return count / length
}

/** The share of rows at one edge of which nothing was there to decode; a camera's turning decides at which. */
function missingShare({ data, info }: Awaited<ReturnType<typeof decoded>>): number {
  const { width, height, channels } = info
  const isGrey = (x: number, y: number) =>
    [0, 1, 2].every((channel) => Math.abs(data[(y * width + x) * channels + channel]! - missingGrey) <= 2)
  const rowIsGrey = (y: number) => Array.from({ length: width }, (_, x) => x).every((x) => isGrey(x, y))
  const columnIsGrey = (x: number) => Array.from({ length: height }, (_, y) => y).every((y) => isGrey(x, y))
  return Math.max(
    shareFromStart(height, (y) => rowIsGrey(height - 1 - y)),
    shareFromStart(height, rowIsGrey),
    shareFromStart(width, (x) => columnIsGrey(width - 1 - x)),
    shareFromStart(width, columnIsGrey),
  )
}

/** As every viewer shows it: a JPEG that is cut off is still a picture while most of it is there. */
async function decodedGently(wanted: Wanted, isJpeg: boolean) {
  try {
    return await decoded(wanted, 'error')
  } catch (error) {
    if (!isJpeg) throw error
    const rest = await decoded(wanted, 'none')
    if (missingShare(rest) > maxMissing) throw error
    return rest
  }
}

const pictureLimit = (isJpeg: boolean) => (isJpeg ? maxJpegPixels : maxPixels)
const avatarLimit = (isCheap: boolean) => (isCheap ? maxPixels : maxAvatarPixels)

async function render({ path, outputs, side }: Sizes): Promise<RenderResponse> {
  const {
    width,
    height,
    format,
    autoOrient,
    pages = 1,
  } = await sharp(path, { ...reading, limitInputPixels: false }).metadata()
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
  const resize =
    square === null
      ? { width: widths.at(-1)!, withoutEnlargement: true }
      : { width: square, height: square, fit: 'cover' as const }
  const { data, info } = await decodedGently({ path, resize }, isJpeg)
  const picture = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

  const sizes = []
  for (const [step, wanted] of widths.entries())
    for (const [index, mimeType] of types.entries()) {
      const bytes = await encoded[mimeType](picture().resize({ width: wanted })).toBuffer()
      const to = outputs[step * sizeTypes.length + index]!
      await writeFile(to, bytes, { flag: 'wx', mode: 0o600, flush: true })
      sizes.push({ width: wanted, mimeType, bytes: bytes.length, path: to })
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

/** Writes a picture that moves as a GIF, which ffmpeg reads; it reads no WebP that moves. */
async function toGif({ path, gif }: AsGif): Promise<RenderResponse> {
  const { width, height, pages = 1 } = await sharp(path, { ...reading, limitInputPixels: false }).metadata()
  if (pages > maxFrames || pages * width * height > maxFramePixels)
    return { ok: false, reason: 'too_many_frames', detail: `${pages} frames of ${width} × ${height}` }
  await sharp(path, { ...reading, limitInputPixels: false, animated: true })
    .gif({ effort: 1 })
    .toFile(gif)
  return { ok: true, image: null }
}

/** Answers when the work has cost more than it may; the parent then ends this process. */
function tooCostly(longestCpuMs: number) {
  const before = process.cpuUsage()
  const { promise, resolve } = Promise.withResolvers<RenderResponse>()
  // The pixels are worked on in threads beside this one, which stays free to look.
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1000
    if (ms > longestCpuMs)
      resolve({ ok: false, reason: 'too_costly', detail: `${Math.round(ms)} ms of work` })
  }, 100)
  return { answer: promise, stop: () => clearInterval(timer) }
}

function refused(error: unknown): RenderResponse {
  const detail = error instanceof Error ? error.message : String(error)
  if (isStorageFull(error)) return { ok: false, reason: 'storage_full', detail }
  const isOfTheSystem = error instanceof Error && 'syscall' in error
  return { ok: false, reason: isOfTheSystem ? 'failed' : 'unreadable', detail }
}

process.on('message', (message) => {
  if (!isRenderRequest(message)) return
  const { answer: givingUp, stop } = tooCostly(message.longestCpuMs)
  const work = 'gif' in message ? toGif(message) : render(message)
  void Promise.race([work.catch(refused), givingUp])
    .finally(stop)
    .then((answer) => process.send?.(answer))
})
