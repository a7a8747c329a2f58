import { and, eq, lte } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { postRevisions, type PostRow, type Snapshot } from '../schema.ts'

const maxRevisions = 100

type Edit = { post: PostRow; personId: string; old: Snapshot; saved: Snapshot; at: Date }

/** Records the next version of a post, and before the first edit the version that its creator published. */
export async function recordRevisions(
  tx: Transaction,
  { post, personId, old, saved, at }: Edit,
): Promise<void> {
  const { id: postId, version, creatorId, createdAt } = post
  await tx
    .insert(postRevisions)
    .values([
      { postId, version, personId: creatorId, savedAt: createdAt, snapshot: old },
      { postId, version: version + 1, personId, savedAt: at, snapshot: saved },
    ])
    .onConflictDoNothing()
  const isOld = lte(postRevisions.version, version + 1 - maxRevisions)
  await tx.delete(postRevisions).where(and(eq(postRevisions.postId, postId), isOld))
}
