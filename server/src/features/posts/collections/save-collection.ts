import { maxCollections } from '@touchline/contract/collections.ts'
import { and, asc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { conflict, invalid, notFound } from '#errors.ts'
import type { Services } from '#services.ts'
import { knownId } from '../known-id.ts'
import { posts } from '../schema.ts'
import { collectionPosts, type CollectionRow, collections } from './collection-schema.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Own = { creatorId: string; collectionId: string }
type Fields = Pick<CollectionRow, 'title' | 'description' | 'ordering' | 'coverPostId'>

const changedElsewhere = () =>
  conflict('This collection was changed elsewhere in the meantime. Look at it, then make your change again.')

/** Locks the posts that a collection will refer to, in the order of their ids; throws 400 for one that is not there. */
async function lockPosts(tx: Transaction, creatorId: string, postIds: string[]): Promise<void> {
  const ids = [...new Set(postIds.filter((id) => validate(id)))]
  const locked =
    ids.length === 0
      ? []
      : await tx
          .select({ id: posts.id })
          .from(posts)
          .where(and(inArray(posts.id, ids), eq(posts.creatorId, creatorId)))
          .orderBy(asc(posts.id))
          .for('key share')
  if (locked.length < new Set(postIds).size)
    throw invalid('One of these posts is not there any more. Load the page again to see which ones are.')
}

async function lockOwn(tx: Transaction, { creatorId, collectionId }: Own): Promise<CollectionRow> {
  const [row] = await tx
    .select()
    .from(collections)
    .where(and(eq(collections.id, collectionId), eq(collections.creatorId, creatorId)))
    .for('no key update')
  if (!row) throw notFound('Collection')
  return row
}

async function create(tx: Transaction, row: typeof collections.$inferInsert): Promise<void> {
  await lockUntilCommit(tx, `collections:${row.creatorId}`)
  if ((await tx.$count(collections, eq(collections.creatorId, row.creatorId))) >= maxCollections)
    throw conflict(`You have ${maxCollections} collections. Delete one to make room for this one.`)
  const made = await tx
    .insert(collections)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: collections.id })
  if (made.length > 0) return
  const existing = await lockOwn(tx, { creatorId: row.creatorId, collectionId: row.id })
  // A repeated request finds what the first one saved.
  if (existing.title !== row.title || existing.description !== row.description) throw changedElsewhere()
}

/** Version 0 creates the collection. Throws 404 for another's, 400 for an unknown cover, 409 for another version. */
export async function saveCollection(
  { db, clock }: Deps,
  { version, fields, ...own }: Own & { version: number; fields: Fields },
): Promise<void> {
  const id = knownId(own.collectionId, 'Collection').toLowerCase()
  await db.transaction(async (tx) => {
    const { coverPostId } = fields
    if (coverPostId !== null) await lockPosts(tx, own.creatorId, [coverPostId])
    if (version === 0) return create(tx, { id, creatorId: own.creatorId, ...fields, createdAt: clock.now() })
    const row = await lockOwn(tx, { ...own, collectionId: id })
    if (row.version !== version) throw changedElsewhere()
    await tx
      .update(collections)
      .set({ ...fields, version: version + 1 })
      .where(eq(collections.id, id))
  })
}

/**
 * Sets the posts of a collection in their order. Throws 404, 400 for a post that is not there, 409 for another version.
 */
export async function arrangeCollection(
  { db }: Pick<Services, 'db'>,
  { version, postIds, ...own }: Own & { version: number; postIds: string[] },
): Promise<void> {
  const id = knownId(own.collectionId, 'Collection')
  const wanted = [...new Set(postIds.map((postId) => postId.toLowerCase()))]
  await db.transaction(async (tx) => {
    await lockPosts(tx, own.creatorId, wanted)
    const row = await lockOwn(tx, own)
    if (row.version !== version) throw changedElsewhere()
    const inCollection = eq(collectionPosts.collectionId, id)
    // Posts that a moderator took down keep their place: they may come back.
    const hidden = tx.select({ id: posts.id }).from(posts).where(ne(posts.status, 'ready'))
    const isKept = wanted.length > 0 ? notInArray(collectionPosts.postId, wanted) : undefined
    await tx
      .delete(collectionPosts)
      .where(and(inCollection, isKept, notInArray(collectionPosts.postId, hidden)))
    if (wanted.length > 0)
      await tx
        .insert(collectionPosts)
        .values(wanted.map((postId, position) => ({ collectionId: id, postId, position })))
        .onConflictDoUpdate({
          target: [collectionPosts.collectionId, collectionPosts.postId],
          set: { position: sql`excluded.position` },
        })
    await tx
      .update(collections)
      .set({ version: version + 1 })
      .where(eq(collections.id, id))
  })
}

/** Deletes a collection; its posts stay. Throws 404 for an unknown one and another's. */
export async function removeCollection({ db }: Pick<Services, 'db'>, { creatorId, collectionId }: Own) {
  const gone = await db
    .delete(collections)
    .where(and(eq(collections.id, knownId(collectionId, 'Collection')), eq(collections.creatorId, creatorId)))
    .returning({ id: collections.id })
  if (gone.length === 0) throw notFound('Collection')
}
