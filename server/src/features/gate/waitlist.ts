import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Place, Waiting } from '@touchline/contract/admissions.ts'
import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { v7 as uuid, validate as isUuid } from 'uuid'
import { lockUntilCommit, type Queryable } from '#db/database.ts'
import { parseCursorId } from '#db/place-in-list.ts'
import { notFound, Refusal } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { waitlistConfirmation, waitlistInvitation } from './emails.ts'
import { savedSettings } from './settings.ts'
import { waitlist } from './schema.ts'

type Row = typeof waitlist.$inferSelect
type ForLinks = Pick<Services, 'secret'>

const signatureOf = ({ secret }: ForLinks, id: string) =>
  createHmac('sha256', secret).update(`waitlist ${id}`).digest('base64url')

/** The secret in the links of one address. It is valid as long as the row exists. */
const tokenOf = (services: ForLinks, id: string) => `${id}.${signatureOf(services, id)}`

const linkOf = (services: ForLinks & Pick<Services, 'address'>, id: string) =>
  `${services.address.url}/waitlist#${tokenOf(services, id)}`

const linkOver = () =>
  new Refusal(404, 'not_found', 'This link is no longer valid: its address is not on the waitlist.')

/** Throws 404 for a link that is forged, or whose address has left the list. */
async function rowOfLink(db: Queryable, services: ForLinks, token: string): Promise<Row> {
  const [id = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(services, id))
  const given = Buffer.from(signature)
  const isGenuine = isUuid(id) && given.length === expected.length && timingSafeEqual(given, expected)
  const [row] = isGenuine ? await db.select().from(waitlist).where(eq(waitlist.id, id)) : []
  if (!row) throw linkOver()
  return row
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Emails the link of an address at most every ten minutes. Does nothing while the site has no waitlist. */
export async function joinWaitlist(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  email: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (!(await savedSettings(tx)).hasWaitlist) return
    const [row] = await tx
      .insert(waitlist)
      .values({ id: uuid(), email, createdAt: now, emailedAt: now })
      .onConflictDoUpdate({
        target: waitlist.email,
        set: { emailedAt: now },
        setWhere: lt(waitlist.emailedAt, new Date(now.getTime() - 10 * minuteMs)),
      })
      .returning({ id: waitlist.id })
    if (row) await jobs.enqueue(tx, 'waitlist-email', { id: row.id })
  })
}

/** Sends the email that fits the state of a row: its link is a secret, so no queue stores it. */
export async function sendWaitlistEmail(
  services: Pick<Services, 'db' | 'mail' | 'secret' | 'address' | 'site'>,
  id: string,
): Promise<void> {
  const [row] = await services.db.select().from(waitlist).where(eq(waitlist.id, id))
  if (!row) return
  const compose = row.invitedAt ? waitlistInvitation : waitlistConfirmation
  await services.mail.sendNow(compose(row.email, linkOf(services, id), services.site.settings.name))
}

const isWaiting = and(isNotNull(waitlist.confirmedAt), isNull(waitlist.invitedAt))

const placeSql = sql<number>`(select count(*)::int from gate_waitlist other
  where other.confirmed_at is not null and other.invited_at is null
    and (other.confirmed_at, other.id) <= (${waitlist.confirmedAt}, ${waitlist.id}))`

/** Confirms the address of a link. Returns its place, or null for an invitation, which is recorded as used. */
export async function confirmPlace(
  { db, clock, secret }: Pick<Services, 'db' | 'clock' | 'secret'>,
  token: string,
): Promise<Place> {
  const row = await rowOfLink(db, { secret }, token)
  const now = clock.now()
  const mine = eq(waitlist.id, row.id)
  if (row.invitedAt) {
    await db
      .update(waitlist)
      .set({ enteredAt: now })
      .where(and(mine, isNull(waitlist.enteredAt)))
    return { email: row.email, position: null }
  }
  await db
    .update(waitlist)
    .set({ confirmedAt: now })
    .where(and(mine, isNull(waitlist.confirmedAt)))
  const [found] = await db.select({ position: placeSql }).from(waitlist).where(mine)
  if (!found) throw linkOver()
  return { email: row.email, position: found.position }
}

export async function leaveWaitlist(
  { db, secret }: Pick<Services, 'db' | 'secret'>,
  token: string,
): Promise<void> {
  const { id } = await rowOfLink(db, { secret }, token)
  await db.delete(waitlist).where(eq(waitlist.id, id))
}

/** Invites the first `count` people who wait, as one wave. Concurrent waves never invite the same person. */
export async function inviteWave(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  actorId: string,
  count: number,
): Promise<number> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, 'waitlist wave')
    const next = await tx
      .select({ id: waitlist.id })
      .from(waitlist)
      .where(isWaiting)
      .orderBy(asc(waitlist.confirmedAt), asc(waitlist.id))
      .limit(count)
    if (next.length === 0) return 0
    const ids = next.map(({ id }) => id)
    const wave = sql`(select coalesce(max(wave), 0) + 1 from gate_waitlist)`
    await tx
      .update(waitlist)
      .set({ invitedAt: now, emailedAt: now, wave })
      .where(sql`${waitlist.id} = any(${sql.param(ids)}::uuid[])`)
    for (const id of ids) await jobs.enqueue(tx, 'waitlist-email', { id })
    await recordAct(tx, { actorId, action: 'waitlist_invited', subject: String(ids.length), at: now })
    return ids.length
  })
}

/** The counts of the list, and its waves with the newest first. */
export async function countWaitlist(db: Queryable) {
  const counts = await db.$count(waitlist, isWaiting)
  const unconfirmed = await db.$count(waitlist, isNull(waitlist.confirmedAt))
  const waves = await db
    .select({
      number: sql<number>`${waitlist.wave}`.mapWith(Number),
      invitedAt: sql<Date>`min(${waitlist.invitedAt})`.mapWith(waitlist.createdAt),
      invited: sql<number>`count(*)`.mapWith(Number),
      entered: sql<number>`count(${waitlist.enteredAt})`.mapWith(Number),
    })
    .from(waitlist)
    .where(isNotNull(waitlist.wave))
    .groupBy(waitlist.wave)
    .orderBy(sql`${waitlist.wave} desc`)
    .limit(50)
  return {
    waiting: counts,
    unconfirmed,
    waves: waves.map((each) => Object.assign(each, { invitedAt: each.invitedAt.toISOString() })),
  }
}

const pageSize = 50

/** Returns one page in the order of arrival. */
export async function listWaitlist(
  db: Queryable,
  after: string | undefined,
): Promise<{ people: Waiting[]; hasMore: boolean }> {
  const rows = await db
    .select({
      id: waitlist.id,
      email: waitlist.email,
      createdAt: waitlist.createdAt,
      confirmedAt: waitlist.confirmedAt,
      invitedAt: waitlist.invitedAt,
      enteredAt: waitlist.enteredAt,
      position: placeSql,
    })
    .from(waitlist)
    // Ids are in the order of arrival.
    .where(after ? sql`${waitlist.id} > ${parseCursorId(after)}::uuid` : undefined)
    .orderBy(asc(waitlist.id))
    .limit(pageSize + 1)
  const people = rows.slice(0, pageSize).map(({ createdAt, position, ...row }) => {
    const state = stateOf(row)
    return {
      id: row.id,
      email: row.email,
      state,
      position: state === 'waiting' ? position : null,
      joinedAt: createdAt.toISOString(),
    }
  })
  return { people, hasMore: rows.length > pageSize }
}

function stateOf({
  confirmedAt,
  invitedAt,
  enteredAt,
}: Pick<Row, 'confirmedAt' | 'invitedAt' | 'enteredAt'>) {
  if (enteredAt) return 'entered' as const
  if (invitedAt) return 'invited' as const
  return confirmedAt ? ('waiting' as const) : ('unconfirmed' as const)
}

/** Throws 404 for an unknown entry. */
export async function removeWaiting(db: Queryable, id: string): Promise<void> {
  const removed = isUuid(id)
    ? await db.delete(waitlist).where(eq(waitlist.id, id)).returning({ id: waitlist.id })
    : []
  if (removed.length === 0) throw notFound('Entry')
}

const unconfirmedMs = 7 * dayMs
const keptMs = 30 * dayMs

/** Deletes addresses not confirmed within a week, invited a month ago, or still waiting a month after the opening. */
export async function forgetWaitlist({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  const { opensAt } = await savedSettings(db)
  const isOver = opensAt !== null && opensAt.getTime() < now - keptMs
  await db
    .delete(waitlist)
    .where(
      or(
        and(isNull(waitlist.confirmedAt), lt(waitlist.createdAt, new Date(now - unconfirmedMs))),
        lt(waitlist.invitedAt, new Date(now - keptMs)),
        isOver ? isNull(waitlist.invitedAt) : undefined,
      ),
    )
}
