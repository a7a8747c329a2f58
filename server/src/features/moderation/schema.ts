import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { blocks } from '#features/blocks/schema.ts'

const personRef = (name: string) => uuid(name).references(() => people.id, { onDelete: 'set null' })

/**
 * A case collects all reports of one piece of content until it is decided. `words` are addressed to the accused.
 * `blockId` is the block this decision started; `keptText` is the removed text until `closedAt`. With `undoUntil`
 * the decision can still be undone, and no one is notified yet.
 */
export const moderationCases = pgTable(
  'moderation_cases',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['post', 'comment', 'tip'] }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    accusedId: personRef('accused_id'),
    openedAt: moment('opened_at').notNull(),
    measure: text('measure', { enum: ['dismiss', 'remove', 'warn', 'block'] }),
    rule: text('rule', { enum: ['respect', 'hate', 'danger', 'privacy', 'spam', 'law'] }),
    words: text('words'),
    blockId: uuid('block_id').references(() => blocks.id),
    blockedUntil: moment('blocked_until'),
    decidedAt: moment('decided_at'),
    decidedBy: personRef('decided_by'),
    keptText: text('kept_text'),
    appealUntil: moment('appeal_until'),
    appealWords: text('appeal_words'),
    appealedAt: moment('appealed_at'),
    appealOutcome: text('appeal_outcome', { enum: ['upheld', 'overturned'] }),
    appealAnswer: text('appeal_answer'),
    appealDecidedAt: moment('appeal_decided_at'),
    appealDecidedBy: personRef('appeal_decided_by'),
    closedAt: moment('closed_at'),
    undoUntil: moment('undo_until'),
  },
  (table) => [
    uniqueIndex('moderation_cases_one_open')
      .on(table.kind, table.subjectId)
      .where(sql`decided_at is null`),
    index('moderation_cases_open')
      .on(table.id)
      .where(sql`decided_at is null`),
    index('moderation_cases_appealed')
      .on(table.id)
      .where(sql`appealed_at is not null and appeal_outcome is null`),
    index('moderation_cases_to_close')
      .on(table.appealUntil)
      .where(sql`closed_at is null and appeal_until is not null`),
    index('moderation_cases_undo')
      .on(table.undoUntil)
      .where(sql`undo_until is not null`),
    index('moderation_cases_subject').on(table.kind, table.subjectId),
    index('moderation_cases_accused').on(table.accusedId, table.id),
    index('moderation_cases_block').on(table.blockId),
    index('moderation_cases_decided_by').on(table.decidedBy),
    index('moderation_cases_appeal_decided_by').on(table.appealDecidedBy),
    check('moderation_cases_kind_known', sql`kind in ('post', 'comment', 'tip')`),
    check('moderation_cases_measure_known', sql`measure in ('dismiss', 'remove', 'warn', 'block')`),
    check('moderation_cases_outcome_known', sql`appeal_outcome in ('upheld', 'overturned')`),
    check('moderation_cases_decided', sql`(decided_at is null) = (measure is null)`),
    check(
      'moderation_cases_measures_have_rules',
      sql`measure is null or measure = 'dismiss' or (rule is not null and appeal_until is not null)`,
    ),
    check('moderation_cases_appealed_after', sql`appealed_at is null or appeal_until is not null`),
    check('moderation_cases_undo_of_decision', sql`undo_until is null or decided_at is not null`),
    check('moderation_cases_words_length', sql`char_length(words) between 1 and 1000`),
    check('moderation_cases_appeal_length', sql`char_length(appeal_words) between 1 and 2000`),
    check('moderation_cases_answer_length', sql`char_length(appeal_answer) between 1 and 1000`),
  ],
)

export type CaseRow = typeof moderationCases.$inferSelect

/**
 * Reports: the reporter, the broken rule and an optional note. One per person and case. `text` is a comment as it was
 * when it was reported, until the case is dismissed or closed.
 */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => moderationCases.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['post', 'comment', 'tip'] }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    reporterId: personRef('reporter_id'),
    rule: text('rule', { enum: ['respect', 'hate', 'danger', 'privacy', 'spam', 'law'] }).notNull(),
    words: text('words'),
    text: text('text'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('reports_once').on(table.reporterId, table.caseId),
    index('reports_case').on(table.caseId, table.createdAt, table.id),
    check('reports_kind_known', sql`kind in ('post', 'comment', 'tip')`),
    check('reports_words_length', sql`char_length(words) between 1 and 1000`),
  ],
)
