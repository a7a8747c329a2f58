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

type ForNotices = Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret'>

const hourMs = 60 * 60_000

/** After so many letters about tips within an hour the next ones wait, and come together. */
const tipLettersPerHour = 10

const isAtOnce = (kind: NoticeKind) => immediateKinds.includes(kind)
const atOnceKinds = sql.raw(immediateKinds.map((kind) => `'${kind}'`).join(', '))

/**
 * Writes the letters that are due: what is collected at most once an hour to each person, the first at once. Each
 * letter is written in the transaction that notes it was: none is lost and none comes twice. Rejects when some could not
 * be written; the others are.
 */
export const emailNotices = (services: ForNotices): Promise<void> =>
  forEachInTurn(whoIsWrittenTo(services), ({ id }) =>
    services.db.transaction((tx) => write(services, tx, id)),
  )

/** Whether somebody is still to be told something by email. */
export async function isAnyEmailDue({ db }: Pick<ForNotices, 'db'>): Promise<boolean> {
  const due = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.isEmailDue, true))
    .limit(1)
  return due.length > 0
}

const whoIsWrittenTo = ({ db, clock }: ForNotices) =>
  rowsById(async (after, limit) => {
    const anHourAgo = new Date(clock.now().getTime() - hourMs).toISOString()
    const { rows } = await db.execute<{ id: string }>(sql`
      select due.person_id as id from notifications due
      where due.is_email_due and due.person_id > ${after}::uuid
      group by due.person_id
      having bool_or(due.kind in (${atOnceKinds})) or not exists (
        select from notifications told
        where told.person_id = due.person_id and told.emailed_at > ${anHourAgo}::timestamptz
          and told.kind not in (${atOnceKinds}))
      order by due.person_id limit ${limit}`)
    return rows
  })

async function write(services: ForNotices, tx: Transaction, personId: string): Promise<void> {
  await lockUntilCommit(tx, `notices:${personId}`)
  const due = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.personId, personId), eq(notifications.isEmailDue, true)))
    .orderBy(asc(notifications.happenedAt), asc(notifications.id))
  const now = services.clock.now()
  const wanted = await wantedOf(tx, personId, due, now)
  const unwanted = due.filter((row) => !wanted.includes(row))
  await note(tx, unwanted, null)
  const told = await toldWithinAnHour(tx, personId, now)
  const parts = [
    { rows: wanted.filter(({ kind }) => !isAtOnce(kind)), mayGo: told.collected === 0 },
    { rows: wanted.filter(({ kind }) => isAtOnce(kind)), mayGo: told.atOnce < tipLettersPerHour },
  ]
  for (const { rows, mayGo } of parts) if (mayGo && rows.length > 0) await tell(services, tx, personId, rows)
}

/** What of it the person still wants, and may still hear of: members' posts are for those with access. */
async function wantedOf(tx: Transaction, personId: string, due: NotificationRow[], now: Date) {
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
  return due.filter(({ kind }) => channelsFor(settings, kind).email && (hasAccess || isAtOnce(kind)))
}

async function toldWithinAnHour(tx: Transaction, personId: string, now: Date) {
  const letters = await tx
    .selectDistinct({ emailedAt: notifications.emailedAt, isAtOnce: sql<boolean>`kind in (${atOnceKinds})` })
    .from(notifications)
    .where(
      and(
        eq(notifications.personId, personId),
        gt(notifications.emailedAt, new Date(now.getTime() - hourMs)),
      ),
    )
  const atOnce = letters.filter((letter) => letter.isAtOnce).length
  return { atOnce, collected: letters.length - atOnce }
}

async function tell(services: ForNotices, tx: Transaction, personId: string, rows: NotificationRow[]) {
  const notices = await loadNotices(tx, rows)
  const [reader] = await tx
    .select({ email: people.email, firstName: people.firstName })
    .from(people)
    .where(eq(people.id, personId))
  if (!reader || notices.length === 0) return note(tx, rows, null)
  const site = {
    siteUrl: services.address.url,
    unsubscribeUrl: (of: Parameters<typeof unsubscribeUrl>[2]) => unsubscribeUrl(services, personId, of),
  }
  await services.mail.send(tx, noticeEmail(reader, notices, site))
  return note(tx, rows, services.clock.now())
}

/** Notes that rows are dealt with: told at `emailedAt`, or with null not at all. */
async function note(tx: Transaction, rows: NotificationRow[], emailedAt: Date | null): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.update(notifications).set({ isEmailDue: false, emailedAt }).where(inArray(notifications.id, ids))
}
