import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { media } from '#features/media/schema.ts'

/**
 * Everyone with an account. `email` is kept in lower case; `passwordHash` is null until a password is chosen. `hasTwoFactor`
 * says that signing in takes a second step: its row in two_factors is on; `hasPasskey` that they have one at least.
 * `avatarId` is the medium of their picture; of a creator who `isPrivate` members see no bio, location and website, and
 * unless one `countsViews` nobody counts who sees their posts.
 */
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
    avatarId: text('avatar_id').references(() => media.id),
    isPrivate: boolean('is_private').notNull().default(false),
    countsViews: boolean('counts_views').notNull().default(true),
    isMainInfluencer: boolean('is_main_influencer').notNull().default(false),
    isBlocked: boolean('is_blocked').notNull().default(false),
    hasTwoFactor: boolean('has_two_factor').notNull().default(false),
    hasPasskey: boolean('has_passkey').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id'),
    createdAt: moment('created_at').notNull(),
    /** Set when nothing is left of a person but the row that books and replies hang on. */
    erasedAt: moment('erased_at'),
  },
  (table) => [
    uniqueIndex('people_email_key').on(table.email),
    uniqueIndex('people_stripe_customer_key').on(table.stripeCustomerId),
    uniqueIndex('people_avatar_key').on(table.avatarId),
    uniqueIndex('people_one_main_influencer')
      .on(table.isMainInfluencer)
      .where(sql`is_main_influencer`),
    check('people_role_known', sql`role in ('subscriber', 'creator', 'admin')`),
    check('people_email_lower', sql`email = lower(email)`),
    check(
      'people_name_length',
      sql`char_length(first_name) between 1 and 60 and char_length(last_name) between 1 and 60`,
    ),
    check('people_bio_length', sql`char_length(bio) between 1 and 500`),
    check('people_location_length', sql`char_length(location) between 1 and 100`),
    check('people_website_length', sql`char_length(website) between 1 and 200`),
  ],
)

export type Person = typeof people.$inferSelect

/**
 * Signed-in browsers. The cookie holds a random token; only its SHA-256 is kept. `confirmedAt` is when the person last
 * proved who they are.
 */
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
    confirmedAt: moment('confirmed_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token_key').on(table.tokenHash),
    index('sessions_person').on(table.personId),
  ],
)

/** Links to choose a new password. Only the newest of a person works, once, for an hour; its token is kept hashed. */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    isOver: boolean('is_over').notNull().default(false),
  },
  (table) => [index('password_resets_person').on(table.personId, table.createdAt)],
)

/**
 * The second step of people who have one, or are setting it up. The secret of the authenticator app can be read with
 * the site's secret alone; `lastStep` is the newest 30 seconds a code was taken for, so that none is taken twice.
 * After ten wrong codes in a row nobody may try until `lockedUntil`.
 */
export const twoFactors = pgTable('two_factors', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  sealedSecret: text('sealed_secret').notNull(),
  isOn: boolean('is_on').notNull().default(false),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  failures: smallint('failures').notNull().default(0),
  lockedUntil: moment('locked_until'),
  createdAt: moment('created_at').notNull(),
})

/** Codes for the day the phone is gone, each good once. Kept as an HMAC with the site's secret. */
export const backupCodes = pgTable(
  'backup_codes',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.codeHash] })],
)

/** Browsers between the two steps of signing in: the password was right, the code is still to come. */
export const signInSteps = pgTable(
  'sign_in_steps',
  {
    tokenHash: text('token_hash').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_in_steps_person').on(table.personId)],
)

/**
 * Keys in people's devices that open their account. `publicKey` (COSE, base64url) checks what a device signs; `counter`
 * is the last number it counted to, 0 for those that do not count.
 */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_key').on(table.credentialId),
    index('passkeys_person').on(table.personId),
    check('passkeys_name_length', sql`char_length(name) between 1 and 60`),
  ],
)

/**
 * Questions that passkeys were asked, each to be answered once, by the browser that has the token. `personId` is null
 * where anybody may sign in.
 */
export const passkeyQuestions = pgTable(
  'passkey_questions',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: ['signIn', 'confirm', 'add'] }).notNull(),
    challenge: text('challenge').notNull(),
    personId: uuid('person_id').references(() => people.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('passkey_questions_person').on(table.personId),
    index('passkey_questions_expiry').on(table.expiresAt),
    check('passkey_questions_purpose_known', sql`purpose in ('signIn', 'confirm', 'add')`),
  ],
)

/**
 * Browsers a person has signed in with. The cookie holds a random token, the same for all who share a browser; only its
 * SHA-256 is kept.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.tokenHash] }),
    index('known_devices_last_used').on(table.lastUsedAt),
  ],
)
