import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid, validate } from 'uuid'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { accountSuspended, conflict, notFound, Refusal } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { eventRecorded } from '#events/record-event.ts'
import { knownId } from '#features/posts/known-id.ts'
import { countedPosts } from '#features/posts/move-counters.ts'
import { posts } from '#features/posts/schema.ts'
import { notifiedMembers, notifiedPerson } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { commentColumns } from './columns.ts'
import { comments } from './schema.ts'
import type { CommentRow } from './to-comment.ts'

type NewComment = {
  postId: string
  personId: string
  content: string
  /** The comment it replies to. Replies are one level deep, under the first comment of the thread. */
  replyToId?: string | null
  clientId?: string | null
  createdAt?: Date
  answeredAt?: Date
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

// Locks the post first, as every writer of likes and comments does. A missing or unready post yields no row.
const addStatement = oncePerDatabase((db) => {
  const place = db.$with('place').as(
    db
      .select({ id: posts.id, creatorId: posts.creatorId })
      .from(posts)
      .where(and(eq(posts.id, sql.placeholder('postId')), eq(posts.status, 'ready')))
      .for('no key update'),
  )
  // Re-check the block: the author may have been blocked after authentication. Locks go from post to person.
  const author = db.$with('author').as(
    db
      .select({ id: people.id })
      .from(people)
      .where(
        sql`${people.id} = ${value('personId', 'uuid')} and not (${people.isBlocked} and ${value('isNews', 'boolean')})
          and exists (select from place)`,
      )
      .for('share'),
  )
  const parent = db.$with('parent').as(
    db
      .select({ threadId: sql<string>`coalesce(${comments.replyToId}, ${comments.id})`.as('thread_id') })
      .from(comments)
      .where(
        sql`${comments.id} = ${value('replyToId', 'uuid')} and ${comments.postId} = (select id from place)`,
      )
      // A concurrently removed parent yields no row.
      .for('key share'),
  )
  const added = db.$with('added').as(
    db
      .insert(comments)
      .select(
        db
          .select({
            id: value('id', 'uuid').as('id'),
            postId: place.id,
            personId: value('personId', 'uuid').as('person_id'),
            replyToId: sql`${parent.threadId}`.as('reply_to_id'),
            clientId: value('clientId', 'uuid').as('client_id'),
            content: value('content', 'text').as('content'),
            inboxOf: sql`nullif(${place.creatorId}, ${value('personId', 'uuid')})`.as('inbox_of'),
            answeredAt: value('answeredAt', 'timestamptz').as('answered_at'),
            removedAt: sql`null::timestamptz`.as('removed_at'),
            createdAt: value('createdAt', 'timestamptz').as('created_at'),
          })
          .from(place)
          .innerJoin(author, sql`true`)
          .leftJoin(parent, sql`true`)
          .where(sql`${value('replyToId', 'uuid')} is null or ${parent.threadId} is not null`),
      )
      .onConflictDoNothing({ target: [comments.personId, comments.clientId] })
      .returning({ id: comments.id, postId: comments.postId, replyToId: comments.replyToId }),
  )
  const event = db.$with('event', { subjectId: sql<string>`subject_id` }).as(
    eventRecorded('comment', {
      subjectId: sql`added.id`,
      happenedAt: value('createdAt', 'timestamptz'),
      from: sql`added`,
      where: value('isNews', 'boolean'),
    }),
  )
  const answered = db.$with('answered').as(
    db
      .update(comments)
      .set({ answeredAt: value('createdAt', 'timestamptz') })
      .where(
        sql`${comments.id} = ${value('replyToId', 'uuid')} and ${comments.inboxOf} = ${value('personId', 'uuid')}
          and ${comments.answeredAt} is null and exists (select from added)`,
      )
      .returning({ id: comments.id }),
  )
  const counted = countedPosts(db, 'added', { comments: 1 })
  return db.shortWrites
    .with(place, author, parent, added, event, answered, counted)
    .select({
      replyToId: added.replyToId,
      notified: notifiedMembers(
        'comment_created',
        sql`'postId', ${added.postId}, 'commentId', ${added.id}, 'replyToId', ${added.replyToId}, 'commentsCount', ${counted.commentsCount}`,
      ).as('notified'),
      creatorNotified: sql`(select ${notifiedPerson(
        value('personId', 'uuid'),
        'comment_answered',
        sql`'commentId', answered.id, 'isAnswered', true`,
      )} from answered)`.as('creator_notified'),
    })
    .from(added)
    .innerJoin(counted, eq(counted.id, added.postId))
    .prepare('add_comment')
})

type Deps = Pick<Services, 'db' | 'clock'>
type Added = CommentRow & { isNew: boolean }

const parentMissing = () => new Refusal(404, 'not_found', 'The comment you are answering is no longer there.')

async function findByClientId(
  { db }: Pick<Deps, 'db'>,
  { personId, clientId, parentId }: { personId: string; clientId: string; parentId: string | null },
) {
  const [first] = await db
    .select({
      comment: commentColumns,
      threadId: sql<string | null>`(
        select coalesce(t.reply_to_id, t.id) from comments t where t.id = ${parentId}::uuid
      )`,
    })
    .from(comments)
    .where(and(eq(comments.personId, personId), eq(comments.clientId, clientId)))
  return first
}

type RejectedComment = { postId: string; personId: string; parentId: string | null }

async function refusalFor(
  { db }: Pick<Deps, 'db'>,
  { postId, personId, parentId }: RejectedComment,
): Promise<Refusal> {
  const [author] = await db
    .select({ isBlocked: people.isBlocked })
    .from(people)
    .where(eq(people.id, personId))
  if (author?.isBlocked) return accountSuspended()
  const [post] = await db.select({ status: posts.status }).from(posts).where(eq(posts.id, postId))
  return post?.status === 'ready' && parentId !== null ? parentMissing() : notFound('Post')
}

/** Repeating a `clientId` returns the earlier comment. Throws 403 when blocked, 404 without post or parent. */
export async function addComment(
  { db, clock }: Deps,
  { replyToId: parentId = null, clientId = null, ...comment }: NewComment,
): Promise<Added> {
  const createdAt = comment.createdAt ?? clock.now()
  const postId = knownId(comment.postId, 'Post')
  if (parentId !== null && !validate(parentId)) throw parentMissing()
  const { personId, content } = comment
  const id = uuid({ msecs: createdAt.getTime() })
  const moment = createdAt.toISOString()
  const parameters = {
    id,
    postId,
    personId,
    replyToId: parentId,
    clientId,
    content,
    createdAt: moment,
    isNews: comment.createdAt === undefined,
    answeredAt: comment.answeredAt?.toISOString() ?? null,
  }
  const [added] = await addStatement(db).execute(parameters)
  if (added)
    return {
      id,
      postId,
      replyToId: added.replyToId,
      clientId,
      content,
      removedAt: null,
      createdAt,
      isNew: true,
    }

  const first = clientId ? await findByClientId({ db }, { personId, clientId, parentId }) : undefined
  if (!first) throw await refusalFor({ db }, { postId, personId, parentId })
  const { replyToId } = first.comment
  const threadId = parentId === null ? null : (first.threadId ?? replyToId)
  if (first.comment.postId !== postId || first.comment.content !== content || replyToId !== threadId)
    throw conflict('This comment was already sent with a different text.')
  return { ...first.comment, isNew: false }
}
