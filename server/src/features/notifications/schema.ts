import {
  type EmailPace,
  emailPaces,
  type NoticeKind,
  noticeKinds,
} from '@touchline/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import { people, sessions } from '#features/people/schema.ts'

const kind = () => text('kind', { enum: noticeKinds }).notNull()
const kinds = (name: string) => text(name, { enum: noticeKinds }).array().notNull().default([])

const allPaces = sql.raw(emailPaces.map((name) => `'${name}'`).join(', '))
const allKinds = sql.raw(noticeKinds.map((name) => `'${name}'`).join(', '))

/**
 * A person without a row has the defaults: the bell and email, no push. Declined kinds are not sent on that channel.
 */
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
    siteDeclined: kinds('site_declined'),
    /** Kinds whose emails come at another pace than by default. */
    emailPace: jsonb('email_pace').$type<Partial<Record<NoticeKind, EmailPace>>>().notNull().default({}),
    /** The hour of the daily email in the person's time zone. */
    dailyHour: smallint('daily_hour').notNull().default(18),
    timeZone: text('time_zone'),
    /** Minutes of the local day between which no email or push message is sent; both or neither. */
    quietFrom: smallint('quiet_from'),
    quietUntil: smallint('quiet_until'),
    /** The newest notice that the person has seen. */
    readUntil: uuid('read_until'),
  },
  () => [
    check(
      'notification_settings_kinds_known',
      sql`email_declined <@ array[${allKinds}] and push_declined <@ array[${allKinds}] and site_declined <@ array[${allKinds}]`,
    ),
    check('notification_settings_pace_is_object', sql`jsonb_typeof(email_pace) = 'object'`),
    check('notification_settings_daily_hour', sql`daily_hour between 0 and 23`),
    check('notification_settings_time_zone_length', sql`length(time_zone) between 1 and 64`),
    check(
      'notification_settings_quiet_hours',
      sql`(quiet_from is null) = (quiet_until is null) and quiet_from between 0 and 1439
        and quiet_until between 0 and 1439 and quiet_from <> quiet_until`,
    ),
    check('notification_settings_consent_has_time', sql`not marketing or marketing_changed_at is not null`),
  ],
)

export type NotificationSettingsRow = typeof notificationSettings.$inferSelect
/**
 * Notifications, sent once on each channel. A row without a person is for all members: a new post is one row in the
 * bell, and rows that are not on the site only carry its emails and push messages. The ids are in the order of the
 * list. A row is sent when `emailDueAt` or `pushDueAt` has come; `emailedAt` is when the email was written.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id').references(() => people.id, { onDelete: 'cascade' }),
    kind: kind(),
    subjectId: uuid('subject_id').notNull(),
    happenedAt: moment('happened_at').notNull(),
    detail: text('detail'),
    isOnSite: boolean('is_on_site').notNull().default(true),
    emailPace: text('email_pace', { enum: emailPaces }).notNull().default('hourly'),
    emailDueAt: moment('email_due_at'),
    pushDueAt: moment('push_due_at'),
    pushedAt: moment('pushed_at'),
    emailedAt: moment('emailed_at'),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.personId, table.kind, table.subjectId),
    uniqueIndex('notifications_shared_once')
      .on(table.kind, table.subjectId)
      .where(sql`person_id is null`),
    index('notifications_of_person')
      .on(table.personId, table.id)
      .where(sql`is_on_site`),
    index('notifications_shared')
      .on(table.id)
      .where(sql`person_id is null`),
    index('notifications_email_due')
      .on(table.emailDueAt, table.personId)
      .where(sql`email_due_at is not null`),
    index('notifications_push_due')
      .on(table.pushDueAt, table.personId)
      .where(sql`push_due_at is not null`),
    index('notifications_pushed').on(table.personId, table.pushedAt),
    index('notifications_emailed').on(table.personId, table.emailedAt),
    index('notifications_happened').on(table.happenedAt),
    check('notifications_kind_known', sql`kind in (${allKinds})`),
    check('notifications_pace_known', sql`email_pace in (${allPaces})`),
    check('notifications_detail_length', sql`length(detail) between 1 and 40`),
    check('notifications_emailed_once', sql`emailed_at is null or email_due_at is null`),
    check(
      'notifications_shared_stay_on_site',
      sql`person_id is not null or (is_on_site and email_due_at is null and push_due_at is null)`,
    ),
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
    /**
     * When the push service reported that the browser gave it up. The row stays, so that it is not registered again.
     */
    goneAt: moment('gone_at'),
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
