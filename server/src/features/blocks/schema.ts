import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

/**
 * A block is active while `endedAt` is null; `people.isBlocked` mirrors this. `until` is null for a permanent block,
 * `byId` when the actor is unknown, and `endedById` when the block expired.
 */
export const blocks = pgTable(
  'blocks',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    byId: uuid('by_id').references(() => people.id),
    reason: text('reason'),
    startsAt: moment('starts_at').notNull(),
    until: moment('until'),
    endedAt: moment('ended_at'),
    endedById: uuid('ended_by_id').references(() => people.id),
  },
  (table) => [
    uniqueIndex('blocks_one_open')
      .on(table.personId)
      .where(sql`ended_at is null`),
    index('blocks_person').on(table.personId, table.startsAt),
    index('blocks_open')
      .on(table.startsAt, table.id)
      .where(sql`ended_at is null`),
    index('blocks_due')
      .on(table.until)
      .where(sql`ended_at is null and until is not null`),
    index('blocks_by').on(table.byId),
    index('blocks_ended_by').on(table.endedById),
    check('blocks_reason_length', sql`char_length(reason) between 1 and 500`),
    check('blocks_end_after_start', sql`until > starts_at`),
  ],
)
export type Block = typeof blocks.$inferSelect
