import { and, inArray, isNull, lt } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { listParts, removePart } from './parts.ts'
import { uploads } from './upload-schema.ts'

const retentionMs = 24 * 60 * 60 * 1000

/** Deletes uploads older than a day, and parts without an open upload. Returns the number of deleted parts. */
export async function sweepUploads(services: Pick<Services, 'db' | 'clock' | 'config'>): Promise<number> {
  const { db, clock } = services
  await db.delete(uploads).where(lt(uploads.createdAt, new Date(clock.now().getTime() - retentionMs)))
  // List the parts before the rows: a part never exists before its row.
  const parts = await listParts(services)
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
