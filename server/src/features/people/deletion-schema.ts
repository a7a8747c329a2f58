import type { Removed } from '@touchline/contract/account-deletion.ts'
import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from './schema.ts'

/**
 * At `dueAt` the erasure starts, at `erasedAt` nothing was left. `email` and `firstName` are kept from then
 * until an hour after the last email was sent (`toldAt`).
 */
export const departures = pgTable(
  'departures',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    message: text('message'),
    state: text('state', {
      enum: ['requested', 'confirmed', 'erasing', 'done', 'undone', 'lapsed'],
    }).notNull(),
    confirmTokenHash: text('confirm_token_hash'),
    undoTokenHash: text('undo_token_hash'),
    requestedAt: moment('requested_at').notNull(),
    confirmBy: moment('confirm_by').notNull(),
    confirmedAt: moment('confirmed_at'),
    /** When billing was canceled at Stripe and the email about it was sent. */
    billingEndedAt: moment('billing_ended_at'),
    dueAt: moment('due_at'),
    remindedAt: moment('reminded_at'),
    erasedAt: moment('erased_at'),
    toldAt: moment('told_at'),
    endedAt: moment('ended_at'),
    email: text('email'),
    firstName: text('first_name'),
    /** What the erasure deleted besides the account itself. */
    removed: jsonb('removed').$type<Removed>(),
  },
  (table) => [
    uniqueIndex('departures_one_living')
      .on(table.personId)
      .where(sql`state in ('requested', 'confirmed', 'erasing')`),
    uniqueIndex('departures_confirm_token_key').on(table.confirmTokenHash),
    uniqueIndex('departures_undo_token_key').on(table.undoTokenHash),
    index('departures_person').on(table.personId),
    index('departures_newest').on(table.requestedAt, table.id),
    check(
      'departures_state_known',
      sql`state in ('requested', 'confirmed', 'erasing', 'done', 'undone', 'lapsed')`,
    ),
    check('departures_message_length', sql`char_length(message) between 1 and 2000`),
    check('departures_due_once_confirmed', sql`(confirmed_at is null) = (due_at is null)`),
    check(
      'departures_confirmed_has_time',
      sql`state not in ('confirmed', 'erasing', 'done') or confirmed_at is not null`,
    ),
    check('departures_ended_has_time', sql`(state in ('done', 'undone', 'lapsed')) = (ended_at is not null)`),
    check('departures_address_only_to_tell', sql`email is null or state = 'erasing'`),
  ],
)
export type DeletionRow = typeof departures.$inferSelect
