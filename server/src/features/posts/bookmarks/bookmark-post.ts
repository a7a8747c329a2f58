import { maxBookmarks } from '@touchline/contract/library.ts'
import { and, desc, eq } from 'drizzle-orm'
import { type Database, lockUntilCommit } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import type { Services } from '#services.ts'
import { knownId } from '../known-id.ts'
import { posts } from '../schema.ts'
import { bookmarks } from './bookmark-schema.ts'

type Which = { postId: string; personId: string }

const isBookmark = ({ postId, personId }: Which) =>
  and(eq(bookmarks.postId, postId), eq(bookmarks.personId, personId))

/** Repeating changes nothing. Throws 404 for a post that is not published, 409 when the person has too many. */
export async function addBookmark(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  { postId, personId }: Which,
): Promise<void> {
  const id = knownId(postId, 'Post')
  await db.transaction(async (tx) => {
    await lockUntilCommit(tx, `bookmarks:${personId}`)
    const isPublished = and(eq(posts.id, id), eq(posts.status, 'ready'))
    const [post] = await tx.select({ id: posts.id }).from(posts).where(isPublished).for('key share')
    if (!post) throw notFound('Post')
    if ((await tx.$count(bookmarks, isBookmark({ postId: post.id, personId }))) > 0) return
    if ((await tx.$count(bookmarks, eq(bookmarks.personId, personId))) >= maxBookmarks)
      throw conflict(
        `You have ${maxBookmarks.toLocaleString('en-US')} bookmarks, which is the maximum. Remove one first.`,
      )
    await tx.insert(bookmarks).values({ postId: post.id, personId, createdAt: clock.now() })
    await live.publish(tx, { person: personId }, { type: 'bookmarks_changed' })
  })
}

/** Removes a bookmark, if there is one. */
export async function removeBookmark(
  { db, live }: Pick<Services, 'db' | 'live'>,
  { postId, personId }: Which,
): Promise<void> {
  const which = isBookmark({ postId: knownId(postId, 'Post'), personId })
  await db.transaction(async (tx) => {
    const removed = await tx.delete(bookmarks).where(which).returning({ postId: bookmarks.postId })
    if (removed.length > 0) await live.publish(tx, { person: personId }, { type: 'bookmarks_changed' })
  })
}

/** The published posts that a person has bookmarked, last bookmarked first. */
export async function listBookmarks(db: Database, personId: string): Promise<string[]> {
  const rows = await db
    .select({ postId: bookmarks.postId })
    .from(bookmarks)
    .innerJoin(posts, and(eq(posts.id, bookmarks.postId), eq(posts.status, 'ready')))
    .where(eq(bookmarks.personId, personId))
    .orderBy(desc(bookmarks.createdAt), desc(bookmarks.postId))
  return rows.map(({ postId }) => postId)
}
