import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { fileTypeFromBuffer } from 'file-type'

export type MediaKind = 'image' | 'video' | 'audio'

/** A complete file that is not yet stored. `type` is what its content says it is; null when it is none of ours. */
export type UploadedFile = {
  path: string
  bytes: number
  sha256: string
  type: { kind: MediaKind; mimeType: string } | null
  /** A picture as phones of one maker take it, which no decoder of ours reads. */
  isHeic: boolean
}

/** What file-type calls a format, and what we call it. A HEIC picture is not here: no decoder of ours reads it. */
const kinds: Record<string, [MediaKind, string]> = {
  'image/jpeg': ['image', 'image/jpeg'],
  'image/png': ['image', 'image/png'],
  'image/apng': ['image', 'image/png'],
  'image/webp': ['image', 'image/webp'],
  'image/gif': ['image', 'image/gif'],
  'image/avif': ['image', 'image/avif'],
  'video/mp4': ['video', 'video/mp4'],
  'video/x-m4v': ['video', 'video/mp4'],
  'video/quicktime': ['video', 'video/quicktime'],
  'video/webm': ['video', 'video/webm'],
  'video/matroska': ['video', 'video/x-matroska'],
  'video/vnd.avi': ['video', 'video/x-msvideo'],
  'audio/mpeg': ['audio', 'audio/mpeg'],
  'audio/mp4': ['audio', 'audio/mp4'],
  'audio/x-m4a': ['audio', 'audio/mp4'],
  'audio/wav': ['audio', 'audio/wav'],
  'audio/ogg': ['audio', 'audio/ogg'],
  'audio/ogg; codecs=opus': ['audio', 'audio/ogg'],
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
      const found = await fileTypeFromBuffer(Buffer.concat(head))
      const [kind, mimeType] = (found && kinds[found.mime]) ?? []
      const type = kind && mimeType ? { kind, mimeType } : null
      const isHeic = found?.mime.startsWith('image/hei') ?? false
      return { path, bytes, sha256: hash.digest('hex'), type, isHeic }
    },
  }
}

/** Describes a file that is already on the disk, for histories that are written by the program. */
export async function examineFile(path: string): Promise<UploadedFile> {
  const watch = fileWatch()
  for await (const chunk of createReadStream(path)) watch.see(chunk)
  return watch.describe(path)
}
