import { type AgeBand, ageBands } from '@touchline/contract/audience.ts'
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

const bands = sql.raw(ageBands.map((band) => `'${band}'`).join(', '))

/** Members answer if they want; no row without an answer. `country` is an ISO 3166-1 code. */
export const audienceAnswers = pgTable(
  'audience_answers',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => people.id, { onDelete: 'cascade' }),
    ageBand: text('age_band').$type<AgeBand>(),
    country: text('country'),
    toldAt: moment('told_at').notNull(),
  },
  () => [
    check('audience_answers_age_band_known', sql`age_band in (${bands})`),
    check('audience_answers_country_form', sql`country ~ '^[A-Z]{2}$'`),
    check('audience_answers_something_told', sql`age_band is not null or country is not null`),
  ],
)

export type Question = 'age' | 'country'

/** The last shown counts of each question: members and answers. Contains sums only, no person. */
export const audienceShown = pgTable(
  'audience_shown',
  {
    question: text('question').$type<Question>().primaryKey(),
    members: integer('members').notNull(),
    groups: jsonb('groups').$type<{ key: string; count: number }[]>().notNull(),
    at: moment('at').notNull(),
  },
  () => [check('audience_shown_question_known', sql`question in ('age', 'country')`)],
)
