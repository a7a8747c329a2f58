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
  /** The comment it answers; a reply stands under the comment that was first. */
  replyToId?: string | null
  clientId?: string | null
  createdAt?: Date
  answeredAt?: Date
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

// Counter, comment, what it answers and the live message in one statement. The post is locked first, as every writer of
// likes and comments does; one that is gone or not ready gives no row to hang the comment on.
const addStatement = oncePerDatabase((db) => {
  const place = db.$with('place').as(
    db
      .select({ id: posts.id, creatorId: posts.creatorId })
      .from(posts)
      .where(and(eq(posts.id, sql.placeholder('postId')), eq(posts.status, 'ready')))
      .for('no key update'),
  )
  // Who was blocked since they were let in says nothing any more; only a history is written by whoever was there. The post
  // comes before the person, and a block that is slower waits.
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
      // One that was removed meanwhile is none.
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
  const noted = db.$with('noted', { subjectId: sql<string>`subject_id` }).as(
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
    .with(place, author, parent, added, noted, answered, counted)
    .select({
      replyToId: added.replyToId,
      said: notifiedMembers(
        'comment_created',
        sql`'postId', ${added.postId}, 'commentId', ${added.id}, 'replyToId', ${added.replyToId}, 'commentsCount', ${counted.commentsCount}`,
      ).as('said'),
      saidToCreator: sql`(select ${notifiedPerson(
        value('personId', 'uuid'),
        'comment_answered',
        sql`'commentId', answered.id, 'isAnswered', true`,
      )} from answered)`.as('said_to_creator'),
    })
    .from(added)
    .innerJoin(counted, eq(counted.id, added.postId))
    .prepare('add_comment')
})

type Deps = Pick<Services, 'db' | 'clock'>
type Added = CommentRow & { isNew: boolean }

const nothingToAnswer = () =>
  new Refusal(404, 'not_found', 'The comment you are answering is no longer there.')

/** The first comment its author sent under a `clientId`, and the one that now answering `answers` would stand under. */
async function firstSent(
  { db }: Pick<Deps, 'db'>,
  { personId, clientId, answers }: { personId: string; clientId: string; answers: string | null },
) {
  const [first] = await db
    .select({
      comment: commentColumns,
      threadId: sql<string | null>`(
        select coalesce(t.reply_to_id, t.id) from comments t where t.id = ${answers}::uuid
      )`,
    })
    .from(comments)
    .where(and(eq(comments.personId, personId), eq(comments.clientId, clientId)))
  return first
}

type Unsaid = { postId: string; personId: string; answers: string | null }

async function whyNot({ db }: Pick<Deps, 'db'>, { postId, personId, answers }: Unsaid): Promise<Refusal> {
  const [author] = await db
    .select({ isBlocked: people.isBlocked })
    .from(people)
    .where(eq(people.id, personId))
  if (author?.isBlocked) return accountSuspended()
  const [post] = await db.select({ status: posts.status }).from(posts).where(eq(posts.id, postId))
  return post?.status === 'ready' && answers !== null ? nothingToAnswer() : notFound('Post')
}

/**
 * Adds a comment (already trimmed and checked), or a reply, which takes what it answers out of the inbox of whoever
 * writes it; members hear of it. Sent again under the same `clientId` it adds nothing and answers with the first,
 * `isNew` false. 403 for who was blocked meanwhile, 404 when the post is not there (and ready) or the answered comment
 * is not under it, 409 when the `clientId` stands for something else. `createdAt` is now, and nobody has answered yet,
 * unless a history is being written.
 */
export async function addComment(
  { db, clock }: Deps,
  { replyToId: answers = null, clientId = null, ...comment }: NewComment,
): Promise<Added> {
  const createdAt = comment.createdAt ?? clock.now()
  const postId = knownId(comment.postId, 'Post')
  if (answers !== null && !validate(answers)) throw nothingToAnswer()
  const { personId, content } = comment
  const id = uuid({ msecs: createdAt.getTime() })
  const moment = createdAt.toISOString()
  const asked = {
    id,
    postId,
    personId,
    replyToId: answers,
    clientId,
    content,
    createdAt: moment,
    isNews: comment.createdAt === undefined,
    answeredAt: comment.answeredAt?.toISOString() ?? null,
  }
  const [added] = await addStatement(db).execute(asked)
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

  const first = clientId ? await firstSent({ db }, { personId, clientId, answers }) : undefined
  if (!first) throw await whyNot({ db }, { postId, personId, answers })
  const { replyToId } = first.comment
  const threadId = answers === null ? null : (first.threadId ?? replyToId)
  if (first.comment.postId !== postId || first.comment.content !== content || replyToId !== threadId)
    throw conflict('This comment was already sent with a different text.')
  return { ...first.comment, isNew: false }
}
