import { webhookEvents } from '@touchline/contract/webhooks.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { type ErasureRule, ofTheSite, untouched } from '#db/erasure-rule.ts'

const quoted = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '))

/** Secrets are encrypted with the site's secret. The previous one signs too until `previousSecretUntil`. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    url: text('url').notNull(),
    events: text('events', { enum: webhookEvents }).array().notNull(),
    includesEmail: boolean('includes_email').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    previousSealedSecret: text('previous_sealed_secret'),
    previousSecretUntil: moment('previous_secret_until'),
    /** `disabled`: the site switched it off because nothing arrived for days. */
    state: text('state', { enum: ['on', 'off', 'disabled'] })
      .notNull()
      .default('on'),
    failingSince: moment('failing_since'),
    createdAt: moment('created_at').notNull(),
  },
  () => [
    check('webhook_endpoints_state_known', sql`state in ('on', 'off', 'disabled')`),
    check(
      'webhook_endpoints_events_known',
      sql`events <@ array[${quoted(webhookEvents)}] and cardinality(events) between 1 and 50`,
    ),
    check('webhook_endpoints_url_length', sql`char_length(url) between 1 and 500`),
    check(
      'webhook_endpoints_previous_secret_ends',
      sql`(previous_sealed_secret is null) = (previous_secret_until is null)`,
    ),
  ],
)

/** One event for one endpoint. `data` holds ids, amounts and kinds, nothing that identifies a person elsewhere. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Ids of events sort by time. */
    eventId: uuid('event_id').notNull(),
    type: text('type', { enum: [...webhookEvents, 'test'] }).notNull(),
    personId: uuid('person_id'),
    data: jsonb('data').$type<WebhookData>().notNull(),
    happenedAt: moment('happened_at').notNull(),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    lastAttemptAt: moment('last_attempt_at'),
    responseStatus: integer('response_status'),
    problem: text('problem'),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_once').on(table.endpointId, table.eventId),
    index('webhook_deliveries_waiting')
      .on(table.endpointId, table.eventId)
      .where(sql`state = 'waiting'`),
    index('webhook_deliveries_of_person')
      .on(table.endpointId, table.personId, table.eventId)
      .where(sql`state = 'waiting'`),
    index('webhook_deliveries_next_attempt').on(table.nextAttemptAt),
    check('webhook_deliveries_type_known', sql`type in (${quoted([...webhookEvents, 'test'])})`),
    check('webhook_deliveries_state_known', sql`state in ('waiting', 'delivered', 'failed')`),
    check('webhook_deliveries_data_small', sql`jsonb_typeof(data) = 'object' and length(data::text) <= 2000`),
    check('webhook_deliveries_attempts_not_negative', sql`attempts >= 0`),
    check('webhook_deliveries_status_range', sql`response_status between 100 and 999`),
    check('webhook_deliveries_problem_length', sql`char_length(problem) between 1 and 500`),
  ],
)

export type WebhookData = Record<string, string | number | null>
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect

export const webhookErasure: ErasureRule[] = [
  ...untouched(ofTheSite, 'webhook_endpoints'),
  ...untouched('ids, amounts and kinds of events, for 30 days', 'webhook_deliveries'),
]
