import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { ErasureRule } from '#db/erasure-rule.ts'

/** Problems for the admins. At most one row per `kind` and `subject` is open. */
export const paymentAlerts = pgTable(
  'payment_alerts',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    personId: uuid('person_id'),
    count: integer('count').notNull().default(1),
    firstSeenAt: moment('first_seen_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    resolvedAt: moment('resolved_at'),
    resolution: text('resolution'),
  },
  (table) => [
    uniqueIndex('payment_alerts_one_open')
      .on(table.kind, table.subject)
      .where(sql`resolved_at is null`),
    index('payment_alerts_seen').on(table.lastSeenAt),
    index('payment_alerts_person').on(table.personId),
    check(
      'payment_alerts_text_length',
      sql`length(kind) between 1 and 60 and length(subject) <= 255 and length(message) <= 1000 and length(resolution) <= 1000`,
    ),
    check('payment_alerts_resolved', sql`(resolved_at is null) = (resolution is null)`),
  ],
)

export type PaymentAlert = typeof paymentAlerts.$inferSelect

export const alertErasure: ErasureRule[] = [
  {
    table: 'payment_alerts',
    fate: 'emptied',
    holds: 'their name and phone number in alerts about payments and in staff notes',
    apart: 'redactAlerts',
    why: 'the irregularity itself and the rest of the note',
  },
]
