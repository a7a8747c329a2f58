import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from './schema.ts'

/** A signup is saved before the first request to Stripe: every payment has an owner. `tokenHash` is of the cookie. */
export const pendingSignups = pgTable(
  'pending_signups',
  {
    id: uuid('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phoneNumber: text('phone_number').notNull(),
    passwordHash: text('password_hash'),
    couponCode: text('coupon_code'),
    /** When the terms were accepted on the form; null for rows older than the column. */
    agreedAt: moment('agreed_at'),
    state: text('state', {
      enum: ['started', 'awaiting_payment', 'processing', 'completed', 'expired', 'duplicate'],
    }).notNull(),
    /** Part of the idempotency key: a new attempt may create a new subscription. */
    attempt: integer('attempt').notNull().default(1),
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    invoiceId: text('invoice_id'),
    paymentIntentId: text('payment_intent_id'),
    personId: uuid('person_id').references(() => people.id, { onDelete: 'set null' }),
    /** SHA-256 of the token in the email to a person who paid and has no password yet. */
    finishTokenHash: text('finish_token_hash'),
    finishBy: moment('finish_by'),
    /** The last error from Stripe; set while the outcome of an attempt is unknown. */
    lastError: text('last_error'),
    checkedAt: moment('checked_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('pending_signups_token_key').on(table.tokenHash),
    uniqueIndex('pending_signups_finish_token_key').on(table.finishTokenHash),
    uniqueIndex('pending_signups_subscription_key').on(table.subscriptionId),
    index('pending_signups_customer').on(table.customerId),
    index('pending_signups_payment').on(table.paymentIntentId),
    index('pending_signups_email').on(table.email),
    index('pending_signups_person').on(table.personId),
    index('pending_signups_open')
      .on(table.createdAt)
      .where(sql`state in ('started', 'awaiting_payment', 'processing')`),
    check(
      'pending_signups_state_known',
      sql`state in ('started', 'awaiting_payment', 'processing', 'completed', 'expired', 'duplicate')`,
    ),
    check('pending_signups_email_lower', sql`email = lower(email)`),
    check(
      'pending_signups_text_length',
      sql`length(email) <= 254 and length(first_name) <= 60 and length(last_name) <= 60 and length(phone_number) <= 32 and length(coupon_code) <= 100`,
    ),
    check('pending_signups_attempt_positive', sql`attempt > 0`),
  ],
)

export type PendingSignup = typeof pendingSignups.$inferSelect
