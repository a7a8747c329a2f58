import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { media } from '#features/media/schema.ts'
import { mediaColumns, storedVariants } from '#features/media/media-columns.ts'
import { knownId } from '#features/posts/known-id.ts'
import { notFound } from '#errors.ts'
import { drafts } from './schema.ts'

export type Own = { creatorId: string; draftId: string }

const beginningLength = 140

/** One draft with its media item and creator. Throws 404 for anyone but its creator. */
export async function ownDraft(db: Database, { creatorId, draftId }: Own) {
  const [found] = await db
    .select({
      draft: drafts,
      mediaItem: { ...mediaColumns, kind: media.kind, status: media.status },
      variants: storedVariants(sql`${drafts.mediaId}`),
      creator: partyColumns,
    })
    .from(drafts)
    .innerJoin(people, eq(people.id, drafts.creatorId))
    .leftJoin(media, eq(media.id, drafts.mediaId))
    .where(and(eq(drafts.id, knownId(draftId, 'Draft')), eq(drafts.creatorId, creatorId)))
  if (!found) throw notFound('Draft')
  return found
}

export type FullDraft = Awaited<ReturnType<typeof ownDraft>>

/** A creator's drafts, last changed first. */
export const draftsOf = (db: Database, creatorId: string) =>
  db
    .select({
      id: drafts.id,
      title: drafts.title,
      beginning: sql<string>`left(${drafts.content}, ${beginningLength})`,
      isFormatted: drafts.isFormatted,
      mediaType: media.kind,
      status: media.status,
      publishAt: drafts.publishAt,
      notPublished: drafts.notPublished,
      updatedAt: drafts.updatedAt,
    })
    .from(drafts)
    .leftJoin(media, eq(media.id, drafts.mediaId))
    .where(eq(drafts.creatorId, creatorId))
    .orderBy(desc(drafts.updatedAt), desc(drafts.id))
