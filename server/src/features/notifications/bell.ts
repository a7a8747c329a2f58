import { maxUnread, noticeKinds, type BellNotice } from '@touchline/contract/notifications.ts'
import { and, desc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { needsAccess } from './kinds.ts'
import { type Notice, loadNotices } from './notices.ts'
import { type NotificationRow, notifications, notificationSettings } from './schema.ts'
import { channelsFor, settingsColumns, withDefaults } from './settings.ts'

type Deps = Pick<Services, 'db'>
type Range = { after?: string | null; before?: string | undefined }

const pageSize = 20

const openKinds = noticeKinds.filter((kind) => !needsAccess(kind))

/** Returns how far the viewer has read, and since when shared notices are theirs; null if they have none. */
async function bellOf({ db }: Deps, { id, role, hasAccess }: Viewer) {
  const [found] = await db
    .select({ readUntil: notificationSettings.readUntil, settings: settingsColumns })
    .from(notificationSettings)
    .where(eq(notificationSettings.personId, id))
  const hasPosts =
    role === 'subscriber' && hasAccess && channelsFor(withDefaults(found?.settings), 'new_post').site
  const [membership] = hasPosts
    ? await db
        .select({ startedAt: memberships.startedAt })
        .from(memberships)
        .where(and(eq(memberships.personId, id), memberships.isCurrent))
    : []
  return { readUntil: found?.readUntil ?? null, postsSince: membership?.startedAt ?? null }
}

/** Returns the newest rows of the viewer's own and the shared notices within a range of ids. */
async function rowsOf(
  { db }: Deps,
  { id, hasAccess }: Viewer,
  { postsSince, after, before, limit }: Range & { postsSince: Date | null; limit: number },
): Promise<NotificationRow[]> {
  const within = [
    after ? gt(notifications.id, after) : undefined,
    before ? lt(notifications.id, before) : undefined,
  ]
  const newest = (...which: Parameters<typeof and>) =>
    db
      .select()
      .from(notifications)
      .where(and(...which, ...within))
      .orderBy(desc(notifications.id))
      .limit(limit)
  const [own, shared] = await Promise.all([
    newest(
      eq(notifications.personId, id),
      eq(notifications.isOnSite, true),
      hasAccess ? undefined : inArray(notifications.kind, openKinds),
    ),
    postsSince ? newest(isNull(notifications.personId), gte(notifications.happenedAt, postsSince)) : [],
  ])
  return [...own, ...shared].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit)
}

const toBellNotice = (
  { id, happenedAt }: NotificationRow,
  { kind, sentence, path }: Notice,
  readUntil: string | null,
): BellNotice => ({
  id,
  kind,
  text: sentence,
  path,
  happenedAt: happenedAt.toISOString(),
  isNew: readUntil === null || id > readUntil,
})

/** Lists the viewer's notices. One whose content was removed is skipped, so a page may be shorter. */
export async function listNotices(services: Deps, viewer: Viewer, before: string | undefined) {
  const { readUntil, postsSince } = await bellOf(services, viewer)
  const rows = await rowsOf(services, viewer, { postsSince, before, limit: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const shown = await loadNotices(services.db, page)
  const noticeOf = new Map(shown.map((notice) => [`${notice.kind}:${notice.subjectId}`, notice]))
  return {
    notices: page.flatMap((row) => {
      const notice = noticeOf.get(`${row.kind}:${row.subjectId}`)
      return notice ? [toBellNotice(row, notice, readUntil)] : []
    }),
    next: rows.length > pageSize ? page.at(-1)!.id : null,
  }
}

/** Counts the notices that the viewer has not read and can still see, up to `maxUnread`. */
export async function countUnread(services: Deps, viewer: Viewer) {
  const { readUntil, postsSince } = await bellOf(services, viewer)
  const rows = await rowsOf(services, viewer, { postsSince, after: readUntil, limit: maxUnread })
  const shown = await loadNotices(services.db, rows)
  return { unread: shown.length, countsPosts: postsSince !== null }
}

/** Marks the notice `until` and all earlier ones as read. An older mark than the saved one changes nothing. */
export async function readNotices(services: Pick<Services, 'db' | 'live'>, viewer: Viewer, until: string) {
  await services.db.transaction(async (tx) => {
    const readUntil = sql`greatest(${notificationSettings.readUntil}, excluded.read_until)`
    const [known] = await tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(
        and(
          eq(notifications.id, until),
          sql`coalesce(${notifications.personId}, ${viewer.id}) = ${viewer.id}`,
        ),
      )
    if (!known) return
    await tx
      .insert(notificationSettings)
      .values({ personId: viewer.id, readUntil: until })
      .onConflictDoUpdate({ target: notificationSettings.personId, set: { readUntil } })
    await services.live.publish(tx, { person: viewer.id }, { type: 'notices_read' })
  })
  return countUnread(services, viewer)
}
