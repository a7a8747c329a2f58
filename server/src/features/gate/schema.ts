import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/** At most one row. After `opensAt` the gate is open to everyone. */
export const gateSettings = pgTable(
  'gate_settings',
  {
    id: integer('id').primaryKey(),
    opensAt: moment('opens_at'),
    hasWaitlist: boolean('has_waitlist').notNull(),
  },
  () => [check('gate_settings_one_row', sql`id = 1`)],
)

/** Codes beside the one of the configuration. `uses` counts browser sessions. */
export const gateCodes = pgTable(
  'gate_codes',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** In lower case. */
    code: text('code').notNull(),
    campaign: text('campaign').notNull(),
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    expiresAt: moment('expires_at'),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('gate_codes_code_key').on(table.code),
    check('gate_codes_code_form', sql`code ~ '^[a-z0-9-]{4,40}$'`),
    check('gate_codes_name_length', sql`char_length(name) between 1 and 80 and char_length(campaign) <= 80`),
    check('gate_codes_uses_within_limit', sql`uses >= 0 and max_uses > 0 and uses <= max_uses`),
  ],
)

/** Addresses that wait for an invitation. They are not accounts; links in every email delete them. */
export const waitlist = pgTable(
  'gate_waitlist',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When the latest email was enqueued, so that strangers cannot flood a mailbox. */
    emailedAt: moment('emailed_at').notNull(),
    confirmedAt: moment('confirmed_at'),
    wave: integer('wave'),
    invitedAt: moment('invited_at'),
    enteredAt: moment('entered_at'),
  },
  (table) => [
    uniqueIndex('gate_waitlist_email_key').on(table.email),
    index('gate_waitlist_waiting')
      .on(table.confirmedAt, table.id)
      .where(sql`confirmed_at is not null and invited_at is null`),
    index('gate_waitlist_invited').on(table.wave),
    check('gate_waitlist_email_lower', sql`email = lower(email) and length(email) <= 254`),
    check('gate_waitlist_invited_in_wave', sql`(wave is null) = (invited_at is null)`),
    check('gate_waitlist_invited_confirmed', sql`invited_at is null or confirmed_at is not null`),
    check('gate_waitlist_entered_invited', sql`entered_at is null or invited_at is not null`),
  ],
)
