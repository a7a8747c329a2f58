import { buffer } from 'node:stream/consumers'
import type { MediaStore } from '#media/media-store.ts'
import { isPicture, type ServedFile } from './served-headers.ts'
import { ShortFile } from '#media/storage-errors.ts'

const maxCacheBytes = 32 * 1024 * 1024
const maxImageBytes = 256 * 1024

/** An in-memory LRU cache of small pictures. Callers check access before every read. */
export type ImageCache = {
  /** The bytes of a picture; null for a large file or one that is no picture. Rejects as `open` does. */
  bytesOf(file: ServedFile): Promise<Buffer> | null
}

/** Caches up to 32 MB of pictures up to 256 KB. Opening the file was two thirds of the cost of sending one. */
export function imageCache(store: Pick<MediaStore, 'open'>): ImageCache {
  const cached = new Map<string, Buffer>()
  let cachedBytes = 0

  const drop = (name: string) => {
    cachedBytes -= cached.get(name)?.length ?? 0
    cached.delete(name)
  }
  const save = (name: string, bytes: Buffer) => {
    drop(name)
    cached.set(name, bytes)
    cachedBytes += bytes.length
    // Maps iterate in insertion order.
    for (const oldest of cached.keys()) {
      if (cachedBytes <= maxCacheBytes) return
      drop(oldest)
    }
  }
  const read = async ({ key, bytes }: ServedFile, name: string) => {
    const found = cached.get(name) ?? (await buffer(await store.open(key)))
    if (found.length !== bytes) throw new ShortFile(key)
    save(name, found)
    return found
  }
  return {
    bytesOf: (file) =>
      isPicture(file.role) && file.bytes <= maxImageBytes ? read(file, `${file.key} ${file.etag}`) : null,
  }
}
