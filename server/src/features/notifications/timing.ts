import {
  emailPaces,
  type EmailPace,
  type NoticeKind,
  noticeKinds,
} from '@touchline/contract/notifications.ts'
import { and, eq, gt, inArray, isNotNull, ne, or } from 'drizzle-orm'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { localMinute, nextLocalMinute } from '#time/local-time.ts'
import { defaultPace } from './kinds.ts'
import { notifications, type NotificationSettingsRow } from './schema.ts'

type Timing = Pick<
  NotificationSettingsRow,
  'emailPace' | 'dailyHour' | 'timeZone' | 'quietFrom' | 'quietUntil'
>

const zoneOf = ({ timeZone }: Timing) => timeZone ?? 'UTC'

export const paceOf = (timing: Timing, kind: NoticeKind): EmailPace =>
  timing.emailPace[kind] ?? defaultPace(kind)

/** Returns when an email of this pace may go out. Quiet hours may postpone it later. */
export const emailDueAt = (timing: Timing, pace: EmailPace, now: Date): Date =>
  pace === 'daily' ? nextLocalMinute(now, zoneOf(timing), timing.dailyHour * 60) : now

/** Returns the end of the quiet hours that `now` lies in, or null. */
export function quietEnd(timing: Timing, now: Date): Date | null {
  const { quietFrom: from, quietUntil: until } = timing
  if (from === null || until === null) return null
  const minute = localMinute(now, zoneOf(timing))
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until
  return isQuiet ? nextLocalMinute(now, zoneOf(timing), until) : null
}

export const isTimingChange = (before: Timing, after: Timing): boolean =>
  before.dailyHour !== after.dailyHour ||
  before.timeZone !== after.timeZone ||
  before.quietFrom !== after.quietFrom ||
  before.quietUntil !== after.quietUntil ||
  noticeKinds.some((kind) => paceOf(before, kind) !== paceOf(after, kind))

/** Lock that sending people's notifications and changing when they are due share. Ids come in ascending order. */
export const lockNotifications = (tx: Transaction, ...personIds: string[]): Promise<void> =>
  lockUntilCommit(tx, ...personIds.map((id) => `notices:${id}`))

type TimingChange = { before: Timing; after: Timing }

/**
 * Computes again when the person's unsent notifications are due. A daily email that is already due stays due, even if
 * quiet hours have postponed it.
 */
export async function reschedule(
  tx: Transaction,
  personId: string,
  { before, after: timing }: TimingChange,
  now: Date,
): Promise<void> {
  await lockNotifications(tx, personId)
  const theirs = eq(notifications.personId, personId)
  const postponedTo = quietEnd(before, now)
  if (postponedTo && before.dailyHour * 60 !== before.quietUntil)
    await tx
      .update(notifications)
      .set({ emailDueAt: now })
      .where(and(theirs, eq(notifications.emailDueAt, postponedTo)))
  for (const pace of emailPaces) {
    const kinds = noticeKinds.filter((kind) => paceOf(timing, kind) === pace)
    const mayMove =
      pace === 'daily' ? or(ne(notifications.emailPace, pace), gt(notifications.emailDueAt, now)) : undefined
    await tx
      .update(notifications)
      .set({ emailPace: pace, emailDueAt: emailDueAt(timing, pace, now) })
      .where(and(theirs, isNotNull(notifications.emailDueAt), inArray(notifications.kind, kinds), mayMove))
  }
  await tx
    .update(notifications)
    .set({ pushDueAt: now })
    .where(and(theirs, isNotNull(notifications.pushDueAt)))
}
