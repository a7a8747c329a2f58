import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '../schema.ts'

/**
 * `version` grows with each change, of its posts as well. Without `coverPostId` the first post with a picture is the
 * cover.
 */
export const collections = pgTable(
  'collections',
  {
    id: uuid('id').primaryKey(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => people.id),
    version: integer('version').notNull().default(1),
    title: text('title').notNull(),
    description: text('description').notNull(),
    ordering: text('ordering', { enum: ['own', 'oldest'] }).notNull(),
    coverPostId: uuid('cover_post_id').references(() => posts.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('collections_creator').on(table.creatorId),
    index('collections_cover').on(table.coverPostId),
    check('collections_version_positive', sql`version > 0`),
    check('collections_title_length', sql`char_length(title) between 1 and 100`),
    check('collections_description_length', sql`char_length(description) <= 1000`),
    check('collections_ordering_known', sql`ordering in ('own', 'oldest')`),
  ],
)

export type CollectionRow = typeof collections.$inferSelect

/** `position` is the creator's own order. Positions may have gaps. */
export const collectionPosts = pgTable(
  'collection_posts',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.postId] }),
    index('collection_posts_post').on(table.postId),
    check('collection_posts_position_not_negative', sql`position >= 0`),
  ],
)
