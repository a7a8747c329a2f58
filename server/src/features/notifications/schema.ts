import { noticeKinds } from '@touchline/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people, sessions } from '#features/people/schema.ts'

const kind = () => text('kind', { enum: noticeKinds }).notNull()
const kinds = (name: string) => text(name, { enum: noticeKinds }).array().notNull().default([])

const allKinds = sql.raw(noticeKinds.map((name) => `'${name}'`).join(', '))

/** A person without a row has the defaults: email only. Declined kinds are not sent on that channel. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => people.id, { onDelete: 'cascade' }),
    email: boolean('email').notNull().default(true),
    push: boolean('push').notNull().default(false),
    marketing: boolean('marketing').notNull().default(false),
    marketingChangedAt: moment('marketing_changed_at'),
    emailDeclined: kinds('email_declined'),
    pushDeclined: kinds('push_declined'),
  },
  () => [
    check(
      'notification_settings_kinds_known',
      sql`email_declined <@ array[${allKinds}] and push_declined <@ array[${allKinds}]`,
    ),
    check('notification_settings_consent_has_time', sql`not marketing or marketing_changed_at is not null`),
  ],
)

export type NotificationSettingsRow = typeof notificationSettings.$inferSelect
/** Notifications, sent once on each channel. `emailedAt` is when the email was written. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    kind: kind(),
    subjectId: uuid('subject_id').notNull(),
    happenedAt: moment('happened_at').notNull(),
    isEmailDue: boolean('is_email_due').notNull(),
    isPushDue: boolean('is_push_due').notNull(),
    emailedAt: moment('emailed_at'),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.personId, table.kind, table.subjectId),
    index('notifications_email_due')
      .on(table.personId)
      .where(sql`is_email_due`),
    index('notifications_push_due')
      .on(table.personId)
      .where(sql`is_push_due`),
    index('notifications_emailed').on(table.personId, table.emailedAt),
    index('notifications_happened').on(table.happenedAt),
    check('notifications_kind_known', sql`kind in (${allKinds})`),
    check('notifications_emailed_once', sql`emailed_at is null or not is_email_due`),
  ],
)

export type NotificationRow = typeof notifications.$inferSelect

/** Browsers that receive push messages. A subscription ends with its session. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_person').on(table.personId),
    index('push_subscriptions_session').on(table.sessionId),
    check('push_subscriptions_endpoint_length', sql`length(endpoint) between 1 and 1000`),
  ],
)

/** The single key pair that signs push messages. The private key is encrypted with the site's secret. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: smallint('id').primaryKey().default(1),
    publicKey: text('public_key').notNull(),
    sealedPrivateKey: text('sealed_private_key').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  () => [check('push_keys_one', sql`id = 1`)],
)
