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

type LikeInput = { postId: string; personId: string }
export type LikeState = { postId: string; likesCount: number; isLiked: boolean }

const postId = sql.placeholder('postId')
const personId = sql`${sql.placeholder('personId')}::uuid`

/** Locks the post. Every writer of likes and comments takes this lock first. */
const lockedPost = (db: Database) =>
  db.$with('locked').as(
    db
      .select({ id: posts.id, likesCount: posts.likesCount })
      .from(posts)
      .where(and(eq(posts.id, postId), eq(posts.status, 'ready')))
      .for('no key update'),
  )

const resultOf = (locked: ReturnType<typeof lockedPost>, counted: ReturnType<typeof countedPosts>) => ({
  likesCount: sql<number>`coalesce(${counted.likesCount}, ${locked.likesCount})`.as('now_liked'),
  said: sql`case when ${counted.id} is not null then ${notifiedMembers(
    'post_heart_update',
    sql`'postId', ${counted.id}, 'likesCount', ${counted.likesCount}`,
  )} end`.as('said'),
})

// Like, counter and live message change in one statement: one round trip, and they never differ.
const likeStatements = oncePerDatabase((db) => {
  const locked = lockedPost(db)
  // Re-check the block after waiting for the lock. Seeded likes skip this check.
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
      .select({ ...resultOf(locked, more), mayLike: sql<boolean>`exists (select from liker)`.as('may_like') })
      .from(locked)
      .leftJoin(more, eq(more.id, locked.id))
      .prepare('like_post'),
    unlike: db.shortWrites
      .with(locked, removed, fewer)
      .select(resultOf(locked, fewer))
      .from(locked)
      .leftJoin(fewer, eq(fewer.id, locked.id))
      .prepare('unlike_post'),
  }
})

/** Repeating changes nothing. Throws 404 for an unknown post, 403 when the person was blocked in the meantime. */
export async function likePost(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  input: LikeInput & { createdAt?: Date },
): Promise<LikeState> {
  const id = knownId(input.postId, 'Post')
  const createdAt = (input.createdAt ?? clock.now()).toISOString()
  const [now] = await likeStatements(db).like.execute({
    postId: id,
    personId: input.personId,
    isNews: input.createdAt === undefined,
    createdAt,
  })
  if (!now) throw notFound('Post')
  if (!now.mayLike) throw accountSuspended()
  return { postId: id, likesCount: now.likesCount, isLiked: true }
}

/** Removes a like, if there is one. Throws 404 for an unknown post. */
export async function unlikePost({ db }: Pick<Services, 'db'>, input: LikeInput): Promise<LikeState> {
  const id = knownId(input.postId, 'Post')
  const [now] = await likeStatements(db).unlike.execute({ postId: id, personId: input.personId })
  if (!now) throw notFound('Post')
  return { postId: id, likesCount: now.likesCount, isLiked: false }
}
