import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { people } from '#features/people/schema.ts'
import { posts, postViews } from '#features/posts/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { nameColumns, exportablePosts, shownName } from './may-export.ts'
import type { Clock } from '#time/clock.ts'

/** The exportable posts; `mediaId` names their files in the zip. */
export const postsFor = (db: Database, viewer: Viewer) =>
  rowsById((after, limit) =>
    db
      .select({
        id: posts.id,
        title: posts.title,
        content: posts.content,
        mediaType: posts.mediaType,
        mediaId: posts.mediaId,
        mediaAlt: posts.mediaAlt,
        status: posts.status,
        opensAt: posts.opensAt,
        likesCount: posts.likesCount,
        commentsCount: posts.commentsCount,
        createdAt: posts.createdAt,
      })
      .from(posts)
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

/** Anonymous statistics of the exportable posts. */
export async function* analyticsFor(db: Database, viewer: Viewer) {
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

/** Current and past subscribers with status and dates. */
export async function* subscribersAt(db: Database, clock: Clock) {
  const subscribers = rowsById((after, limit) =>
    db
      .select({
        id: people.id,
        ...nameColumns,
        joinedAt: people.createdAt,
        startedAt: memberships.startedAt,
        membership: membershipFacts,
      })
      .from(people)
      .innerJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
      .where(and(eq(people.role, 'subscriber'), isNull(people.erasedAt), gt(people.id, after)))
      .orderBy(people.id)
      .limit(limit),
  )
  for await (const { membership, joinedAt, startedAt, ...person } of subscribers) {
    const { state, accessUntil } = accessOf({ role: 'subscriber', membership }, clock.now())
    yield {
      displayName: shownName(person),
      email: person.email,
      status: state,
      joinedAt,
      startedAt,
      accessUntil,
    }
  }
}
