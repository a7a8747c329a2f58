import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/** Somebody a text names, with the words that name them there. */
export type NamedPerson = { personId: string; words: string }

/**
 * The outbox. A letter is written with the rows it follows from and waits until a mail server has taken it; `nextTryAt`
 * is when it is tried, again after `attempts` tries that failed with `problem`. A sent one has no text any more. The id
 * is its Message-ID: a letter that left twice can be told for one. `personId` is the account it went to, and `named` are
 * the other people its text names, each with the words that name them: erasing an account goes by these ids.
 */
export const emails = pgTable(
  'letters',
  {
    id: uuid('id').primaryKey(),
    to: text('to_address').notNull(),
    personId: uuid('person_id'),
    named: jsonb('named').$type<NamedPerson[]>().notNull().default([]),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    text: text('text'),
    declineUrl: text('decline_url'),
    state: text('state', { enum: ['waiting', 'sent', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: moment('next_try_at').notNull(),
    problem: text('problem'),
    writtenAt: moment('written_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('letters_waiting')
      .on(table.nextTryAt)
      .where(sql`state = 'waiting'`),
    index('letters_failed')
      .on(table.writtenAt)
      .where(sql`state = 'failed'`),
    index('letters_written').on(table.writtenAt),
    index('letters_to').on(table.to),
    index('letters_person').on(table.personId),
    check('letters_state_known', sql`state in ('waiting', 'sent', 'failed')`),
    check('letters_sent_has_time', sql`(state = 'sent') = (sent_at is not null)`),
    check('letters_text_until_sent', sql`(state = 'sent') = (text is null)`),
    check('letters_problem_length', sql`char_length(problem) between 1 and 500`),
  ],
)

export type EmailRow = typeof emails.$inferSelect
