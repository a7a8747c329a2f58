import { and, eq, gt, sql } from 'drizzle-orm'
import { rowsById } from '#db/rows-by-id.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { exportablePosts, titleFor } from './exported-posts.ts'
import { isFirstPart, likes, postParts, posts, postViews } from './schema.ts'

export async function* exportLikes({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const liked = rowsById((after, limit) =>
    db
      .select({ id: posts.id, title: posts.title, status: posts.status, likedAt: likes.createdAt })
      .from(likes)
      .innerJoin(posts, eq(posts.id, likes.postId))
      .where(and(eq(likes.personId, viewer.id), gt(posts.id, after)))
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, title, status, likedAt } of liked)
    yield { postId: id, postTitle: titleFor(viewer, { title, status }), likedAt }
}

export async function* exportViews({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const days = sql<string[]>`json_agg(${postViews.day} order by ${postViews.day})`
  const seen = rowsById((after, limit) =>
    db
      .select({ id: posts.id, title: posts.title, status: posts.status, days })
      .from(postViews)
      .innerJoin(posts, eq(posts.id, postViews.postId))
      .where(and(eq(postViews.personId, viewer.id), gt(posts.id, after)))
      .groupBy(posts.id)
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, title, status, days: seenOn } of seen)
    yield { postId: id, postTitle: titleFor(viewer, { title, status }), seenOn }
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
        createdAt: posts.createdAt,
      })
      .from(posts)
      .leftJoin(postParts, isFirstPart)
      .where(and(exportablePosts(viewer), gt(posts.id, after)))
      .orderBy(posts.id)
      .limit(limit),
  )

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
