import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment, tsvector } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'

/**
 * `inboxOf` is the creator whose answer is awaited; a comment with `removedAt` is only a stub, which its author left if
 * `isWithdrawn`. `clientId` comes from the author's browser and makes sending idempotent. `version` grows with each
 * edit.
 */
export const comments = pgTable(
  'comments',
  {
    id: uuid('id').primaryKey(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    replyToId: uuid('reply_to_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id'),
    content: text('content').notNull(),
    inboxOf: uuid('inbox_of').references(() => people.id, { onDelete: 'set null' }),
    answeredAt: moment('answered_at'),
    removedAt: moment('removed_at'),
    createdAt: moment('created_at').notNull(),
    editedAt: moment('edited_at'),
    version: integer('version').notNull().default(1),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
    isPinned: boolean('is_pinned').notNull().default(false),
  },
  (table) => [
    index('comments_post').on(table.postId),
    index('comments_oldest')
      .on(table.postId, table.createdAt, table.id)
      .where(sql`reply_to_id is null`),
    index('comments_replies')
      .on(table.replyToId, table.createdAt, table.id)
      .where(sql`reply_to_id is not null`),
    uniqueIndex('comments_client').on(table.personId, table.clientId),
    index('comments_lately').using('brin', table.createdAt),
    index('comments_inbox')
      .on(table.inboxOf, table.createdAt, table.id)
      .where(sql`answered_at is null and removed_at is null`),
    index('comments_inbox_of').on(table.inboxOf),
    index('comments_answers')
      .on(table.replyToId, table.personId)
      .where(sql`reply_to_id is not null`),
    uniqueIndex('comments_one_pinned')
      .on(table.postId)
      .where(sql`is_pinned`),
    check('comments_content_length', sql`char_length(content) between 1 and 2000`),
    check('comments_edited', sql`(version = 1) = (edited_at is null)`),
    check('comments_withdrawn_is_removed', sql`not is_withdrawn or removed_at is not null`),
    check('comments_pinned_is_shown', sql`not is_pinned or (reply_to_id is null and removed_at is null)`),
  ],
)

/** The words of comments that are not removed, without case and accents. A trigger keeps them current. */
export const commentWords = pgTable(
  'comment_words',
  {
    commentId: uuid('comment_id')
      .primaryKey()
      .references(() => comments.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    words: tsvector('words').notNull(),
  },
  (table) => [
    index('comment_words_newest').on(table.createdAt, table.commentId),
    // Words go into the index in batches of this many kilobytes; a search reads the waiting ones as well.
    index('comment_words_found')
      .using('gin', table.words)
      .with({ fastupdate: true, gin_pending_list_limit: 64 }),
  ],
)

/** Earlier texts of edited comments, which only moderators read. */
export const commentVersions = pgTable(
  'comment_versions',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    content: text('content').notNull(),
    writtenAt: moment('written_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.version] }),
    check('comment_versions_content_length', sql`char_length(content) between 1 and 2000`),
  ],
)

export const commentLikes = pgTable(
  'comment_likes',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.personId] }),
    index('comment_likes_person').on(table.personId),
  ],
)

/** The people whom a comment mentions: `@{number}` in its texts. `personId` is null once they are erased. */
export const commentMentions = pgTable(
  'comment_mentions',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    number: smallint('number').notNull(),
    personId: uuid('person_id').references(() => people.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.number] }),
    index('comment_mentions_person').on(table.personId),
  ],
)

/** Threads whose replies a person is not notified of. */
export const mutedThreads = pgTable(
  'muted_threads',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.threadId] }),
    index('muted_threads_thread').on(table.threadId),
  ],
)

/** Members whose comments a person does not see. */
export const hiddenPeople = pgTable(
  'hidden_people',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    hiddenId: uuid('hidden_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.hiddenId] }),
    index('hidden_people_hidden').on(table.hiddenId),
    check('hidden_people_others', sql`person_id <> hidden_id`),
  ],
)
