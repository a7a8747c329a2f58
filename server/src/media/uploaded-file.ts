import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { isIso, isoContents } from './iso-contents.ts'
import { isMatroska, matroskaContents } from './matroska-contents.ts'

/** What an Ogg file holds, whichever of its streams comes first. */
type OggContents = { hasVideo: boolean; hasSound: boolean }

const pageHead = 27

const beginsStream = 0x02

/** How the first packet of a stream begins, by its codec: Theora, OGM, Dirac and VP8; Opus, Vorbis, FLAC and Speex. */
const pictures = ['\x80theora', '\x01video', 'BBCD', 'OVP80']

const sounds = ['OpusHead', '\x01vorbis', '\x7fFLAC', 'fLaC', 'Speex']

const isOgg = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'OggS'

/** Reads which streams an Ogg file holds: the first pages of all of them stand at its beginning. */
function oggContents(head: Buffer): OggContents {
  const found: OggContents = { hasVideo: false, hasSound: false }
  let at = 0
  while (isOgg(head.subarray(at)) && ((head[at + 5] ?? 0) & beginsStream) !== 0) {
    const lengths = head.subarray(at + pageHead, at + pageHead + (head[at + 26] ?? 0))
    const packet = at + pageHead + lengths.length
    const start = head.toString('latin1', packet, packet + 8)
    if (pictures.some((codec) => start.startsWith(codec))) found.hasVideo = true
    if (sounds.some((codec) => start.startsWith(codec))) found.hasSound = true
    at = packet + lengths.reduce((sum, length) => sum + length, 0)
  }
  return found
}

export type MediaKind = 'image' | 'video' | 'audio'

export type FileType = { kind: MediaKind; mimeType: string }
/** A media format that is not supported, by its common name. */
export type UnsupportedFormat = { kind: MediaKind; format: string }

/** `type` is detected from the content; null when unsupported, and then `notTaken` may name the format. */
export type UploadedFile = {
  path: string
  bytes: number
  sha256: string
  type: FileType | null
  notTaken: UnsupportedFormat | null
}

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

/** Common names of formats whose file extension differs. */
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

/** Detects the type from the first bytes. */
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

/** Detects the type of an MP4-family file from its tracks, because its brand is unreliable. */
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

/** The first stream of an Ogg file may be the sound of a video, or describe the other streams. */
function typeOfOgg(head: Buffer, byHead: DetectedType): DetectedType {
  const { hasVideo, hasSound } = oggContents(head)
  if (hasVideo) return ofType('video', 'video/ogg')
  return hasSound ? ofType('audio', 'audio/ogg') : byHead
}

async function typeOf(path: string, bytes: number, head: Buffer): Promise<DetectedType> {
  const { mime, ...byHead } = await typeByHead(head)
  if (isOgg(head)) return typeOfOgg(head, byHead)
  // Camera raw files also store their pictures as tracks.
  const isRaw = mime.startsWith('image/x-')
  if (!isMatroska(head) && (!isIso(head) || isRaw)) return byHead
  const file = await open(path)
  try {
    return isMatroska(head) ? await typeOfMatroska(file, bytes) : await typeOfIso(file, bytes, byHead)
  } finally {
    await file.close()
  }
}

const headBytes = 4100

/** Counts and hashes the bytes of a file as they pass, and keeps its head. */
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
    async describe(path: string): Promise<UploadedFile> {
      return { path, bytes, sha256: hash.digest('hex'), ...(await typeOf(path, bytes, Buffer.concat(head))) }
    },
  }
}

export async function examineFile(path: string): Promise<UploadedFile> {
  const watch = fileWatch()
  for await (const chunk of createReadStream(path)) watch.see(chunk)
  return watch.describe(path)
}
