import { movementKinds } from '@touchline/contract/insights.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

/** The latest snapshots; only `syncCustomer` writes them. `isCurrent` marks the one that decides access. */
export const memberships = pgTable(
  'memberships',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    customerId: text('customer_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    /** Stripe's status as it came: an unknown one may appear, and gives no access. */
    status: text('status').notNull(),
    cancelAt: moment('cancel_at'),
    /** The latest end of a paid period. Access follows this, never `periodEnd`. */
    paidThrough: moment('paid_through'),
    /** Start of the oldest period that is billed and unpaid. */
    unpaidSince: moment('unpaid_since'),
    /** Until when an unpaid renewal keeps access, by the terms that applied when it fell due. */
    graceUntil: moment('grace_until'),
    /** State of the first payment while it is unpaid. */
    firstPayment: text('first_payment', { enum: ['processing', 'failed'] }),
    priceCents: integer('price_cents').notNull(),
    /** Amount due on the latest invoice while it is open; it may differ from the price. */
    dueCents: integer('due_cents'),
    /** The default payment method adopted last; empty for none, null for rows older than the column. */
    adoptedDefault: text('heeded_default'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** The first moment at which the card is expired. */
    cardExpiresAt: moment('card_expires_at'),
    periodEnd: moment('period_end').notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** Set while the payment of the period is disputed or fully refunded and the subscription runs. */
    revokedAt: moment('revoked_at'),
    isCurrent: boolean('is_current').notNull().default(false),
    syncedAt: moment('synced_at').notNull(),
  },
  (table) => [
    uniqueIndex('memberships_subscription_key').on(table.subscriptionId),
    uniqueIndex('memberships_one_current')
      .on(table.personId)
      .where(sql`is_current`),
    index('memberships_person').on(table.personId, table.startedAt),
    index('memberships_customer').on(table.customerId),
    index('memberships_due')
      .on(table.paidThrough)
      .where(sql`is_current and ended_at is null`),
    index('memberships_running')
      .on(table.startedAt, table.id)
      .where(sql`ended_at is null`),
    index('memberships_owing')
      .on(table.unpaidSince)
      .where(sql`is_current and ended_at is null and status in ('past_due', 'unpaid')`),
    check('memberships_first_payment_known', sql`first_payment in ('processing', 'failed')`),
    check('memberships_price_not_negative', sql`price_cents >= 0`),
    check('memberships_due_not_negative', sql`due_cents >= 0`),
    check('memberships_status_length', sql`length(status) between 1 and 60`),
  ],
)
export type Membership = typeof memberships.$inferSelect

const movementNames = sql.raw(movementKinds.map((kind) => `'${kind}'`).join(', '))

/**
 * Append-only. The sum of `cents` is what a membership earns a month, that of `members` is 1 while it counts.
 * `happenedAt` is Stripe's time; `joinedMonth` is when the person first joined (UTC).
 */
export const membershipMovements = pgTable(
  'membership_movements',
  {
    id: uuid('id').primaryKey(),
    membershipId: uuid('membership_id')
      .notNull()
      .references(() => memberships.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    kind: text('kind', { enum: movementKinds }).notNull(),
    members: smallint('members').notNull(),
    cents: integer('cents').notNull(),
    joinedMonth: date('joined_month', { mode: 'string' }).notNull(),
    happenedAt: moment('happened_at').notNull(),
    recordedAt: moment('noted_at').notNull(),
  },
  (table) => [
    index('membership_movements_membership').on(table.membershipId),
    index('membership_movements_person').on(table.personId),
    index('membership_movements_happened').on(table.happenedAt, table.id),
    index('membership_movements_joined').on(table.joinedMonth, table.happenedAt, table.id),
    check('membership_movements_kind_known', sql`kind in (${movementNames})`),
    check('membership_movements_members_range', sql`members between -1 and 1`),
    check('membership_movements_moves', sql`members <> 0 or cents <> 0`),
    check('membership_movements_joined_first_day', sql`extract(day from joined_month) = 1`),
  ],
)
export type MembershipMovement = typeof membershipMovements.$inferSelect

/** A start is saved before the request to Stripe. `attempt` is part of the idempotency key. */
export const subscriptionStarts = pgTable(
  'subscription_starts',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    attempt: integer('attempt').notNull(),
    couponCode: text('coupon_code'),
    paymentMethodId: text('payment_method_id'),
    state: text('state', { enum: ['open', 'created', 'failed'] }).notNull(),
    subscriptionId: text('subscription_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('subscription_starts_attempt_key').on(table.personId, table.attempt),
    uniqueIndex('subscription_starts_one_open')
      .on(table.personId)
      .where(sql`state = 'open'`),
    check('subscription_starts_state_known', sql`state in ('open', 'created', 'failed')`),
    check('subscription_starts_attempt_positive', sql`attempt > 0`),
    check('subscription_starts_coupon_length', sql`length(coupon_code) <= 100`),
    check('subscription_starts_method_length', sql`length(payment_method_id) <= 255`),
  ],
)

/**
 * The rules of a code. Stripe knows the discount; the limits are counted here, because Stripe also counts
 * subscriptions that were never paid. `months` is null for a discount that lasts.
 */
export const promoCodes = pgTable(
  'promo_codes',
  {
    /** In capitals. */
    code: text('code').primaryKey(),
    campaign: text('campaign').notNull(),
    percentOff: numeric('percent_off', { precision: 5, scale: 2, mode: 'number' }),
    amountOffCents: integer('amount_off_cents'),
    months: smallint('months'),
    maxUses: integer('max_uses'),
    expiresAt: moment('expires_at'),
    isOncePerPerson: boolean('is_once_per_person').notNull(),
    isOncePerCard: boolean('is_once_per_card').notNull(),
    isForNewMembers: boolean('is_for_new_members').notNull(),
    needsCard: boolean('needs_card').notNull(),
    /** The promotion code at Stripe; null until it is created there. */
    promotionId: text('promotion_id'),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('promo_codes_newest').on(table.createdAt),
    check('promo_codes_code_form', sql`length(code) between 1 and 500 and code = upper(code)`),
    check('promo_codes_campaign_length', sql`char_length(campaign) <= 80`),
    check('promo_codes_one_discount', sql`(percent_off is null) <> (amount_off_cents is null)`),
    check(
      'promo_codes_discount_positive',
      sql`percent_off > 0 and percent_off <= 100 or amount_off_cents > 0`,
    ),
    check('promo_codes_limits_positive', sql`months > 0 and max_uses > 0`),
    check('promo_codes_card_is_of_person', sql`is_once_per_person or not is_once_per_card`),
    check('promo_codes_promotion_length', sql`length(promotion_id) <= 255`),
  ],
)
export type PromoCode = typeof promoCodes.$inferSelect

/** Address and card are keyed hashes: a row may outlive its person. */
export const promoRedemptions = pgTable(
  'promo_redemptions',
  {
    id: uuid('id').primaryKey(),
    code: text('code').notNull(),
    /** Whether the code works once per person: only then are the keys unique. */
    isOnce: boolean('is_once').notNull(),
    state: text('state', { enum: ['reserved', 'redeemed'] }).notNull(),
    personId: uuid('person_id').references(() => people.id),
    signupId: uuid('signup_id').references(() => pendingSignups.id, { onDelete: 'set null' }),
    subscriptionId: text('subscription_id'),
    addressKey: text('address_key').notNull(),
    cardKey: text('card_key'),
    /** What it has taken off paid invoices so far. */
    discountCents: integer('discount_cents').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    redeemedAt: moment('redeemed_at'),
  },
  (table) => [
    uniqueIndex('promo_redemptions_person_key')
      .on(table.code, table.personId)
      .where(sql`is_once`),
    uniqueIndex('promo_redemptions_address_key')
      .on(table.code, table.addressKey)
      .where(sql`is_once`),
    uniqueIndex('promo_redemptions_card_key')
      .on(table.code, table.cardKey)
      .where(sql`is_once`),
    index('promo_redemptions_newest').on(table.code, table.createdAt, table.id),
    index('promo_redemptions_person').on(table.personId),
    index('promo_redemptions_signup').on(table.signupId),
    index('promo_redemptions_subscription').on(table.subscriptionId),
    check('promo_redemptions_state_known', sql`state in ('reserved', 'redeemed')`),
    check('promo_redemptions_redeemed_at', sql`(state = 'redeemed') = (redeemed_at is not null)`),
    check('promo_redemptions_code_length', sql`length(code) between 1 and 500`),
    check('promo_redemptions_discount_not_negative', sql`discount_cents >= 0`),
    check(
      'promo_redemptions_key_length',
      sql`length(address_key) = 64 and length(card_key) = 64 and length(subscription_id) <= 255`,
    ),
  ],
)

/** Billing emails that are sent once per key, such as `payment_failed:{invoice}`. */
export const billingEmails = pgTable(
  'billing_letters',
  {
    key: text('key').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    writtenAt: moment('written_at').notNull(),
  },
  (table) => [
    index('billing_letters_person').on(table.personId),
    check('billing_letters_key_length', sql`length(key) between 1 and 255`),
  ],
)
