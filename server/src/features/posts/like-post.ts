import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { accountSuspended, notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { notifiedMembers } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { knownId } from './known-id.ts'
import { countedPosts } from './move-counters.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { likes, posts } from './schema.ts'

type Liking = { postId: string; personId: string }
export type LikeState = { postId: string; likesCount: number; isLiked: boolean }

const postId = sql.placeholder('postId')
const personId = sql`${sql.placeholder('personId')}::uuid`

/** The post, locked first: every writer of likes and comments takes this lock before any other. */
const lockedPost = (db: Database) =>
  db.$with('locked').as(
    db
      .select({ id: posts.id, likesCount: posts.likesCount })
      .from(posts)
      .where(and(eq(posts.id, postId), eq(posts.status, 'ready')))
      .for('no key update'),
  )

const answer = (locked: ReturnType<typeof lockedPost>, counted: ReturnType<typeof countedPosts>) => ({
  likesCount: sql<number>`coalesce(${counted.likesCount}, ${locked.likesCount})`.as('now_liked'),
  said: sql`case when ${counted.id} is not null then ${notifiedMembers(
    'post_heart_update',
    sql`'postId', ${counted.id}, 'likesCount', ${counted.likesCount}`,
  )} end`.as('said'),
})

// Like, counter and live message in one statement: one round trip, and no moment at which they differ.
const likeStatements = oncePerDatabase((db) => {
  const locked = lockedPost(db)
  // Who was blocked while they waited for the post likes nothing any more; only a history is written by whoever was there.
  const liker = db.$with('liker').as(
    db
      .select({ id: people.id })
      .from(people)
      .where(
        sql`${people.id} = ${personId} and not (${people.isBlocked} and ${sql.placeholder('isNews')}::boolean)
          and exists (select from locked)`,
      )
      .for('share'),
  )
  const added = db.$with('added').as(
    db
      .insert(likes)
      .select(
        db
          .select({
            postId: locked.id,
            personId: personId.as('person_id'),
            createdAt: sql`${sql.placeholder('createdAt')}::timestamptz`.as('created_at'),
          })
          .from(locked)
          .innerJoin(liker, sql`true`),
      )
      .onConflictDoNothing()
      .returning({ postId: likes.postId }),
  )
  const removed = db.$with('removed').as(
    db
      .delete(likes)
      .where(and(sql`${likes.postId} = (select id from locked)`, eq(likes.personId, personId)))
      .returning({ postId: likes.postId }),
  )
  const more = countedPosts(db, 'added', { likes: 1 })
  const fewer = countedPosts(db, 'removed', { likes: -1 })
  return {
    like: db.shortWrites
      .with(locked, liker, added, more)
      .select({ ...answer(locked, more), mayLike: sql<boolean>`exists (select from liker)`.as('may_like') })
      .from(locked)
      .leftJoin(more, eq(more.id, locked.id))
      .prepare('like_post'),
    unlike: db.shortWrites
      .with(locked, removed, fewer)
      .select(answer(locked, fewer))
      .from(locked)
      .leftJoin(fewer, eq(fewer.id, locked.id))
      .prepare('unlike_post'),
  }
})

/**
 * Likes a post; liking it again changes nothing. Members hear the new count. 404 when there is no such post, 403 for who
 * was blocked meanwhile. `createdAt` is now unless a history is being written.
 */
export async function likePost(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  liking: Liking & { createdAt?: Date },
): Promise<LikeState> {
  const id = knownId(liking.postId, 'Post')
  const createdAt = (liking.createdAt ?? clock.now()).toISOString()
  const [now] = await likeStatements(db).like.execute({
    postId: id,
    personId: liking.personId,
    isNews: liking.createdAt === undefined,
    createdAt,
  })
  if (!now) throw notFound('Post')
  if (!now.mayLike) throw accountSuspended()
  return { postId: id, likesCount: now.likesCount, isLiked: true }
}

/** Takes a like back; without one nothing changes. 404 when there is no such post. */
export async function unlikePost({ db }: Pick<Services, 'db'>, liking: Liking): Promise<LikeState> {
  const id = knownId(liking.postId, 'Post')
  const [now] = await likeStatements(db).unlike.execute({ postId: id, personId: liking.personId })
  if (!now) throw notFound('Post')
  return { postId: id, likesCount: now.likesCount, isLiked: false }
}
