import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { isIso, isoContents } from './iso-contents.ts'
import { isMatroska, matroskaContents } from './matroska-contents.ts'

export type MediaKind = 'image' | 'video' | 'audio'

export type FileType = { kind: MediaKind; mimeType: string }
/** A format of pictures, videos or recordings that is not taken, as people call it. */
export type UnsupportedFormat = { kind: MediaKind; format: string }

/**
 * A complete file that is not yet stored. `type` is what its content says it is; null when it is none of ours, and then
 * `notTaken` says what it is where that is known.
 */
export type UploadedFile = {
  path: string
  bytes: number
  sha256: string
  type: FileType | null
  notTaken: UnsupportedFormat | null
}

/** What file-type calls a format, and what we call it. */
const kinds: Record<string, [MediaKind, string]> = {
  'image/jpeg': ['image', 'image/jpeg'],
  'image/png': ['image', 'image/png'],
  'image/apng': ['image', 'image/apng'],
  'image/webp': ['image', 'image/webp'],
  'image/gif': ['image', 'image/gif'],
  'image/avif': ['image', 'image/avif'],
  'video/mp4': ['video', 'video/mp4'],
  'video/x-m4v': ['video', 'video/mp4'],
  'video/3gpp': ['video', 'video/mp4'],
  'video/3gpp2': ['video', 'video/mp4'],
  'video/quicktime': ['video', 'video/quicktime'],
  'video/webm': ['video', 'video/webm'],
  'video/matroska': ['video', 'video/x-matroska'],
  'video/vnd.avi': ['video', 'video/x-msvideo'],
  'video/ogg': ['video', 'video/ogg'],
  'video/mpeg': ['video', 'video/mpeg'],
  'video/MP1S': ['video', 'video/mpeg'],
  'video/MP2P': ['video', 'video/mpeg'],
  'video/mp2t': ['video', 'video/mp2t'],
  'audio/mpeg': ['audio', 'audio/mpeg'],
  'audio/mp4': ['audio', 'audio/mp4'],
  'audio/x-m4a': ['audio', 'audio/mp4'],
  'audio/wav': ['audio', 'audio/wav'],
  'audio/ogg': ['audio', 'audio/ogg'],
  'audio/ogg; codecs=opus': ['audio', 'audio/ogg'],
  'audio/flac': ['audio', 'audio/flac'],
  'audio/aac': ['audio', 'audio/aac'],
  'audio/aiff': ['audio', 'audio/aiff'],
  'audio/amr': ['audio', 'audio/amr'],
  'audio/x-caf': ['audio', 'audio/x-caf'],
}

/** Where the ending of a format is not what people call it. */
const formatNames: Record<string, string> = {
  tif: 'TIFF',
  jxl: 'JPEG XL',
  jp2: 'JPEG 2000',
  j2c: 'JPEG 2000',
  ico: 'ICO',
  asf: 'Windows Media',
  flv: 'Flash',
  wma: 'Windows Media',
}

type DetectedType = Pick<UploadedFile, 'type' | 'notTaken'>
const ofType = (kind: MediaKind, mimeType: string): DetectedType => ({
  type: { kind, mimeType },
  notTaken: null,
})
const unknown: DetectedType = { type: null, notTaken: null }
const notTaken = (kind: MediaKind, format: string): DetectedType => ({
  type: null,
  notTaken: { kind, format },
})

const rf64 = 'RF64'
const wave64 = 'riff\x2e\x91\xcf\x11'

/** What the first bytes alone say. */
async function typeByHead(head: Buffer): Promise<DetectedType & { mime: string }> {
  const start = head.toString('latin1', 0, 12)
  if (start.startsWith(rf64)) return { ...ofType('audio', 'audio/wav'), mime: '' }
  if (start.startsWith(wave64)) return { ...ofType('audio', 'audio/x-w64'), mime: '' }
  const found = await fileTypeFromBuffer(head)
  if (!found) return { ...unknown, mime: '' }
  const known = kinds[found.mime]
  if (known) return { ...ofType(...known), mime: found.mime }
  const kind = (['image', 'video', 'audio'] as const).find((one) => found.mime.startsWith(`${one}/`))
  const format = formatNames[found.ext] ?? found.ext.toUpperCase()
  return { ...(kind ? notTaken(kind, format) : unknown), mime: found.mime }
}

/** What a file of the MP4 family is by its tracks: its brand is what some device happened to write. */
async function typeOfIso(file: FileHandle, bytes: number, byHead: DetectedType): Promise<DetectedType> {
  const { hasVideo, hasSound, itemTypes } = await isoContents(file, bytes)
  const mimeType = byHead.type?.kind === 'video' ? byHead.type.mimeType : 'video/mp4'
  if (hasVideo) return ofType('video', mimeType)
  if (hasSound) return ofType('audio', 'audio/mp4')
  if (itemTypes.has('hvc1') || itemTypes.has('hev1')) return notTaken('image', 'HEIC')
  if (itemTypes.has('av01')) return ofType('image', 'image/avif')
  return itemTypes.size > 0 ? notTaken('image', 'HEIF') : byHead
}

async function typeOfMatroska(file: FileHandle, bytes: number): Promise<DetectedType> {
  const { hasVideo, hasSound, isWebm } = await matroskaContents(file, bytes)
  const kind = hasSound && !hasVideo ? 'audio' : 'video'
  return ofType(kind, `${kind}/${isWebm ? 'webm' : 'x-matroska'}`)
}

async function typeOf(path: string, bytes: number, head: Buffer): Promise<DetectedType> {
  const { mime, ...byHead } = await typeByHead(head)
  // The pictures of a camera's raw file are tracks, too.
  const isRaw = mime.startsWith('image/x-')
  if (!isMatroska(head) && (!isIso(head) || isRaw)) return byHead
  const file = await open(path)
  try {
    return isMatroska(head) ? await typeOfMatroska(file, bytes) : await typeOfIso(file, bytes, byHead)
  } finally {
    await file.close()
  }
}

/** How much of a file's beginning tells its type. */
const headBytes = 4100

/** Watches the bytes of a file go by: counts them, hashes them, keeps the head. */
export function fileWatch() {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    see(chunk: Buffer) {
      if (bytes < headBytes) head.push(chunk.subarray(0, headBytes - bytes))
      bytes += chunk.length
      hash.update(chunk)
    },
    /** What the bytes were, once all have been seen. */
    async describe(path: string): Promise<UploadedFile> {
      return { path, bytes, sha256: hash.digest('hex'), ...(await typeOf(path, bytes, Buffer.concat(head))) }
    },
  }
}

/** Describes a file that is already on the disk, for histories that are written by the program. */
export async function examineFile(path: string): Promise<UploadedFile> {
  const watch = fileWatch()
  for await (const chunk of createReadStream(path)) watch.see(chunk)
  return watch.describe(path)
}
