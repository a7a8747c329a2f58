import type { Mention } from '@touchline/contract/comments.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { comments } from '../schema.ts'

/**
 * Comments that only their author and the moderators see. An `approved` one is being published and then deleted; a
 * `rejected` one stays for its author for a while, with the moderators' answer.
 */
export const heldComments = pgTable(
  'held_comments',
  {
    id: uuid('id').primaryKey(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    replyToId: uuid('reply_to_id').references(() => comments.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id').notNull(),
    content: text('content').notNull(),
    /** The people whom its author mentioned, with their names as typed. */
    mentions: jsonb('mentions').$type<Mention[]>().notNull().default([]),
    /** The watched words it contains. */
    words: text('words').array().notNull(),
    isOfNewMember: boolean('is_of_new_member').notNull(),
    state: text('state', { enum: ['waiting', 'approved', 'rejected'] }).notNull(),
    answer: text('answer'),
    createdAt: moment('created_at').notNull(),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    uniqueIndex('held_comments_client').on(table.personId, table.clientId),
    index('held_comments_waiting')
      .on(table.createdAt, table.id)
      .where(sql`state = 'waiting'`),
    index('held_comments_post').on(table.postId),
    index('held_comments_reply_to').on(table.replyToId),
    index('held_comments_decided')
      .on(table.decidedAt)
      .where(sql`decided_at is not null`),
    check('held_comments_state_known', sql`state in ('waiting', 'approved', 'rejected')`),
    check('held_comments_decided_has_time', sql`(state = 'waiting') = (decided_at is null)`),
    check('held_comments_content_length', sql`char_length(content) between 1 and 2000`),
    check('held_comments_mentions_list', sql`jsonb_typeof(mentions) = 'array'`),
    check('held_comments_answer_length', sql`char_length(answer) between 1 and 1000`),
  ],
)

export type HeldRow = typeof heldComments.$inferSelect
