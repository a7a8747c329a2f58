import type { EmailPace } from '@touchline/contract/notifications.ts'
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { people } from '#features/people/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { forEachInTurn } from '#jobs/for-each.ts'
import type { Services } from '#services.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'
import { needsAccess } from './kinds.ts'
import { noticeEmail } from './emails.ts'
import { loadNotices } from './notices.ts'
import { type NotificationRow, notifications, notificationSettings } from './schema.ts'
import { withDefaults, settingsColumns, channelsFor } from './settings.ts'
import { lockNotifications, quietEnd } from './timing.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret'>

const hourMs = 60 * 60_000

/** Above this number of immediate emails per hour, further ones wait and are combined. */
const maxEmailsPerHour = 10

/**
 * Sends a person's first digest at once, further ones at most hourly. The transaction that marks rows writes the email:
 * none is lost or duplicated. Tries everyone and then rejects if some failed.
 */
export const emailNotices = (services: Deps): Promise<void> =>
  forEachInTurn(recipientsDue(services), ({ id }) =>
    services.db.transaction((tx) => emailPerson(services, tx, id)),
  )

export async function isAnyEmailDue({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const due = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lte(notifications.emailDueAt, clock.now()))
    .limit(1)
  return due.length > 0
}

const recipientsDue = ({ db, clock }: Deps) =>
  rowsById(async (after, limit) => {
    const now = clock.now()
    const anHourAgo = new Date(now.getTime() - hourMs).toISOString()
    const { rows } = await db.execute<{ id: string }>(sql`
      select due.person_id as id from notifications due
      where due.email_due_at <= ${now.toISOString()}::timestamptz and due.person_id > ${after}::uuid
      group by due.person_id
      having bool_or(due.email_pace <> 'hourly') or not exists (
        select from notifications emailed
        where emailed.person_id = due.person_id and emailed.emailed_at > ${anHourAgo}::timestamptz
          and emailed.email_pace = 'hourly')
      order by due.person_id limit ${limit}`)
    return rows
  })

async function emailPerson(services: Deps, tx: Transaction, personId: string): Promise<void> {
  await lockNotifications(tx, personId)
  const now = services.clock.now()
  const due = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.personId, personId), lte(notifications.emailDueAt, now)))
    .orderBy(asc(notifications.happenedAt), asc(notifications.id))
  const reader = await findReader(tx, personId)
  const quietUntil = reader ? quietEnd(withDefaults(reader.settings), now) : null
  if (quietUntil) return postpone(tx, due, quietUntil)
  const wanted = reader ? filterWanted(reader, due, now) : []
  const unwanted = due.filter((row) => !wanted.includes(row))
  await markDone(tx, unwanted, null)
  const recent = await countRecentEmails(tx, personId, now)
  const parts = [
    { pace: 'hourly', mayGo: recent.hourly === 0 },
    { pace: 'daily', mayGo: true },
    { pace: 'at_once', mayGo: recent.atOnce < maxEmailsPerHour },
  ]
  for (const { pace, mayGo } of parts) {
    const rows = wanted.filter(({ emailPace }) => emailPace === pace)
    if (mayGo && rows.length > 0) await sendEmail(services, tx, personId, rows)
  }
}

async function findReader(tx: Transaction, personId: string) {
  const [person] = await tx
    .select({
      role: people.role,
      isBlocked: people.isBlocked,
      settings: settingsColumns,
      membership: membershipFacts,
    })
    .from(people)
    .leftJoin(notificationSettings, eq(notificationSettings.personId, people.id))
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
    .where(eq(people.id, personId))
  return person
}

type Reader = NonNullable<Awaited<ReturnType<typeof findReader>>>

/** Returns the due rows that the person still wants and may see; posts require access. */
function filterWanted(person: Reader, due: NotificationRow[], now: Date): NotificationRow[] {
  if (person.isBlocked) return []
  const { hasAccess } = accessOf(person, now)
  const settings = withDefaults(person.settings)
  return due.filter(({ kind }) => channelsFor(settings, kind).email && (hasAccess || !needsAccess(kind)))
}

async function countRecentEmails(tx: Transaction, personId: string, now: Date) {
  const emails = await tx
    .selectDistinct({
      emailedAt: notifications.emailedAt,
      emailPace: notifications.emailPace,
    })
    .from(notifications)
    .where(
      and(
        eq(notifications.personId, personId),
        gt(notifications.emailedAt, new Date(now.getTime() - hourMs)),
      ),
    )
  const countOf = (pace: EmailPace) => emails.filter(({ emailPace }) => emailPace === pace).length
  return { atOnce: countOf('at_once'), hourly: countOf('hourly') }
}

async function sendEmail(services: Deps, tx: Transaction, personId: string, rows: NotificationRow[]) {
  const notices = await loadNotices(services.db, rows)
  const [reader] = await tx
    .select({ email: people.email, firstName: people.firstName })
    .from(people)
    .where(eq(people.id, personId))
  if (!reader || notices.length === 0) return markDone(tx, rows, null)
  const site = {
    siteUrl: services.address.url,
    unsubscribeUrl: (of: Parameters<typeof unsubscribeUrl>[2]) => unsubscribeUrl(services, personId, of),
  }
  await services.mail.enqueue(tx, noticeEmail(reader, notices, site))
  return markDone(tx, rows, services.clock.now())
}

/** Delivers rows no earlier than `until`. */
async function postpone(tx: Transaction, rows: NotificationRow[], until: Date): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await tx.update(notifications).set({ emailDueAt: until }).where(inArray(notifications.id, ids))
}

/** Marks rows as done: emailed at `emailedAt`, or skipped when null. */
async function markDone(tx: Transaction, rows: NotificationRow[], emailedAt: Date | null): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.update(notifications).set({ emailDueAt: null, emailedAt }).where(inArray(notifications.id, ids))
}
