import { maxUnread, noticeKinds, type BellNotice } from '@touchline/contract/notifications.ts'
import { and, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { MAX, NIL } from 'uuid'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { people } from '#features/people/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { needsAccess } from './kinds.ts'
import { isShown, type Notice, loadNotices } from './notices.ts'
import { type NotificationRow, notifications, notificationSettings } from './schema.ts'

type Deps = Pick<Services, 'db'>

const pageSize = 20

const openKinds = noticeKinds.filter((kind) => !needsAccess(kind))

const statements = oncePerDatabase((db) => {
  const me = sql.placeholder('personId')
  const newest = (name: string, ...which: Parameters<typeof and>) =>
    db
      .select()
      .from(notifications)
      .where(and(...which, lt(notifications.id, sql.placeholder('before'))))
      .orderBy(desc(notifications.id))
      .limit(sql.placeholder('limit'))
      .prepare(name)
  return {
    bell: db
      .select({
        readUntil: notificationSettings.readUntil,
        siteDeclined: notificationSettings.siteDeclined,
        startedAt: memberships.startedAt,
      })
      .from(people)
      .leftJoin(notificationSettings, eq(notificationSettings.personId, people.id))
      .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
      .where(eq(people.id, me))
      .prepare('bell'),
    own: newest(
      'bell_own',
      eq(notifications.personId, me),
      eq(notifications.isOnSite, true),
      or(sql`${sql.placeholder('hasAccess')}::boolean`, inArray(notifications.kind, openKinds)),
    ),
    shared: newest(
      'bell_shared',
      isNull(notifications.personId),
      gte(notifications.happenedAt, sql.placeholder('postsSince')),
    ),
  }
})

/** Returns how far the viewer has read, and since when shared notices are theirs; null if they have none. */
async function bellOf({ db }: Deps, { id, role, hasAccess }: Viewer) {
  const [found] = await statements(db).bell.execute({ personId: id })
  const hasPosts = role === 'subscriber' && hasAccess && !found?.siteDeclined?.includes('new_post')
  return { readUntil: found?.readUntil ?? null, postsSince: hasPosts ? (found?.startedAt ?? null) : null }
}

/** Returns the newest rows of the viewer's own and the shared notices before an id. */
async function rowsOf(
  { db }: Deps,
  { id, hasAccess }: Viewer,
  { postsSince, before = MAX, limit }: { postsSince: Date | null; before: string | undefined; limit: number },
): Promise<NotificationRow[]> {
  const { own, shared } = statements(db)
  const all = await Promise.all([
    own.execute({ personId: id, hasAccess, before, limit }),
    postsSince ? shared.execute({ postsSince, before, limit }) : [],
  ])
  return all
    .flat()
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit)
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

const countStatement = oncePerDatabase((db) => {
  const me = sql`${sql.placeholder('personId')}::uuid`
  const hasAccess = sql`${sql.placeholder('hasAccess')}::boolean`
  const isNew = sql`n.id > coalesce(s.read_until, ${NIL}::uuid)`
  const found = sql`(
    select settings.read_until, case when ${sql.placeholder('hasPosts')}::boolean
      and not ('new_post' = any(coalesce(settings.site_declined, '{}'))) then m.started_at end as posts_since
    from (select 1) one left join notification_settings settings on settings.person_id = ${me}
      left join memberships m on m.person_id = ${me} and m.is_current
  ) s cross join lateral (
    select count(*)::int as unread from (
      (select from notifications n where n.person_id = ${me} and n.is_on_site and ${isNew}
        and (${hasAccess} or ${inArray(sql`n.kind`, openKinds)}) and ${isShown} limit ${maxUnread})
      union all
      (select from notifications n where n.person_id is null and n.happened_at >= s.posts_since and ${isNew}
        and ${isShown} limit ${maxUnread})
      limit ${maxUnread}
    ) unread
  ) counted`
  return db
    .select({ unread: sql<number>`unread`, countsPosts: sql<boolean>`posts_since is not null` })
    .from(found)
    .prepare('bell_count')
})

/** Counts the notices that the viewer has not read and can still see, up to `maxUnread`. */
export async function countUnread({ db }: Deps, { id, role, hasAccess }: Viewer) {
  const hasPosts = role === 'subscriber' && hasAccess
  const [counted] = await countStatement(db).execute({ personId: id, hasAccess, hasPosts })
  return counted ?? { unread: 0, countsPosts: false }
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
