import { eq, sql } from 'drizzle-orm'
import { mediaFiles } from '#features/media/schema.ts'
import type { Services } from '#services.ts'
import { draftParts, drafts } from './schema.ts'

export function countDraftBytes({ db, intake }: Pick<Services, 'db' | 'intake'>): void {
  intake.quota.countWith(async (personId) => {
    const [stored] = await db
      .select({ bytes: sql<number>`coalesce(sum(${mediaFiles.bytes}), 0)::float8` })
      .from(mediaFiles)
      .innerJoin(draftParts, eq(draftParts.mediaId, mediaFiles.mediaId))
      .innerJoin(drafts, eq(drafts.id, draftParts.draftId))
      .where(eq(drafts.creatorId, personId))
    return stored?.bytes ?? 0
  })
}
