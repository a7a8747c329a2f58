import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'

/** A row exists before the provider is called. Customer, method and `attempt` are saved to repeat the same request. */
export const tips = pgTable(
  'tips',
  {
    id: uuid('id').primaryKey(),
    fromPersonId: uuid('from_person_id')
      .notNull()
      .references(() => people.id),
    toPersonId: uuid('to_person_id')
      .notNull()
      .references(() => people.id),
    amountCents: integer('amount_cents').notNull(),
    message: text('message'),
    postId: uuid('post_id'),
    status: text('status', {
      enum: ['pending', 'processing', 'requires_action', 'completed', 'failed'],
    }).notNull(),
    idempotencyKey: text('idempotency_key'),
    attempt: integer('attempt').notNull().default(1),
    customerId: text('customer_id').notNull(),
    paymentMethodId: text('payment_method_id').notNull(),
    paymentIntentId: text('payment_intent_id'),
    cardBrand: text('card_brand').notNull(),
    cardLast4: text('card_last4').notNull(),
    failureCode: text('failure_code'),
    failureMessage: text('failure_message'),
    isAcknowledged: boolean('is_acknowledged').notNull().default(false),
    acknowledgedAt: moment('acknowledged_at'),
    createdAt: moment('created_at').notNull(),
    completedAt: moment('completed_at'),
  },
  (table) => [
    uniqueIndex('tips_sender_idempotency_key').on(table.fromPersonId, table.idempotencyKey),
    uniqueIndex('tips_payment_intent_key').on(table.paymentIntentId),
    index('tips_sent').on(table.fromPersonId, table.createdAt, table.id),
    index('tips_received')
      .on(table.toPersonId, table.createdAt, table.id)
      .where(sql`status <> 'failed'`),
    index('tips_lately').using('brin', table.createdAt),
    index('tips_to_heart')
      .on(table.toPersonId, table.createdAt, table.id)
      .where(sql`status = 'completed' and not is_acknowledged`),
    index('tips_open')
      .on(table.createdAt)
      .where(sql`status in ('pending', 'processing', 'requires_action')`),
    check('tips_amount_positive', sql`amount_cents > 0`),
    check('tips_message_length', sql`char_length(message) between 1 and 500`),
    check('tips_idempotency_key_length', sql`char_length(idempotency_key) between 1 and 200`),
    check('tips_not_to_oneself', sql`from_person_id <> to_person_id`),
    check(
      'tips_status_known',
      sql`status in ('pending', 'processing', 'requires_action', 'completed', 'failed')`,
    ),
    check('tips_completed_at', sql`(status = 'completed') = (completed_at is not null)`),
    check('tips_acknowledged_at', sql`is_acknowledged = (acknowledged_at is not null)`),
    check('tips_acknowledged_after_completion', sql`status = 'completed' or not is_acknowledged`),
  ],
)

export type TipRow = typeof tips.$inferSelect
