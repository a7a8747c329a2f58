import type { Mention } from '@touchline/contract/comments.ts'
import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid, validate } from 'uuid'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { accountSuspended, conflict, notFound, Refusal } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { webhookRecorded } from '#webhooks/record-webhook.ts'
import { eventRecorded } from '#events/record-event.ts'
import { knownId } from '#features/posts/known-id.ts'
import { refuseSilenced } from '#features/silences/refuse-silenced.ts'
import { countedPosts } from '#features/posts/move-counters.ts'
import { posts } from '#features/posts/schema.ts'
import { notifiedMembers, notifiedPerson } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { commentColumns, forViewer } from './columns.ts'
import { namesIn, withReferences } from './mentions.ts'
import { commentMentions, comments } from './schema.ts'
import { type CommentRow, type ForViewer, newForViewer } from './to-comment.ts'

type NewComment = {
  postId: string
  personId: string
  content: string
  /** The comment it replies to. Replies are one level deep, under the first comment of the thread. */
  replyToId?: string | null
  clientId?: string | null
  mentions?: Mention[] | undefined
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
      .where(
        and(eq(posts.id, sql.placeholder('postId')), eq(posts.status, 'ready'), eq(posts.commentsOff, false)),
      )
      .for('no key update'),
  )
  // Re-check the block: the author may have been blocked after authentication. Locks go from post to person.
  const author = db.$with('author').as(
    db
      .select({ id: people.id })
      .from(people)
      .where(
        sql`${people.id} = ${value('personId', 'uuid')} and not (${value('isNews', 'boolean')} and (${people.isBlocked} or exists (
            select from silences s where s.person_id = ${people.id} and s.ended_at is null
            and s.until > ${value('createdAt', 'timestamptz')}
          ))) and exists (select from place)`,
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
            editedAt: sql`null::timestamptz`.as('edited_at'),
            version: sql`1`.as('version'),
            isWithdrawn: sql`false`.as('is_withdrawn'),
            isPinned: sql`false`.as('is_pinned'),
          })
          .from(place)
          .innerJoin(author, sql`true`)
          .leftJoin(parent, sql`true`)
          .where(sql`${value('replyToId', 'uuid')} is null or ${parent.threadId} is not null`),
      )
      .onConflictDoNothing({ target: [comments.personId, comments.clientId] })
      .returning({ id: comments.id, postId: comments.postId, replyToId: comments.replyToId }),
  )
  const mentioned = db.$with('mentioned').as(
    db.insert(commentMentions).select(
      db
        .select({
          commentId: added.id,
          number: sql`number`.as('number'),
          personId: sql`mentioned_id`.as('person_id'),
        })
        .from(added)
        .innerJoin(
          sql`unnest(${value('mentionedIds', 'uuid[]')}, ${value('mentionNumbers', 'smallint[]')}) as named (mentioned_id, number)`,
          sql`true`,
        ),
    ),
  )
  const event = db.$with('event', { subjectId: sql<string>`subject_id` }).as(
    eventRecorded('comment', {
      subjectId: sql`added.id`,
      happenedAt: value('createdAt', 'timestamptz'),
      from: sql`added`,
      where: value('isNews', 'boolean'),
    }),
  )
  const webhook = db.$with('webhook', { eventId: sql<string>`event_id` }).as(
    webhookRecorded('comment.created', {
      eventId: value('eventId', 'uuid'),
      personId: value('personId', 'uuid'),
      data: sql`jsonb_build_object('commentId', added.id, 'postId', added.post_id, 'replyToId', added.reply_to_id)`,
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
    .with(place, author, parent, added, mentioned, event, webhook, answered, counted)
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
type Added = CommentRow & { seen: ForViewer; isNew: boolean }

export const parentMissing = () =>
  new Refusal(404, 'not_found', 'The comment you are answering is no longer there.')

async function findByClientId(
  { db }: Pick<Deps, 'db'>,
  { personId, clientId, parentId }: { personId: string; clientId: string; parentId: string | null },
) {
  const [first] = await db
    .select({
      comment: commentColumns,
      seen: forViewer(personId),
      threadId: sql<string | null>`(
        select coalesce(t.reply_to_id, t.id) from comments t where t.id = ${parentId}::uuid
      )`,
    })
    .from(comments)
    .where(and(eq(comments.personId, personId), eq(comments.clientId, clientId)))
  return first
}

type RejectedComment = { postId: string; personId: string; parentId: string | null; now: Date }

async function refusalFor(
  { db }: Pick<Deps, 'db'>,
  { postId, personId, parentId, now }: RejectedComment,
): Promise<Refusal> {
  const [author] = await db
    .select({ isBlocked: people.isBlocked })
    .from(people)
    .where(eq(people.id, personId))
  if (author?.isBlocked) return accountSuspended()
  await refuseSilenced(db, { personId, act: 'comment', now })
  const [post] = await db
    .select({ status: posts.status, commentsOff: posts.commentsOff })
    .from(posts)
    .where(eq(posts.id, postId))
  if (post?.status !== 'ready') return notFound('Post')
  if (post.commentsOff) return conflict('Comments are off for this post.')
  return parentId === null ? notFound('Post') : parentMissing()
}

/**
 * Repeating a `clientId` returns the earlier comment. Throws 403 when blocked or silenced, 404 without post or parent,
 * 409 with comments off.
 */
export async function addComment(
  { db, clock }: Deps,
  { replyToId: parentId = null, clientId = null, ...comment }: NewComment,
): Promise<Added> {
  const createdAt = comment.createdAt ?? clock.now()
  const postId = knownId(comment.postId, 'Post')
  if (parentId !== null && !validate(parentId)) throw parentMissing()
  const { personId } = comment
  const { content, mentioned } = await withReferences(db, { ...comment, threadOf: parentId })
  const id = uuid({ msecs: createdAt.getTime() })
  const moment = createdAt.toISOString()
  const parameters = {
    id,
    eventId: uuid(),
    postId,
    personId,
    replyToId: parentId,
    clientId,
    content,
    mentionedIds: mentioned.map((one) => one.personId),
    mentionNumbers: mentioned.map((one) => one.number),
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
      editedAt: null,
      version: 1,
      isPinned: false,
      seen: newForViewer,
      isNew: true,
    }

  const first = clientId ? await findByClientId({ db }, { personId, clientId, parentId }) : undefined
  if (!first) throw await refusalFor({ db }, { postId, personId, parentId, now: createdAt })
  const { replyToId } = first.comment
  const threadId = parentId === null ? null : (first.threadId ?? replyToId)
  // The thread may have lost people since, who were references then.
  const isSameText =
    first.comment.content === content ||
    (await namesIn(db, [first.comment], comment.mentions))(first.comment.id, first.comment.content)
      .content === comment.content
  if (first.comment.postId !== postId || !isSameText || replyToId !== threadId)
    throw conflict('This comment was already sent with a different text.')
  return { ...first.comment, seen: first.seen, isNew: false }
}
