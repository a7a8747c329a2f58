import { maxUnread, noticeKinds, type BellNotice } from '@touchline/contract/notifications.ts'
import { and, desc, eq, gte, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import { MAX, NIL } from 'uuid'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { needsAccess } from './kinds.ts'
import { isShown, type Notice, loadNotices } from './notices.ts'
import { type NotificationRow, notifications, notificationSettings } from './schema.ts'

type Deps = Pick<Services, 'db'>

const pageSize = 20

const openKinds = noticeKinds.filter((kind) => !needsAccess(kind))

const statements = oncePerDatabase(({ shortReads: db }) => {
  const me = sql.placeholder('personId')
  const hasAccess = sql`${sql.placeholder('hasAccess')}::boolean`
  const newest = (name: string, ...which: Parameters<typeof and>) =>
    db
      .select()
      .from(notifications)
      .where(and(...which, lt(notifications.id, sql.placeholder('before'))))
      .orderBy(desc(notifications.id))
      .limit(sql.placeholder('limit'))
      .prepare(name)
  const startOfMembership = db
    .select({ startedAt: memberships.startedAt })
    .from(memberships)
    .where(and(eq(memberships.personId, me), memberships.isCurrent))
  const settings = (condition?: SQL) =>
    db
      .select({ readUntil: notificationSettings.readUntil })
      .from(notificationSettings)
      .where(and(eq(notificationSettings.personId, me), condition))
  return {
    readUntil: settings().prepare('bell_read_until'),
    own: newest(
      'bell_own',
      eq(notifications.personId, me),
      eq(notifications.isOnSite, true),
      or(hasAccess, inArray(notifications.kind, openKinds)),
    ),
    shared: newest(
      'bell_shared',
      isNull(notifications.personId),
      gte(notifications.happenedAt, sql`(${startOfMembership})`),
      notExists(settings(sql`'new_post' = any(${notificationSettings.siteDeclined})`)),
    ),
  }
})

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

const mayHavePosts = ({ role, hasAccess }: Viewer) => role === 'subscriber' && hasAccess

/** Lists the viewer's notices. One whose content was removed is skipped, so a page may be shorter. */
export async function listNotices({ db }: Deps, viewer: Viewer, before: string = MAX) {
  const { readUntil, own, shared } = statements(db)
  const { id: personId, hasAccess } = viewer
  const parameters = { personId, hasAccess, before, limit: pageSize + 1 }
  // They go to the database in one write.
  const [[reading], ...found] = await Promise.all([
    readUntil.execute({ personId }),
    own.execute(parameters),
    mayHavePosts(viewer) ? shared.execute(parameters) : [],
  ])
  const rows = found.flat().toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const page = rows.slice(0, pageSize)
  const shown = await loadNotices(db, page)
  const noticeOf = new Map(shown.map((notice) => [`${notice.kind}:${notice.subjectId}`, notice]))
  return {
    notices: page.flatMap((row) => {
      const notice = noticeOf.get(`${row.kind}:${row.subjectId}`)
      return notice ? [toBellNotice(row, notice, reading?.readUntil ?? null)] : []
    }),
    next: rows.length > pageSize ? page.at(-1)!.id : null,
  }
}

const countStatement = oncePerDatabase(({ shortReads: db }) => {
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
export async function countUnread({ db }: Deps, viewer: Viewer) {
  const { id: personId, hasAccess } = viewer
  const parameters = { personId, hasAccess, hasPosts: mayHavePosts(viewer) }
  const [counted] = await countStatement(db).execute(parameters)
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
