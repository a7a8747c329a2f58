import { inArray } from 'drizzle-orm'
import { isOfMedia } from '#media/media-key.ts'
import type { Services } from '#services.ts'
import { mediaFiles } from './schema.ts'
const graceMs = 24 * 60 * 60 * 1000
const batch = 500

/** Deletes files older than a day that no row names, left by a crash. `now` is real time, as file timestamps are. */
export async function sweepMedia(
  services: Pick<Services, 'db' | 'media' | 'log'>,
  now = new Date(),
): Promise<number> {
  const { media } = services
  const oldest = now.getTime() - graceMs
  let swept = await media.sweepTemp(new Date(oldest))
  let keys: string[] = []
  for await (const { key, writtenAt } of media.list()) {
    if (writtenAt.getTime() > oldest || !isOfMedia(key)) continue
    keys.push(key)
    if (keys.length < batch) continue
    swept += await deleteUnnamed(services, keys)
    keys = []
  }
  return swept + (await deleteUnnamed(services, keys))
}

const mediaIdOf = (key: string) => key.slice(0, key.indexOf('/'))

async function deleteUnnamed(
  { db, media, log }: Pick<Services, 'db' | 'media' | 'log'>,
  keys: string[],
): Promise<number> {
  if (keys.length === 0) return 0
  const rows = await db
    .select({ key: mediaFiles.key })
    .from(mediaFiles)
    .where(inArray(mediaFiles.mediaId, [...new Set(keys.map(mediaIdOf))]))
  const named = new Set(rows.map(({ key }) => key))
  const unnamed = keys.filter((key) => !named.has(key))
  for (const key of unnamed) {
    await media.delete(key)
    log.warn({ key }, 'deleted an unreferenced media file')
  }
  return unnamed.length
}
