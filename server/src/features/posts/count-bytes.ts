import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { mediaFiles } from '#features/media/schema.ts'
import type { Services } from '#services.ts'
import { postParts, posts, removedParts } from './schema.ts'
import { uploads } from './uploads/upload-schema.ts'

export function countPostBytes({ db, intake }: Pick<Services, 'db' | 'intake'>): void {
  intake.quota.countWith(async (personId) => {
    const [stored] = await db
      .select({ bytes: sql<number>`coalesce(sum(${mediaFiles.bytes}), 0)::float8` })
      .from(mediaFiles)
      .where(
        // Posts may share their files.
        or(
          ...[postParts, removedParts].map((parts) =>
            inArray(
              mediaFiles.mediaId,
              db
                .select({ id: parts.mediaId })
                .from(parts)
                .innerJoin(posts, eq(posts.id, parts.postId))
                .where(eq(posts.creatorId, personId)),
            ),
          ),
        ),
      )
    const [arriving] = await db
      .select({ bytes: sql<number>`coalesce(sum(${uploads.bytes}), 0)::float8` })
      .from(uploads)
      .where(and(eq(uploads.personId, personId), isNull(uploads.postId)))
    return (stored?.bytes ?? 0) + (arriving?.bytes ?? 0)
  })
}
