import { eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { draftParts, drafts } from '#features/drafts/schema.ts'
import { postParts, type PostRow, posts } from '#features/posts/schema.ts'
import { mediaFiles } from '#features/media/schema.ts'

export type MediaOwner =
  | {
      kind: 'post'
      id: string
      creatorId: string
      status: PostRow['status']
      opensAt: Date | null
      attachedAs: string | null
    }
  | { kind: 'draft'; id: string; creatorId: string; attachedAs: string | null }
  | { kind: 'avatar'; id: string }

/** Finds the owner of a media item; null for an unknown or unused one. */
export function mediaOwnerLookup(db: Database): (mediaId: string) => Promise<MediaOwner | null> {
  const ofPost = db
    .select({
      kind: sql<MediaOwner['kind']>`'post'`.as('kind'),
      id: posts.id,
      creatorId: posts.creatorId,
      // A draft has no status.
      status: sql<PostRow['status'] | null>`${posts.status}`.as('status'),
      opensAt: posts.opensAt,
      attachedAs: postParts.name,
    })
    .from(posts)
    .innerJoin(postParts, eq(postParts.postId, posts.id))
    .where(eq(postParts.mediaId, sql.placeholder('mediaId')))
  const ofDraft = db
    .select({
      kind: sql<MediaOwner['kind']>`'draft'`.as('kind'),
      id: drafts.id,
      creatorId: drafts.creatorId,
      status: sql<null>`null::text`.as('status'),
      opensAt: drafts.opensAt,
      attachedAs: draftParts.name,
    })
    .from(drafts)
    .innerJoin(draftParts, eq(draftParts.draftId, drafts.id))
    .where(eq(draftParts.mediaId, sql.placeholder('mediaId')))
  const ofPerson = db
    .select({
      kind: sql<MediaOwner['kind']>`'avatar'`.as('kind'),
      id: people.id,
      creatorId: people.id,
      status: sql<null>`null::text`.as('status'),
      opensAt: sql<null>`null::timestamptz`.as('opens_at'),
      attachedAs: sql<null>`null::text`.as('name'),
    })
    .from(people)
    .where(eq(people.avatarId, sql.placeholder('mediaId')))
  // One statement, because a draft that is published between two would be found by neither.
  const owner = ofPost.unionAll(ofDraft).unionAll(ofPerson).limit(1).prepare('media_owner')
  return async (mediaId) => {
    const [found] = await owner.execute({ mediaId })
    if (!found) return null
    const { kind, id, creatorId, status, opensAt, attachedAs } = found
    if (kind === 'avatar') return { kind, id }
    return status === null
      ? { kind: 'draft', id, creatorId, attachedAs }
      : { kind: 'post', id, creatorId, status, opensAt, attachedAs }
  }
}

/** Finds a servable file. Uploads (`source`) are none, nor is the `whole` of a video beside its encrypted stream. */
export function servedFileLookup(db: Database) {
  return db
    .select({
      key: mediaFiles.key,
      role: mediaFiles.role,
      mimeType: mediaFiles.mimeType,
      bytes: mediaFiles.bytes,
      sealed: mediaFiles.sealed,
    })
    .from(mediaFiles)
    .where(
      sql`${mediaFiles.mediaId} = ${sql.placeholder('mediaId')} and ${mediaFiles.variant} = ${sql.placeholder('variant')} and ${mediaFiles.role} <> 'source'
        and (${mediaFiles.role} <> 'whole' or not exists (
          select from media_files other
          where other.media_id = ${sql.placeholder('mediaId')} and other.variant = 'stream'))`,
    )
    .prepare('media_file')
}
