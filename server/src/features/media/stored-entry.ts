import type { ZipEntry } from '#files/zip.ts'
import type { Services } from '#services.ts'
import type { MediaFileRow } from './schema.ts'

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'text/vtt': 'vtt',
}

/** A file name in the zip. It never contains user input. */
export const entryName = (name: string, mimeType: string) => `${name}.${extensions[mimeType] ?? 'bin'}`

/** A stored file as a zip entry; null when it is missing in storage. */
export async function storedEntry(
  { media: store }: Pick<Services, 'media'>,
  file: Pick<MediaFileRow, 'key' | 'mimeType'>,
  { name, writtenAt }: Pick<ZipEntry, 'name' | 'writtenAt'>,
): Promise<ZipEntry | null> {
  const found = await store.stat(file.key)
  return found && { name, writtenAt, bytes: found.bytes, open: () => store.open(file.key) }
}
