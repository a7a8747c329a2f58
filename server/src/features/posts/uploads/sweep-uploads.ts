import { and, inArray, isNull, lt } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { partsThere, removePart } from './parts.ts'
import { uploads } from './upload-schema.ts'

const retentionMs = 24 * 60 * 60 * 1000

/**
 * Forgets uploads that were begun a day ago, and deletes every part that is none's: expired, published or cancelled
 * when the process ended. Returns how many parts went.
 */
export async function sweepUploads(services: Pick<Services, 'db' | 'clock' | 'config'>): Promise<number> {
  const { db, clock } = services
  await db.delete(uploads).where(lt(uploads.createdAt, new Date(clock.now().getTime() - retentionMs)))
  // Read before the rows: a part never exists before its row.
  const parts = await partsThere(services)
  if (parts.length === 0) return 0
  const open = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(inArray(uploads.id, parts), isNull(uploads.postId)))
  const isOpen = new Set(open.map(({ id }) => id))
  const stray = parts.filter((id) => !isOpen.has(id))
  for (const id of stray) await removePart(services, id)
  return stray.length
}
