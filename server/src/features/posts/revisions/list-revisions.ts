import type { Revision } from '@touchline/contract/revisions.ts'
import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { media, mediaFiles } from '#features/media/schema.ts'
import { addressOf } from '#features/media/to-media.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { type PartyRow, toParty } from '#features/people/to-user.ts'
import type { Viewer } from '#http/viewer.ts'
import { postToChange } from '../post-to-change.ts'
import { postParts, postRevisions, removedParts, type Snapshot } from '../schema.ts'
import { changedIn, snapshotOf } from './snapshot.ts'

const smallest = sql<string | null>`(
  select ${mediaFiles.variant} from ${mediaFiles}
  where ${mediaFiles.mediaId} = ${media.id} and ${mediaFiles.role} in ('size', 'poster')
  order by ${mediaFiles.width} limit 1)`.as('still')

/** The files that a post has, and those that can be restored. */
async function keptFiles(db: Database, postId: string) {
  const columns = { id: media.id, kind: media.kind, still: smallest }
  const rows = await db
    .select(columns)
    .from(postParts)
    .innerJoin(media, eq(media.id, postParts.mediaId))
    .where(eq(postParts.postId, postId))
    .union(
      db
        .select(columns)
        .from(removedParts)
        .innerJoin(media, eq(media.id, removedParts.mediaId))
        .where(eq(removedParts.postId, postId)),
    )
  return new Map(rows.map((row) => [row.id, row]))
}

type Row = { version: number; savedAt: Date; savedBy: PartyRow | null; snapshot: Snapshot }

/** The saved versions, newest first; for a post that was never edited the one that was published. */
async function savedVersions(db: Database, viewer: Viewer, postId: string): Promise<Row[]> {
  const post = await postToChange(db, { viewer, postId })
  const saved = await db
    .select({
      version: postRevisions.version,
      savedAt: postRevisions.savedAt,
      savedBy: partyColumns,
      snapshot: postRevisions.snapshot,
    })
    .from(postRevisions)
    .leftJoin(people, eq(people.id, postRevisions.personId))
    .where(eq(postRevisions.postId, post.id))
    .orderBy(desc(postRevisions.version))
  if (saved.length > 0) return saved
  const parts = await db
    .select({ mediaId: postParts.mediaId, alt: postParts.alt, name: postParts.name })
    .from(postParts)
    .where(eq(postParts.postId, post.id))
    .orderBy(postParts.position)
  const [savedBy] = await db.select(partyColumns).from(people).where(eq(people.id, post.creatorId))
  const { version, createdAt: savedAt } = post
  return [{ version, savedAt, savedBy: savedBy ?? null, snapshot: snapshotOf(post, parts) }]
}

/** Lists the versions of a post. Throws 404 for an unknown or removed post, 403 for another's. */
export async function listRevisions(
  db: Database,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<Revision[]> {
  const rows = await savedVersions(db, viewer, postId)
  const kept = await keptFiles(db, postId)
  return rows.map(({ version, savedAt, savedBy, snapshot }, index) => {
    const before = rows[index + 1]?.snapshot
    return {
      version,
      savedAt: savedAt.toISOString(),
      savedBy: savedBy && toParty(savedBy, viewer),
      isCurrent: index === 0,
      changed: before ? changedIn(before, snapshot) : [],
      title: snapshot.title,
      content: snapshot.content,
      files: snapshot.parts.map(({ mediaId: id }) => {
        const file = kept.get(id)
        const mediaType = !file || file.kind === 'file' ? null : file.kind
        return { id, mediaType, stillUrl: file?.still ? addressOf(id, file.still) : null, isThere: !!file }
      }),
      attachments: snapshot.attachments.map(({ mediaId: id, name }) => ({ id, name, isThere: kept.has(id) })),
    }
  })
}
