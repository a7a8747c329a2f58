import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import type { MediaRow } from '#features/media/schema.ts'
import { storedParts } from '#features/media/stored-parts.ts'
import { knownId } from '#features/posts/known-id.ts'
import { posts } from '#features/posts/schema.ts'
import { notFound } from '#errors.ts'
import { drafts } from './schema.ts'

export type Own = { creatorId: string; draftId: string }

const beginningLength = 140

/** One draft with its parts and creator. Throws 404 for anyone but its creator. */
export async function ownDraft(db: Database, { creatorId, draftId }: Own) {
  const [found] = await db
    .select({
      draft: drafts,
      stored: storedParts('draft_parts'),
      creator: partyColumns,
      placedIn: sql<
        string[]
      >`array(select collection_id from collection_posts where post_id = drafts.post_id)`,
      post: { status: posts.status, version: posts.version },
    })
    .from(drafts)
    .innerJoin(people, eq(people.id, drafts.creatorId))
    .leftJoin(posts, eq(posts.id, drafts.postId))
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
      parts: sql<Pick<MediaRow, 'kind' | 'status'>[]>`coalesce((
        select json_agg(json_build_object('kind', m.kind, 'status', m.status) order by p.position)
        from draft_parts p join media m on m.id = p.media_id where p.draft_id = drafts.id and p.name is null
      ), '[]'::json)`,
      postStatus: posts.status,
      publishAt: drafts.publishAt,
      notPublished: drafts.notPublished,
      updatedAt: drafts.updatedAt,
    })
    .from(drafts)
    .leftJoin(posts, eq(posts.id, drafts.postId))
    .where(eq(drafts.creatorId, creatorId))
    .orderBy(desc(drafts.updatedAt), desc(drafts.id))
