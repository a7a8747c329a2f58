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
 * `email` is in lower case; `passwordHash` is null until a password is chosen; `isPrivate` hides a creator's bio.
 * `hasTwoFactor` and `hasPasskey` mirror other tables. `sharing` is what strangers see of a creator's posts.
 */
export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** When the owner of the mailbox first followed an emailed link; null until then. */
    emailProvenAt: moment('email_proven_at'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phoneNumber: text('phone_number'),
    passwordHash: text('password_hash'),
    role: text('role', { enum: ['subscriber', 'creator', 'moderator', 'admin'] }).notNull(),
    bio: text('bio'),
    location: text('location'),
    website: text('website'),
    avatarId: text('avatar_id').references(() => media.id),
    isPrivate: boolean('is_private').notNull().default(false),
    countsViews: boolean('counts_views').notNull().default(true),
    sharing: text('sharing', { enum: ['off', 'title', 'teaser'] })
      .notNull()
      .default('title'),
    /** Whether the posts that they see and where they stop become part of their history. */
    keepsHistory: boolean('keeps_history').notNull().default(true),
    /** Reports about an earlier time, from devices that were offline, are ignored. */
    historyClearedAt: moment('history_cleared_at'),
    isMainInfluencer: boolean('is_main_influencer').notNull().default(false),
    isBlocked: boolean('is_blocked').notNull().default(false),
    hasTwoFactor: boolean('has_two_factor').notNull().default(false),
    hasPasskey: boolean('has_passkey').notNull().default(false),
    /** Signed in without the lost second factor, and must set up a new one. */
    isRecovering: boolean('is_recovering').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id'),
    createdAt: moment('created_at').notNull(),
    /** Set once nothing is left of a person but the row that the ledger and replies refer to. */
    erasedAt: moment('erased_at'),
  },
  (table) => [
    uniqueIndex('people_email_key').on(table.email),
    uniqueIndex('people_stripe_customer_key').on(table.stripeCustomerId),
    uniqueIndex('people_avatar_key').on(table.avatarId),
    // The few people who are not ordinary members, excluded when members are counted.
    index('people_apart')
      .on(table.id)
      .where(sql`role <> 'subscriber' or is_blocked or erased_at is not null`),
    uniqueIndex('people_one_main_influencer')
      .on(table.isMainInfluencer)
      .where(sql`is_main_influencer`),
    check('people_sharing_known', sql`sharing in ('off', 'title', 'teaser')`),
    check('people_role_known', sql`role in ('subscriber', 'creator', 'moderator', 'admin')`),
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

/** The cookie holds a random token; only its SHA-256 is saved. */
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

/** Password reset links. Only the newest of a person works, once, for an hour; the token is hashed. */
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

/** The secret is encrypted with the secret of the site; `lastStep` keeps a code from being accepted twice. */
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

/** Backup codes for a lost phone, each valid once; saved as an HMAC with the secret of the site. */
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

/** Sign-ins between the two steps: the password was right, the code is still missing. */
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

/** `publicKey` is COSE in base64url; `counter` is 0 for devices without one. */
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

/** A challenge is valid once and only with the token. `personId` is null for a sign-in by any passkey. */
export const passkeyChallenges = pgTable(
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

/** The cookie holds a random token, shared by all people of that browser; only its SHA-256 is saved. */
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

/**
 * `confirmEmail` proves the address, `unlock` lifts the sign-in limit, `recover` replaces a lost second factor. Each
 * works once; the token is hashed.
 */
export const accountLinks = pgTable(
  'account_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['confirmEmail', 'unlock', 'recover'] }).notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    isOver: boolean('is_over').notNull().default(false),
  },
  (table) => [
    index('account_links_person').on(table.personId, table.purpose, table.createdAt),
    index('account_links_expiry').on(table.expiresAt),
    check('account_links_purpose_known', sql`purpose in ('confirmEmail', 'unlock', 'recover')`),
  ],
)

/** A change takes effect when the emailed link is used; the previous, proven address can undo it until `undoBy`. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    formerEmail: text('former_email').notNull(),
    newEmail: text('new_email').notNull(),
    state: text('state', { enum: ['asked', 'changed', 'undone', 'over'] }).notNull(),
    askedById: uuid('asked_by_id').references(() => people.id),
    reason: text('reason'),
    askedAt: moment('asked_at').notNull(),
    confirmTokenHash: text('confirm_token_hash'),
    confirmBy: moment('confirm_by').notNull(),
    changedAt: moment('changed_at'),
    undoTokenHash: text('undo_token_hash'),
    undoBy: moment('undo_by'),
  },
  (table) => [
    uniqueIndex('email_changes_one_asked')
      .on(table.personId)
      .where(sql`state = 'asked'`),
    uniqueIndex('email_changes_confirm_token_key').on(table.confirmTokenHash),
    uniqueIndex('email_changes_undo_token_key').on(table.undoTokenHash),
    index('email_changes_person').on(table.personId, table.askedAt),
    index('email_changes_asked_by').on(table.askedById),
    index('email_changes_reserved')
      .on(table.formerEmail)
      .where(sql`undo_by is not null`),
    check('email_changes_state_known', sql`state in ('asked', 'changed', 'undone', 'over')`),
    check('email_changes_lower', sql`former_email = lower(former_email) and new_email = lower(new_email)`),
    check('email_changes_reason_length', sql`char_length(reason) between 1 and 1000`),
    check(
      'email_changes_changed_has_time',
      sql`state not in ('changed', 'undone') or changed_at is not null`,
    ),
  ],
)
export type EmailChange = typeof emailChanges.$inferSelect

/**
 * After 72 hours `ready`: an emailed link and the password then sign in. `cancelTokenHash` belongs to the link that
 * stops it.
 */
export const twoFactorRemovals = pgTable(
  'two_factor_removals',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    askedById: uuid('asked_by_id').references(() => people.id),
    reason: text('reason'),
    state: text('state', { enum: ['waiting', 'ready', 'cancelled', 'done'] }).notNull(),
    askedAt: moment('asked_at').notNull(),
    dueAt: moment('due_at').notNull(),
    endedAt: moment('ended_at'),
    cancelTokenHash: text('cancel_token_hash'),
  },
  (table) => [
    uniqueIndex('two_factor_removals_one_open')
      .on(table.personId)
      .where(sql`state in ('waiting', 'ready')`),
    uniqueIndex('two_factor_removals_cancel_token_key').on(table.cancelTokenHash),
    index('two_factor_removals_person').on(table.personId),
    index('two_factor_removals_asked_by').on(table.askedById),
    index('two_factor_removals_due')
      .on(table.dueAt)
      .where(sql`state in ('waiting', 'ready')`),
    check('two_factor_removals_state_known', sql`state in ('waiting', 'ready', 'cancelled', 'done')`),
    check('two_factor_removals_ended_has_time', sql`(state in ('waiting', 'ready')) = (ended_at is null)`),
    check('two_factor_removals_reason_length', sql`char_length(reason) between 1 and 1000`),
  ],
)
