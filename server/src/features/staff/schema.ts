import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

/**
 * Single-use links. `email` and `invitedById` are null for the first admin's link, which the server prints.
 * `endedAt`: used, withdrawn, replaced or expired.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    role: text('role', { enum: ['creator', 'moderator', 'admin'] }).notNull(),
    email: text('email'),
    invitedById: uuid('invited_by_id').references(() => people.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('invitations_token_key').on(table.tokenHash),
    index('invitations_invited_by').on(table.invitedById),
    uniqueIndex('invitations_one_open')
      .on(table.email)
      .where(sql`ended_at is null`),
    check('invitations_role_known', sql`role in ('creator', 'moderator', 'admin')`),
    check('invitations_email_lower', sql`email = lower(email)`),
    check(
      'invitations_first_admin',
      sql`(email is null) = (invited_by_id is null) and (email is not null or role = 'admin')`,
    ),
  ],
)
