import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { people } from '#features/people/schema.ts'
import { posts, postViews } from '#features/posts/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { named, postsWithin, shownName } from './may-export.ts'
import type { Clock } from '#time/clock.ts'

/** The posts within the viewer's reach; `mediaId` is what their files in the zip are called by. */
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
      .where(and(postsWithin(viewer), gt(posts.id, after)))
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

/** How each post within the viewer's reach was received: numbers, and nobody by name. */
export async function* analyticsFor(db: Database, viewer: Viewer) {
  const received = rowsById((after, limit) =>
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
      .where(and(postsWithin(viewer), gt(posts.id, after)))
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, ...figures } of received) yield { postId: id, ...figures }
}

/** Who has or had a membership: name, address, where they stand and since when. */
export async function* subscribersAt(db: Database, clock: Clock) {
  const joined = rowsById((after, limit) =>
    db
      .select({
        id: people.id,
        ...named,
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
  for await (const { membership, joinedAt, startedAt, ...person } of joined) {
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
