import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { bookmarks } from './bookmarks/bookmark-schema.ts'
import { exportablePosts, titleFor } from './exported-posts.ts'
import { isFirstPart, likes, postParts, posts, postViews } from './schema.ts'

/** Yields the posts that a person liked or bookmarked. */
async function* markedPosts(db: Database, viewer: Viewer, table: typeof likes | typeof bookmarks) {
  const marked = rowsById((after, limit) =>
    db
      .select({ id: posts.id, title: posts.title, status: posts.status, at: table.createdAt })
      .from(table)
      .innerJoin(posts, eq(posts.id, table.postId))
      .where(and(eq(table.personId, viewer.id), gt(posts.id, after)))
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, title, status, at } of marked)
    yield { post: { postId: id, postTitle: titleFor(viewer, { title, status }) }, at }
}

export async function* exportLikes({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  for await (const { post, at } of markedPosts(db, viewer, likes)) yield { ...post, likedAt: at }
}

export async function* exportBookmarks({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  for await (const { post, at } of markedPosts(db, viewer, bookmarks)) yield { ...post, bookmarkedAt: at }
}

export async function* exportViews({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const days = sql<string[]>`json_agg(${postViews.day} order by ${postViews.day})`
  const inHistory = sql<boolean>`bool_or(${postViews.inHistory})`
  const seen = rowsById((after, limit) =>
    db
      .select({ id: posts.id, title: posts.title, status: posts.status, days, inHistory })
      .from(postViews)
      .innerJoin(posts, eq(posts.id, postViews.postId))
      .where(and(eq(postViews.personId, viewer.id), gt(posts.id, after)))
      .groupBy(posts.id)
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, title, status, days: seenOn, inHistory: isInHistory } of seen)
    yield { postId: id, postTitle: titleFor(viewer, { title, status }), seenOn, isInHistory }
}

const parts = (columns: string, condition: string) => sql<object[]>`coalesce((
  select json_agg(json_build_object('mediaId', media_id, ${sql.raw(columns)}) order by position)
  from post_parts where post_id = posts.id and ${sql.raw(condition)}
), '[]'::json)`

/** The exportable posts; `mediaId` names a file in the zip, the first one of a post and those of its parts. */
export const exportPosts = ({ db }: Pick<Services, 'db'>, viewer: Viewer) =>
  rowsById((after, limit) =>
    db
      .select({
        id: posts.id,
        title: posts.title,
        content: posts.content,
        markdown: posts.markdown,
        mediaType: posts.mediaType,
        mediaId: postParts.mediaId,
        mediaAlt: postParts.alt,
        parts: parts("'mediaAlt', alt", 'name is null'),
        attachments: parts("'name', name", 'name is not null'),
        status: posts.status,
        opensAt: posts.opensAt,
        sharing: posts.sharing,
        isClip: posts.isClip,
        likesCount: posts.likesCount,
        commentsCount: posts.commentsCount,
        isMadeWithAi: posts.isMadeWithAi,
        commentsOff: posts.commentsOff,
        tags: posts.tags,
        pinnedAt: posts.pinnedAt,
        createdAt: posts.createdAt,
        editedAt: posts.editedAt,
      })
      .from(posts)
      .leftJoin(postParts, isFirstPart)
      .where(and(exportablePosts(viewer), gt(posts.id, after)))
      .orderBy(posts.id)
      .limit(limit),
  )

/** The saved versions of the exportable posts. */
export async function* exportRevisions({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const edited = rowsById((after, limit) =>
    db
      .select({ id: posts.id, versions: savedVersions })
      .from(posts)
      .where(and(exportablePosts(viewer), gt(posts.id, after), sql`${posts.version} > 1`))
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, versions } of edited) yield { postId: id, versions }
}

const savedVersions = sql<object[]>`coalesce((
  select json_agg(json_build_object(
    'version', version, 'savedAt', saved_at, 'savedBy', person_id, 'content', snapshot) order by version)
  from post_revisions where post_id = posts.id
), '[]'::json)`

const viewsByDay = sql<{ day: string; views: number }[]>`coalesce((
  select json_agg(json_build_object('day', d.day, 'views', d.views) order by d.day)
  from (
    select ${postViews.day} as day, count(*)::int as views from ${postViews}
    where ${postViews.postId} = ${posts.id} group by ${postViews.day}
  ) d
), '[]'::json)`

export async function* exportAnalytics({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const statistics = rowsById((after, limit) =>
    db
      .select({
        id: posts.id,
        title: posts.title,
        createdAt: posts.createdAt,
        likes: posts.likesCount,
        comments: posts.commentsCount,
        views: posts.viewsCount,
        viewsByDay,
      })
      .from(posts)
      .where(and(exportablePosts(viewer), gt(posts.id, after)))
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, ...counts } of statistics) yield { postId: id, ...counts }
}
