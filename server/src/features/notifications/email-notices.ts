import type { EmailPace } from '@touchline/contract/notifications.ts'
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { databaseIsAway } from '#db/database-is-away.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { people } from '#features/people/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { forEachInTurn } from '#jobs/for-each.ts'
import { paced } from '#limits/pace.ts'
import type { Email } from '#mail/email.ts'
import type { Services } from '#services.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'
import { needsAccess } from './kinds.ts'
import { noticeEmail } from './emails.ts'
import { loadNotices, type Notice } from './notices.ts'
import { type NotificationRow, notifications, notificationSettings } from './schema.ts'
import { withDefaults, settingsColumns, channelsFor } from './settings.ts'
import { lockNotifications, quietEnd } from './timing.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret' | 'config'>

const hourMs = 60 * 60_000

/** Above this number of immediate emails per hour, further ones wait and are combined. */
const maxEmailsPerHour = 10

/** People whose emails are written in one transaction. It is small, because the site serves pages in between. */
const batchSize = 10

/**
 * Sends a person's first digest at once, further ones at most hourly. The transaction that marks rows writes the email:
 * none is lost or duplicated. Tries everyone and then rejects if some failed.
 */
export async function emailNotices(services: Deps): Promise<void> {
  const email = (ids: string[]) => services.db.transaction((tx) => emailPeople(services, tx, ids))
  // No faster than they are sent.
  const turn = paced(services.config.mail.pool.perSecond / batchSize)
  const failed: string[] = []
  let ids: string[] = []
  const emailBatch = async () => {
    await turn()
    try {
      await email(ids)
    } catch (error) {
      if (!(error instanceof Error) || databaseIsAway(error)) throw error
      failed.push(...ids)
    }
    ids = []
  }
  for await (const { id } of recipientsDue(services)) {
    ids.push(id)
    if (ids.length === batchSize) await emailBatch()
  }
  if (ids.length > 0) await emailBatch()
  // One person's failure must not hold back the rest of a batch.
  await forEachInTurn(failed, (id) => email([id]))
}

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

/** Writes the due emails of these people, whose ids are in ascending order. */
async function emailPeople(services: Deps, tx: Transaction, ids: string[]): Promise<void> {
  await lockNotifications(tx, ...ids)
  const now = services.clock.now()
  const due = await tx
    .select()
    .from(notifications)
    .where(and(inArray(notifications.personId, ids), lte(notifications.emailDueAt, now)))
    .orderBy(asc(notifications.happenedAt), asc(notifications.id))
  const readers = new Map((await findReaders(tx, ids)).map((reader) => [reader.id, reader]))
  const recent = Map.groupBy(await findRecentEmails(tx, ids, now), ({ personId }) => personId)
  const notices = await loadNotices(tx, due)
  const emails: Email[] = []
  const emailed: NotificationRow[] = []
  const skipped: NotificationRow[] = []
  for (const [personId, rows] of Map.groupBy(due, (row) => row.personId)) {
    const reader = readers.get(personId ?? '')
    if (!reader) {
      skipped.push(...rows)
      continue
    }
    const quietUntil = quietEnd(withDefaults(reader.settings), now)
    if (quietUntil) {
      await postpone(tx, rows, quietUntil)
      continue
    }
    const wanted = filterWanted(reader, rows, now)
    skipped.push(...rows.filter((row) => !wanted.includes(row)))
    for (const combined of combine(wanted, recent.get(personId) ?? [])) {
      const current = combined.flatMap(({ id }) => notices.get(id) ?? [])
      if (current.length > 0) emails.push(emailTo(services, reader, current))
      const handled = current.length > 0 ? emailed : skipped
      handled.push(...combined)
    }
  }
  await services.mail.enqueue(tx, ...emails)
  await markDone(tx, emailed, now)
  await markDone(tx, skipped, null)
}

const findReaders = (tx: Transaction, ids: string[]) =>
  tx
    .select({
      id: people.id,
      email: people.email,
      firstName: people.firstName,
      role: people.role,
      isBlocked: people.isBlocked,
      settings: settingsColumns,
      membership: membershipFacts,
    })
    .from(people)
    .leftJoin(notificationSettings, eq(notificationSettings.personId, people.id))
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
    .where(inArray(people.id, ids))

type Reader = Awaited<ReturnType<typeof findReaders>>[number]

/** Returns the due rows that the person still wants and may see; posts require access. */
function filterWanted(reader: Reader, due: NotificationRow[], now: Date): NotificationRow[] {
  if (reader.isBlocked) return []
  const { hasAccess } = accessOf(reader, now)
  const settings = withDefaults(reader.settings)
  return due.filter(({ kind }) => channelsFor(settings, kind).email && (hasAccess || !needsAccess(kind)))
}

type RecentEmail = Pick<NotificationRow, 'personId' | 'emailedAt' | 'emailPace'>

/** The emails of the last hour. The rows that one email combines share their moment and pace. */
const findRecentEmails = (tx: Transaction, ids: string[], now: Date): Promise<RecentEmail[]> =>
  tx
    .selectDistinct({
      personId: notifications.personId,
      emailedAt: notifications.emailedAt,
      emailPace: notifications.emailPace,
    })
    .from(notifications)
    .where(
      and(
        inArray(notifications.personId, ids),
        gt(notifications.emailedAt, new Date(now.getTime() - hourMs)),
      ),
    )

/** Returns the rows of each email that may go out now, one per pace. */
function combine(wanted: NotificationRow[], recent: RecentEmail[]): NotificationRow[][] {
  const recentOf = (pace: EmailPace) => recent.filter(({ emailPace }) => emailPace === pace).length
  const mayGo: Record<EmailPace, boolean> = {
    hourly: recentOf('hourly') === 0,
    daily: true,
    at_once: recentOf('at_once') < maxEmailsPerHour,
  }
  return [...Map.groupBy(wanted, ({ emailPace }) => emailPace)].flatMap(([pace, rows]) =>
    mayGo[pace] ? [rows] : [],
  )
}

const emailTo = (services: Deps, { id, email, firstName }: Reader, notices: Notice[]): Email => ({
  ...noticeEmail({ email, firstName }, notices, {
    siteUrl: services.address.url,
    unsubscribeUrl: (of) => unsubscribeUrl(services, id, of),
  }),
  personId: id,
})

/** Delivers rows no earlier than `until`. */
async function postpone(tx: Transaction, rows: NotificationRow[], until: Date): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await tx.update(notifications).set({ emailDueAt: until }).where(inArray(notifications.id, ids))
}

/** Marks rows as done: emailed at `emailedAt`, or skipped when null. */
async function markDone(tx: Transaction, rows: NotificationRow[], emailedAt: Date | null): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.update(notifications).set({ emailDueAt: null, emailedAt }).where(inArray(notifications.id, ids))
}
