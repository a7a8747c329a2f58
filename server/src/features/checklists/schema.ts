import type { ChecklistMark } from '@touchline/contract/checklists.ts'
import { sql } from 'drizzle-orm'
import { check, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

/** What people said about a checklist. Without a person: that the club's is dismissed. */
export const checklistMarks = pgTable(
  'checklist_marks',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id').references(() => people.id, { onDelete: 'cascade' }),
    mark: text('mark').$type<ChecklistMark>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    unique('checklist_marks_once').on(table.personId, table.mark).nullsNotDistinct(),
    check('checklist_marks_known', sql`mark in ('dismissed', 'shared', 'installed')`),
    check('checklist_marks_of_club', sql`person_id is not null or mark = 'dismissed'`),
  ],
)
