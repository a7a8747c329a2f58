import { eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { draftParts, drafts } from '#features/drafts/schema.ts'
import { postParts, type PostRow, posts, removedParts } from '#features/posts/schema.ts'
import { mediaFiles } from '#features/media/schema.ts'

export type MediaOwner =
  | {
      kind: 'post'
      id: string
      creatorId: string
      status: PostRow['status']
      opensAt: Date | null
      attachedAs: string | null
      /** When an edit removed it from the post. */
      removedAt: Date | null
    }
  | { kind: 'draft'; id: string; creatorId: string; attachedAs: string | null }
  | { kind: 'avatar'; id: string }

/**
 * Finds the owner of a media item; null for an unknown or unused one. Posts of a creator may share it: the one that
 * opens it to most people decides.
 */
export function mediaOwnerLookup({
  shortReads: db,
}: Database): (mediaId: string) => Promise<MediaOwner | null> {
  const postColumns = {
    kind: sql<MediaOwner['kind']>`'post'`.as('kind'),
    id: posts.id,
    creatorId: posts.creatorId,
    // A draft has no status.
    status: sql<PostRow['status'] | null>`${posts.status}`.as('status'),
    opensAt: posts.opensAt,
  }
  const notRemoved = sql<Date | null>`null::timestamptz`.mapWith(removedParts.removedAt).as('removed_at')
  const isHidden = sql<number>`(${posts.status} <> 'ready')::int`
  const ofPost = db
    .select({
      ...postColumns,
      attachedAs: postParts.name,
      removedAt: notRemoved,
      rank: isHidden.as('rank'),
    })
    .from(posts)
    .innerJoin(postParts, eq(postParts.postId, posts.id))
    .where(eq(postParts.mediaId, sql.placeholder('mediaId')))
  const ofEarlierVersion = db
    .select({
      ...postColumns,
      attachedAs: removedParts.name,
      removedAt: sql<Date | null>`${removedParts.removedAt}`.mapWith(removedParts.removedAt).as('removed_at'),
      rank: sql<number>`2`.as('rank'),
    })
    .from(posts)
    .innerJoin(removedParts, eq(removedParts.postId, posts.id))
    .where(eq(removedParts.mediaId, sql.placeholder('mediaId')))
  const ofDraft = db
    .select({
      kind: sql<MediaOwner['kind']>`'draft'`.as('kind'),
      id: drafts.id,
      creatorId: drafts.creatorId,
      status: sql<null>`null::text`.as('status'),
      opensAt: drafts.opensAt,
      attachedAs: draftParts.name,
      removedAt: notRemoved,
      rank: sql<number>`3`.as('rank'),
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
      removedAt: notRemoved,
      rank: sql<number>`3`.as('rank'),
    })
    .from(people)
    .where(eq(people.avatarId, sql.placeholder('mediaId')))
  // One statement, because a draft that is published between two would be found by neither.
  const owner = ofPost
    .unionAll(ofEarlierVersion)
    .unionAll(ofDraft)
    .unionAll(ofPerson)
    .orderBy(sql`rank`, sql`opens_at nulls last`)
    .limit(1)
    .prepare('media_owner')
  return async (mediaId) => {
    const [found] = await owner.execute({ mediaId })
    if (!found) return null
    const { kind, id, creatorId, status, opensAt, attachedAs, removedAt } = found
    if (kind === 'avatar') return { kind, id }
    return status === null
      ? { kind: 'draft', id, creatorId, attachedAs }
      : { kind: 'post', id, creatorId, status, opensAt, attachedAs, removedAt }
  }
}

/** Finds a servable file. Uploads (`source`) are none, nor is the `whole` of a video beside its encrypted stream. */
export function servedFileLookup({ shortReads: db }: Database) {
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
