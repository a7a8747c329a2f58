import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/** What the program has to remember about its payment provider: one value per key. */
export const paymentSettings = pgTable(
  'payment_settings',
  {
    key: text('key').primaryKey(),
    value: text('value').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  () => [check('payment_settings_key_length', sql`length(key) between 1 and 100`)],
)

/**
 * Signed events of the provider, once each by the provider's id. `payload` is the object the event is about and is
 * dropped when the event is done with: it holds names and addresses, and state is always read afresh.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    state: text('state', { enum: ['received', 'handled', 'ignored', 'dead'] }).notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    sentAt: moment('sent_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    handledAt: moment('handled_at'),
  },
  (table) => [
    index('webhook_events_open')
      .on(table.receivedAt)
      .where(sql`state = 'received'`),
    check('webhook_events_state_known', sql`state in ('received', 'handled', 'ignored', 'dead')`),
    check('webhook_events_handled_has_time', sql`(state = 'handled') = (handled_at is not null)`),
    check('webhook_events_text_length', sql`length(id) <= 255 and length(type) <= 255`),
  ],
)

/**
 * What somebody has to look at or should know of: differences between provider and books, refused events, second
 * charges. One open row per `kind` and `subject` (what it is about, an id). `resolution` says what was done about it.
 */
export const paymentAlerts = pgTable(
  'payment_alerts',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** How often it was seen. */
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
    check(
      'payment_alerts_text_length',
      sql`length(kind) between 1 and 60 and length(subject) <= 255 and length(message) <= 1000 and length(resolution) <= 1000`,
    ),
    check('payment_alerts_resolved', sql`(resolved_at is null) = (resolution is null)`),
  ],
)
export type PaymentAlert = typeof paymentAlerts.$inferSelect
