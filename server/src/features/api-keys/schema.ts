import { apiRights } from '@touchline/contract/access.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

const names = sql.raw(apiRights.map((right) => `'${right}'`).join(', '))

/** A key acts for the admin who made it, and ends with their role. Only the hash of its secret is saved. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    rights: text('rights', { enum: apiRights }).array().notNull(),
    secretHash: text('secret_hash').notNull(),
    /** The last characters of the secret. */
    ending: text('ending').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('api_keys_secret_key').on(table.secretHash),
    index('api_keys_created_by').on(table.createdBy),
    check('api_keys_rights_known', sql`rights <@ array[${names}] and cardinality(rights) between 1 and 20`),
    check('api_keys_name_length', sql`char_length(name) between 1 and 80`),
    check('api_keys_ending_length', sql`char_length(ending) = 4`),
  ],
)
