import {
  isEmailed,
  type UnsubscribeScope,
  type NoticeKind,
  noticeKinds,
  type NotificationSettings,
  type SettingsChange,
} from '@touchline/contract/notifications.ts'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { canonicalTimeZone } from '#time/local-time.ts'
import { kindsFor } from './kinds.ts'
import { isTimingChange, paceOf, reschedule } from './timing.ts'
import { notificationSettings, type NotificationSettingsRow } from './schema.ts'

export type Settings = Omit<NotificationSettingsRow, 'personId' | 'readUntil'>

export const settingsColumns = {
  email: notificationSettings.email,
  push: notificationSettings.push,
  marketing: notificationSettings.marketing,
  marketingChangedAt: notificationSettings.marketingChangedAt,
  emailDeclined: notificationSettings.emailDeclined,
  pushDeclined: notificationSettings.pushDeclined,
  siteDeclined: notificationSettings.siteDeclined,
  emailPace: notificationSettings.emailPace,
  dailyHour: notificationSettings.dailyHour,
  timeZone: notificationSettings.timeZone,
  quietFrom: notificationSettings.quietFrom,
  quietUntil: notificationSettings.quietUntil,
}

const defaults: Settings = {
  email: true,
  push: false,
  marketing: false,
  marketingChangedAt: null,
  emailDeclined: [],
  pushDeclined: [],
  siteDeclined: [],
  emailPace: {},
  dailyHour: 18,
  timeZone: null,
  quietFrom: null,
  quietUntil: null,
}

export const withDefaults = (saved: Settings | null | undefined): Settings => saved ?? defaults

export const channelsFor = (settings: Settings, kind: NoticeKind) => ({
  site: !settings.siteDeclined.includes(kind),
  email: settings.email && isEmailed(kind) && !settings.emailDeclined.includes(kind),
  push: settings.push && !settings.pushDeclined.includes(kind),
})

export async function settingsOf(db: Queryable, personId: string): Promise<Settings> {
  const [saved] = await db
    .select(settingsColumns)
    .from(notificationSettings)
    .where(eq(notificationSettings.personId, personId))
  return withDefaults(saved)
}

async function saveSettings(tx: Queryable, personId: string, settings: Settings): Promise<void> {
  await tx
    .insert(notificationSettings)
    .values({ personId, ...settings })
    .onConflictDoUpdate({ target: notificationSettings.personId, set: settings })
}

/** Returns the settings as their owner sees them. */
export const toSettings = (settings: Settings, { role }: Pick<Viewer, 'role'>): NotificationSettings => ({
  email: settings.email,
  push: settings.push,
  marketing: settings.marketing,
  marketingChangedAt: settings.marketingChangedAt?.toISOString() ?? null,
  kinds: kindsFor(role),
  declined: { site: settings.siteDeclined, email: settings.emailDeclined, push: settings.pushDeclined },
  emailPace: Object.fromEntries(
    kindsFor(role)
      .filter(isEmailed)
      .map((kind) => [kind, paceOf(settings, kind)]),
  ),
  dailyHour: settings.dailyHour,
  timeZone: settings.timeZone,
  quietHours:
    settings.quietFrom === null || settings.quietUntil === null
      ? null
      : { from: settings.quietFrom, until: settings.quietUntil },
})

const updateDeclined = (
  before: NoticeKind[],
  change: Partial<Record<NoticeKind, boolean>> = {},
): NoticeKind[] => noticeKinds.filter((kind) => change[kind] ?? before.includes(kind))

/** Changes the given settings of a person under a lock, and records the time of a marketing consent. */
export async function changeSettings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  personId: string,
  change: (now: Settings) => SettingsChange,
): Promise<Settings> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select from people where id = ${personId} for no key update`)
    const before = await settingsOf(tx, personId)
    const {
      email = before.email,
      push = before.push,
      marketing = before.marketing,
      declined,
      emailPace,
      dailyHour = before.dailyHour,
      timeZone = before.timeZone,
      quietHours,
    } = change(before)
    const after: Settings = {
      email,
      push,
      marketing,
      marketingChangedAt: marketing === before.marketing ? before.marketingChangedAt : clock.now(),
      emailDeclined: updateDeclined(before.emailDeclined, declined?.email),
      siteDeclined: updateDeclined(before.siteDeclined, declined?.site),
      pushDeclined: updateDeclined(before.pushDeclined, declined?.push),
      emailPace: { ...before.emailPace, ...emailPace },
      dailyHour,
      timeZone: timeZone && canonicalTimeZone(timeZone),
      quietFrom: quietHours === undefined ? before.quietFrom : (quietHours?.from ?? null),
      quietUntil: quietHours === undefined ? before.quietUntil : (quietHours?.until ?? null),
    }
    await saveSettings(tx, personId, after)
    if (isTimingChange(before, after)) await reschedule(tx, personId, { before, after }, clock.now())
    return after
  })
}

/** Whether a person has unsubscribed from the emails of this scope. */
export function isUnsubscribed(settings: Settings, of: UnsubscribeScope): boolean {
  if (of === 'marketing') return !settings.marketing
  if (of === 'email') return !settings.email
  return !channelsFor(settings, of).email
}

/** Returns the settings change for unsubscribing from a scope (`isOver`) or subscribing again. */
export function unsubscribeChange(now: Settings, of: UnsubscribeScope, isOver: boolean): SettingsChange {
  if (of === 'marketing') return { marketing: !isOver }
  if (of === 'email') return { email: !isOver }
  if (!isOver && !now.email)
    // A person who stopped all emails and resumes one kind wants only that kind.
    return {
      email: true,
      declined: { email: Object.fromEntries(noticeKinds.map((kind) => [kind, kind !== of])) },
    }
  return { declined: { email: { [of]: isOver } } }
}
