import { movementKinds } from '@touchline/contract/insights.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people } from '#features/people/schema.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

/**
 * What the provider last said about each subscription of a person; written by `syncCustomer` only. `isCurrent` marks
 * the one that decides access.
 */
export const memberships = pgTable(
  'memberships',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    customerId: text('customer_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    /** The provider's word, kept as it came: new ones may appear, and give no access. */
    status: text('status').notNull(),
    cancelAt: moment('cancel_at'),
    /** The latest end of a period that was paid. Access follows this, never `periodEnd`. */
    paidThrough: moment('paid_through'),
    /** Start of the oldest period that is billed and not paid. */
    unpaidSince: moment('unpaid_since'),
    /** Until when an unpaid renewal keeps access, by the terms of the time it fell due. */
    graceUntil: moment('grace_until'),
    /** How the first payment stands while it is not paid. */
    firstPayment: text('first_payment', { enum: ['processing', 'failed'] }),
    priceCents: integer('price_cents').notNull(),
    /** What the latest invoice still asks for while it is open: not always the price. */
    dueCents: integer('due_cents'),
    /** The customer's default card that was followed or found last; empty for none, null for what is older than this. */
    adoptedDefault: text('heeded_default'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** The first moment at which the card is no longer valid. */
    cardExpiresAt: moment('card_expires_at'),
    periodEnd: moment('period_end').notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** Set while what was paid for the period is lost to a dispute, or refunded in full and the subscription runs on. */
    revokedAt: moment('revoked_at'),
    isCurrent: boolean('is_current').notNull().default(false),
    /** When the provider was asked for what this row says. */
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
 * Every change of what memberships bring a month, append-only; written with the snapshot that told of it. A membership
 * counts while its month is paid and nothing of it was taken back: the sum of its `cents` is what it brings then, the
 * sum of its `members` 1 while it counts. `happenedAt` is the provider's time, `joinedMonth` when the person first
 * came (UTC).
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

/**
 * Every time a signed-in person sets out to subscribe, written before the provider is asked. `attempt` is part of
 * the idempotency key: asking again with the same attempt never makes a second subscription.
 */
export const subscriptionStarts = pgTable(
  'subscription_starts',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    attempt: integer('attempt').notNull(),
    couponCode: text('coupon_code'),
    /** The saved card for a code that leaves nothing to pay: a retry has to name the same one. */
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
 * Who used which promotion code: reserved when a subscription is started with it, redeemed when the membership begins,
 * deleted when it never does. The address and the card are keyed hashes, so that a row may outlive its person.
 */
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
    index('promo_redemptions_person').on(table.personId),
    index('promo_redemptions_signup').on(table.signupId),
    index('promo_redemptions_subscription').on(table.subscriptionId),
    check('promo_redemptions_state_known', sql`state in ('reserved', 'redeemed')`),
    check('promo_redemptions_redeemed_at', sql`(state = 'redeemed') = (redeemed_at is not null)`),
    check('promo_redemptions_code_length', sql`length(code) between 1 and 500`),
    check(
      'promo_redemptions_key_length',
      sql`length(address_key) = 64 and length(card_key) = 64 and length(subscription_id) <= 255`,
    ),
  ],
)

/** Letters about one thing that are written once, however often it is heard of: `payment_failed:{invoice}`. */
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
