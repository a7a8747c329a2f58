import { eq, sql } from 'drizzle-orm'
import { mediaFiles } from '#features/media/schema.ts'
import type { Services } from '#services.ts'
import { drafts } from './schema.ts'

export function countDraftBytes({ db, intake }: Pick<Services, 'db' | 'intake'>): void {
  intake.quota.countWith(async (personId) => {
    const [stored] = await db
      .select({ bytes: sql<number>`coalesce(sum(${mediaFiles.bytes}), 0)::float8` })
      .from(mediaFiles)
      .innerJoin(drafts, eq(drafts.mediaId, mediaFiles.mediaId))
      .where(eq(drafts.creatorId, personId))
    return stored?.bytes ?? 0
  })
}
