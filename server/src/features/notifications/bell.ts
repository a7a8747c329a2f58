import {
  type BellNotice,
  maxUnread,
  noticeKinds,
  noticePage,
  type NoticePage,
} from '@touchline/contract/notifications.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { MAX, NIL } from 'uuid'
import type { Kind } from '#db/change-feed.ts'
import type { Database } from '#db/database.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { readCache } from '#db/read-cache.ts'
import { readTogether } from '#db/read-together.ts'
import { JsonText } from '#http/json-text.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { needsAccess } from './kinds.ts'
import { type Facts, facts, isPublished, isShown, subjects, toNotice } from './notices.ts'
import { notifications, notificationSettings } from './schema.ts'

type Deps = Pick<Services, 'db'>

const pageSize = 20

const openKinds = noticeKinds.filter((kind) => !needsAccess(kind))

/** The requests of a moment. A key has the person, what they may see, and the notice before which the list begins. */
const asked = sql`(
  select key, split_part(key, ' ', 1)::uuid as person_id, split_part(key, ' ', 2)::boolean as has_access,
    split_part(key, ' ', 3)::boolean as has_posts, nullif(split_part(key, ' ', 4), '')::uuid as before
  from unnest((select ${sql.placeholder('keys')}::text[])) key offset 0
) asked`

/** A limit that the planner knows. */
const first = (count: number) => sql.raw(`limit ${count}`)

const keyOf = ({ id, role, hasAccess: may }: Viewer) => `${id} ${may} ${may && role === 'subscriber'}`

/** The mark of a person and from when posts are listed for them, null for none. */
const reading = sql`(
  select coalesce(settings.read_until, ${NIL}::uuid) as read_until,
    case when asked.has_posts and not ('new_post' = any(coalesce(settings.site_declined, '{}')))
      then m.started_at end as posts_since
  from (select 1) one left join notification_settings settings on settings.person_id = asked.person_id
    left join memberships m on m.person_id = asked.person_id and m.is_current
)`
const ownRows = sql`n.person_id = asked.person_id and n.is_on_site and (asked.has_access or ${inArray(sql`n.kind`, openKinds)})`
const sharedRows = sql`n.person_id is null and n.happened_at >= s.posts_since`

const newest = (which: SQL) => sql`(
  select * from notifications n where ${which} and n.id < asked.before
  order by n.id desc ${first(pageSize + 1)})`

const newer = (which: SQL) => sql`(
  select from notifications n where ${which} and n.id > s.read_until ${first(maxUnread)})`

const byKey = <Row extends { key: string }>(statement: {
  execute(input: { keys: string[] }): Promise<Row[]>
}) => readTogether(async (keys) => new Map((await statement.execute({ keys })).map((row) => [row.key, row])))

type Counted = { unread: number; countsPosts: boolean }

const maxBells = 1_000
const changesOfBells: Kind[] = ['posts', 'people', 'tips', 'comments', 'notices']

const reads = oncePerDatabase(({ shortReads: db, changes }) => {
  const list = db
    .select({
      key: sql<string>`asked.key`,
      rows: sql<
        [Facts, boolean][]
      >`json_agg(json_build_array(${facts}, n.id > s.read_until) order by n.id desc)`,
    })
    .from(sql`${asked} cross join lateral ${reading} s cross join lateral (
      ${newest(ownRows)} union all ${newest(sharedRows)} order by id desc ${first(pageSize + 1)}) n ${subjects}`)
    .groupBy(sql`asked.key`)
    .prepare('bell_list')
  const count = db
    .select({
      key: sql<string>`asked.key`,
      unread: sql<number>`counted.unread`,
      countsPosts: sql<boolean>`s.posts_since is not null`,
    })
    .from(sql`${asked}
      cross join lateral ${reading} s
      cross join lateral (
        select least(count(*), ${maxUnread})::int as unread from (
          ${newer(sql`${ownRows} and ${isShown}`)} union all ${newer(sql`${sharedRows} and ${isPublished}`)}
        ) found
      ) counted`)
    .prepare('bell_count')
  const cached = { max: maxBells, until: changesOfBells }
  return {
    list: byKey(list),
    count: byKey(count),
    firstPages: readCache<JsonText<NoticePage>>(changes, cached),
    counts: readCache<Counted>(changes, cached),
  }
})

function toPage(rows: [Facts, boolean][]): NoticePage {
  const page = rows.slice(0, pageSize)
  return {
    notices: page.flatMap(([found, isNew]): BellNotice[] => {
      const notice = toNotice(found)
      if (!notice) return []
      const { kind, sentence, path } = notice
      const happenedAt = new Date(found.happenedAt).toISOString()
      return [{ id: found.id, kind, text: sentence, path, happenedAt, isNew }]
    }),
    next: rows.length > pageSize ? page.at(-1)![0].id : null,
  }
}

async function readPage(db: Database, key: string): Promise<JsonText<NoticePage>> {
  const found = await reads(db).list(key)
  return new JsonText<NoticePage>(JSON.stringify(noticePage.parse(toPage(found?.rows ?? []))))
}

async function readCount(db: Database, viewer: Viewer): Promise<Counted> {
  const { unread, countsPosts } = (await reads(db).count(keyOf(viewer)))!
  return { unread, countsPosts }
}

/** Lists the viewer's notices. One whose content was removed is skipped, so a page may be shorter. */
export async function listNotices({ db }: Deps, viewer: Viewer, before?: string) {
  const version = keyOf(viewer)
  if (before !== undefined) return readPage(db, `${version} ${before}`)
  return reads(db).firstPages(viewer, {
    key: viewer.id,
    version,
    read: () => readPage(db, `${version} ${MAX}`),
  })
}

/** Counts the notices that the viewer has not read and can still see, up to `maxUnread`. */
export const countUnread = async ({ db }: Deps, viewer: Viewer) =>
  reads(db).counts(viewer, { key: viewer.id, version: keyOf(viewer), read: () => readCount(db, viewer) })

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
  // The change above has not been heard yet.
  return readCount(services.db, viewer)
}
