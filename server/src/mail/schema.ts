import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { ErasureRule } from '#db/erasure-rule.ts'

/** A person named in a text, with the exact words that name them. */
export type NamedPerson = { personId: string; words: string }

/**
 * Written in the transaction that causes the email. A sent email's text is deleted. The id is the Message-ID, so
 * that duplicates are recognised. Erasure goes by `personId` (the recipient) and `named`.
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
    index('letters_urgent')
      .on(table.nextTryAt)
      .where(sql`state = 'waiting' and decline_url is null`),
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

/** The email contains a secret, so the row only records the outcome; the job retries it. */
export const noText = ''

export const emailErasure: ErasureRule[] = [
  {
    table: 'letters',
    fate: 'deleted',
    holds: 'emails to them; emails to others stay, without their name',
    apart: 'eraseEmails',
  },
]
