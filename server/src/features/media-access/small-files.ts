import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { MediaStore } from '#media/media-store.ts'
import { isPicture, type ServedFile } from './served-headers.ts'
import { ShortFile } from '#media/storage-errors.ts'

const maxCacheBytes = 32 * 1024 * 1024
const maxFileBytes = 256 * 1024

/** An in-memory cache of small pictures and stream files. Callers check access before every read. */
export type SmallFiles = {
  /** The bytes of a picture or stream file; null for a large or another file. Rejects as `open` does. */
  bytesOf(file: ServedFile): Promise<Buffer> | null
}

/** Rejects as `open` does, and with ShortFile for an incomplete file. */
export async function readWhole(
  store: Pick<MediaStore, 'open'>,
  { key, bytes }: Pick<ServedFile, 'key' | 'bytes'>,
): Promise<Buffer> {
  const content = await buffer(await store.open(key))
  if (content.length !== bytes) throw new ShortFile(key)
  return content
}

/** Caches up to 32 MB of files up to 256 KB. Opening the file was two thirds of the cost of sending a picture. */
export function smallFiles(store: Pick<MediaStore, 'open'>): SmallFiles {
  const cached = new LRUCache<string, Buffer>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
  })
  const read = async (file: ServedFile, name: string) => {
    const known = cached.get(name)
    if (known) return known
    const content = await readWhole(store, file)
    cached.set(name, content)
    return content
  }
  return {
    bytesOf: (file) =>
      (isPicture(file.role) || file.role === 'stream') && file.bytes <= maxFileBytes
        ? read(file, `${file.key} ${file.etag}`)
        : null,
  }
}
