import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { type ErasureRule, ofTheSite, untouched } from '#db/erasure-rule.ts'

/** Facts about the payment provider, one value per key. */
export const paymentSettings = pgTable(
  'payment_settings',
  {
    key: text('key').primaryKey(),
    value: text('value').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  () => [check('payment_settings_key_length', sql`length(key) between 1 and 100`)],
)

/** `payload` contains names, so it is deleted when the event is done; state is always fetched. */
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

export const paymentErasure: ErasureRule[] = [
  {
    table: 'webhook_events',
    fate: 'emptied',
    holds: 'events from the payment provider, until they are handled',
    apart: 'redactEvents',
    why: 'ids and amounts, so that they can still be handled',
  },
  ...untouched(ofTheSite, 'payment_settings'),
]
