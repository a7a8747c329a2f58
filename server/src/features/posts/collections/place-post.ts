import { maxCollected } from '@touchline/contract/collections.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { conflict } from '#errors.ts'
import { collectionPosts, collections } from './collection-schema.ts'

/** The ids of the collections that a post is in. */
export async function collectionsOfPost(tx: Transaction, postId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: collectionPosts.collectionId })
    .from(collectionPosts)
    .where(eq(collectionPosts.postId, postId))
  return rows.map(({ id }) => id)
}

export const collectionIsFull = (title: string) =>
  conflict(
    `The collection “${title}” has ${maxCollected} posts already. Take one out to make room for this one.`,
  )

/**
 * Puts a locked post into these collections of its creator, at their ends, and takes it out of all others. Ignores
 * collections that no longer exist. Throws 409 if one is full.
 */
export async function placePost(
  tx: Transaction,
  { postId, creatorId, collectionIds }: { postId: string; creatorId: string; collectionIds: string[] },
): Promise<void> {
  const before = await collectionsOfPost(tx, postId)
  const changed = [
    ...before.filter((id) => !collectionIds.includes(id)),
    ...collectionIds.filter((id) => !before.includes(id)),
  ]
  if (changed.length === 0) return
  const locked = await tx
    .select({ id: collections.id, title: collections.title })
    .from(collections)
    .where(and(inArray(collections.id, changed), eq(collections.creatorId, creatorId)))
    .orderBy(asc(collections.id))
    .for('no key update')
  for (const { id, title } of locked) {
    const row = and(eq(collectionPosts.collectionId, id), eq(collectionPosts.postId, postId))
    if (!collectionIds.includes(id)) {
      await tx.delete(collectionPosts).where(row)
      continue
    }
    if ((await tx.$count(collectionPosts, eq(collectionPosts.collectionId, id))) >= maxCollected)
      throw collectionIsFull(title)
    await tx
      .insert(collectionPosts)
      .values({
        collectionId: id,
        postId,
        position: sql`(select coalesce(max(position) + 1, 0) from collection_posts where collection_id = ${id}::uuid)`,
      })
      .onConflictDoNothing()
  }
  const ids = locked.map(({ id }) => id)
  if (ids.length > 0)
    await tx
      .update(collections)
      .set({ version: sql`${collections.version} + 1` })
      .where(inArray(collections.id, ids))
}
