import type { AuditAction } from '@touchline/contract/audit.ts'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { sql } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'

/** Append-only. `actorId` is null for automatic actions; `personId` is the person concerned. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
    actorId: uuid('actor_id').references(() => people.id),
    action: text('action').$type<AuditAction>().notNull(),
    personId: uuid('person_id').references(() => people.id),
    subject: text('subject'),
    reason: text('reason'),
    at: moment('at').notNull(),
  },
  (table) => [
    index('audit_entries_newest').on(table.at, table.id),
    index('audit_entries_person').on(table.personId, table.at),
    index('audit_entries_actor').on(table.actorId, table.at),
    check('audit_entries_action_form', sql`action ~ '^[a-z][a-z_]{2,60}$'`),
    check('audit_entries_reason_length', sql`char_length(reason) between 1 and 1000`),
  ],
)
