import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { people } from '#features/people/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { forEachInTurn } from '#jobs/for-each.ts'
import type { Services } from '#services.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'
import { immediateKinds } from './kinds.ts'
import { noticeEmail } from './emails.ts'
import { loadNotices } from './notices.ts'
import { type NotificationRow, notifications, notificationSettings } from './schema.ts'
import { withDefaults, settingsColumns, channelsFor } from './settings.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret'>

const hourMs = 60 * 60_000

/** Above this number of tip emails per hour, further ones wait and are combined. */
const maxTipEmailsPerHour = 10

const isImmediate = (kind: NoticeKind) => immediateKinds.includes(kind)
const immediateKindsSql = sql.raw(immediateKinds.map((kind) => `'${kind}'`).join(', '))

/**
 * Sends a person's first digest at once, further ones at most hourly. The transaction that marks rows writes the email:
 * none is lost or duplicated. Tries everyone and then rejects if some failed.
 */
export const emailNotices = (services: Deps): Promise<void> =>
  forEachInTurn(recipientsDue(services), ({ id }) =>
    services.db.transaction((tx) => emailPerson(services, tx, id)),
  )

export async function isAnyEmailDue({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const due = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.isEmailDue, true))
    .limit(1)
  return due.length > 0
}

const recipientsDue = ({ db, clock }: Deps) =>
  rowsById(async (after, limit) => {
    const anHourAgo = new Date(clock.now().getTime() - hourMs).toISOString()
    const { rows } = await db.execute<{ id: string }>(sql`
      select due.person_id as id from notifications due
      where due.is_email_due and due.person_id > ${after}::uuid
      group by due.person_id
      having bool_or(due.kind in (${immediateKindsSql})) or not exists (
        select from notifications told
        where told.person_id = due.person_id and told.emailed_at > ${anHourAgo}::timestamptz
          and told.kind not in (${immediateKindsSql}))
      order by due.person_id limit ${limit}`)
    return rows
  })

async function emailPerson(services: Deps, tx: Transaction, personId: string): Promise<void> {
  await lockUntilCommit(tx, `notices:${personId}`)
  const due = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.personId, personId), eq(notifications.isEmailDue, true)))
    .orderBy(asc(notifications.happenedAt), asc(notifications.id))
  const now = services.clock.now()
  const wanted = await filterWanted(tx, personId, due, now)
  const unwanted = due.filter((row) => !wanted.includes(row))
  await markDone(tx, unwanted, null)
  const recent = await countRecentEmails(tx, personId, now)
  const parts = [
    { rows: wanted.filter(({ kind }) => !isImmediate(kind)), mayGo: recent.collected === 0 },
    { rows: wanted.filter(({ kind }) => isImmediate(kind)), mayGo: recent.immediate < maxTipEmailsPerHour },
  ]
  for (const { rows, mayGo } of parts)
    if (mayGo && rows.length > 0) await sendEmail(services, tx, personId, rows)
}

/** Returns the due rows that the person still wants and may see; posts require access. */
async function filterWanted(tx: Transaction, personId: string, due: NotificationRow[], now: Date) {
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
  if (!person || person.isBlocked) return []
  const { hasAccess } = accessOf(person, now)
  const settings = withDefaults(person.settings)
  return due.filter(({ kind }) => channelsFor(settings, kind).email && (hasAccess || isImmediate(kind)))
}

async function countRecentEmails(tx: Transaction, personId: string, now: Date) {
  const emails = await tx
    .selectDistinct({
      emailedAt: notifications.emailedAt,
      isImmediate: sql<boolean>`kind in (${immediateKindsSql})`,
    })
    .from(notifications)
    .where(
      and(
        eq(notifications.personId, personId),
        gt(notifications.emailedAt, new Date(now.getTime() - hourMs)),
      ),
    )
  const immediate = emails.filter((email) => email.isImmediate).length
  return { immediate, collected: emails.length - immediate }
}

async function sendEmail(services: Deps, tx: Transaction, personId: string, rows: NotificationRow[]) {
  const notices = await loadNotices(tx, rows)
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

/** Marks rows as done: emailed at `emailedAt`, or skipped when null. */
async function markDone(tx: Transaction, rows: NotificationRow[], emailedAt: Date | null): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.update(notifications).set({ isEmailDue: false, emailedAt }).where(inArray(notifications.id, ids))
}
