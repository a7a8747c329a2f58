import { eq, inArray, sql } from 'drizzle-orm'
import { mediaFiles } from '#features/media/schema.ts'
import type { Services } from '#services.ts'
import { draftParts, drafts } from './schema.ts'

export function countDraftBytes({ db, intake }: Pick<Services, 'db' | 'intake'>): void {
  intake.quota.countWith(async (personId) => {
    const [stored] = await db
      .select({ bytes: sql<number>`coalesce(sum(${mediaFiles.bytes}), 0)::float8` })
      .from(mediaFiles)
      .where(
        inArray(
          mediaFiles.mediaId,
          db
            .select({ id: draftParts.mediaId })
            .from(draftParts)
            .innerJoin(drafts, eq(drafts.id, draftParts.draftId))
            // What a post has too counts there.
            .where(
              sql`${drafts.creatorId} = ${personId}
                and not exists (select from post_parts p where p.media_id = ${draftParts.mediaId})`,
            ),
        ),
      )
    return stored?.bytes ?? 0
  })
}
