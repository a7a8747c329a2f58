import type { PostLine } from '@touchline/contract/post-line.ts'
import { maxPinned } from '@touchline/contract/posts.ts'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { lockUntilCommit } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import { cachedRead } from '#live/cached-read.ts'
import type { Services } from '#services.ts'
import { postToChange } from './post-to-change.ts'
import { type PostLineRow, postLineColumns, toPostLine } from './post-lines.ts'
import { posts } from './schema.ts'

type Pin = { viewer: Viewer; postId: string; isPinned: boolean }

/**
 * Pins or unpins a post. Throws 404 for an unknown post, 403 for another's, 409 when it is not published yet or as many
 * posts as possible are pinned.
 */
export async function pinPost(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  { isPinned, ...which }: Pin,
): Promise<void> {
  const { id, creatorId } = await postToChange(db, which)
  await db.transaction(async (tx) => {
    await lockUntilCommit(tx, `pins:${creatorId}`)
    const [post] = await tx.select().from(posts).where(eq(posts.id, id)).for('no key update')
    if (!post) throw notFound('Post')
    if ((post.pinnedAt !== null) === isPinned) return
    if (isPinned && post.status !== 'ready')
      throw conflict('This post is not published yet. You can pin it when it is.')
    const others = and(
      eq(posts.creatorId, creatorId),
      ne(posts.id, id),
      eq(posts.status, 'ready'),
      isNotNull(posts.pinnedAt),
    )
    if (isPinned && (await tx.$count(posts, others)) >= maxPinned)
      throw conflict(`You have pinned ${maxPinned} posts. Unpin one of them first.`)
    await tx
      .update(posts)
      .set({ pinnedAt: isPinned ? clock.now() : null })
      .where(eq(posts.id, id))
    await live.publish(tx, 'members', { type: 'post_updated', postId: id })
  })
}

export type PinnedPosts = () => Promise<PostLine[]>

/** Reads the pinned posts, last pinned first. They are cached until a post changes. */
export function openPinnedPosts({ db, live }: Pick<Services, 'db' | 'live'>): PinnedPosts {
  const readPinned = async () => {
    const { rows } = await db.execute<PostLineRow>(sql`
      select ${postLineColumns} from posts p
      where p.pinned_at is not null and p.status = 'ready'
      order by p.pinned_at desc, p.id limit ${maxPinned}`)
    return rows.map(toPostLine)
  }
  const pinned = cachedRead(live, { read: readPinned, isChange: () => true })
  live.subscribe((_audience, { type }) => {
    if (type === 'post_updated') pinned.drop()
  })
  return pinned.read
}
