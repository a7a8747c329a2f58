import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/** Counts over all time or over one run. */
type Counts = { renewals: number; failures: number; cancellations: number; letters: number; journals: number }

/** All days up to `reachedAt` have been simulated. `happened` is the increase since `countedBefore`. */
export const simulatorRuns = pgTable(
  'rehearsal_runs',
  {
    id: uuid('id').primaryKey(),
    leap: text('leap', { enum: ['day', 'month', 'year'] }).notNull(),
    state: text('state', { enum: ['running', 'done', 'interrupted', 'failed'] }).notNull(),
    fromAt: moment('from_at').notNull(),
    toAt: moment('to_at').notNull(),
    reachedAt: moment('reached_at').notNull(),
    countedBefore: jsonb('counted_before').$type<Counts>().notNull(),
    happened: jsonb('happened').$type<Counts>(),
  },
  (table) => [
    uniqueIndex('rehearsal_runs_one_running')
      .on(table.state)
      .where(sql`state = 'running'`),
    check('rehearsal_runs_leap_known', sql`leap in ('day', 'month', 'year')`),
    check('rehearsal_runs_state_known', sql`state in ('running', 'done', 'interrupted', 'failed')`),
    check('rehearsal_runs_forward', sql`from_at < to_at and reached_at between from_at and to_at`),
    check('rehearsal_runs_ended_has_counts', sql`(state = 'running') = (happened is null)`),
  ],
)
export type RunRow = typeof simulatorRuns.$inferSelect
