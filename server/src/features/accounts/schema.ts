import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Everyone with an account. `email` is kept in lower case; `passwordHash` is null until a password is chosen. */
export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phoneNumber: text('phone_number'),
    passwordHash: text('password_hash'),
    role: text('role', { enum: ['subscriber', 'creator', 'admin'] }).notNull(),
    bio: text('bio'),
    location: text('location'),
    website: text('website'),
    isMainInfluencer: boolean('is_main_influencer').notNull().default(false),
    isBlocked: boolean('is_blocked').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('people_email_key').on(table.email),
    uniqueIndex('people_stripe_customer_key').on(table.stripeCustomerId),
    uniqueIndex('people_one_main_influencer')
      .on(table.isMainInfluencer)
      .where(sql`is_main_influencer`),
    check('people_role_known', sql`role in ('subscriber', 'creator', 'admin')`),
    check('people_email_lower', sql`email = lower(email)`),
  ],
)

export type Person = typeof people.$inferSelect

/** Signed-in browsers. The cookie holds a random token; only its SHA-256 is kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token_key').on(table.tokenHash),
    index('sessions_person').on(table.personId),
  ],
)
