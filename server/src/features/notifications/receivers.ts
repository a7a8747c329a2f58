import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/accounts/schema.ts'
import { comments } from '#features/comments/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { accessOf } from '#features/subscriptions/access.ts'
import { membershipFacts } from '#features/subscriptions/membership-facts.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'

export type Receiver = { personId: string; kind: NoticeKind }

const peopleAtOnce = 1000

/** Everybody who may read members' posts at `now` because they subscribed, a thousand at a time. */
async function* members(tx: Queryable, now: Date): AsyncGenerator<Receiver[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await tx
      .select({ id: people.id, role: people.role, membership: membershipFacts })
      .from(people)
      .innerJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
      .where(and(gt(people.id, after), eq(people.role, 'subscriber'), eq(people.isBlocked, false)))
      .orderBy(asc(people.id))
      .limit(peopleAtOnce)
    yield page
      .filter(({ role, membership }) => accessOf({ role, membership }, now).hasAccess)
      .map(({ id }) => ({ personId: id, kind: 'new_post' }))
    const last = page.at(-1)
    if (!last || page.length < peopleAtOnce) return
    after = last.id
  }
}

/** Of a comment hears whose comment it answers, and else, or besides, the creator of the post; nobody of their own. */
async function conversation(tx: Queryable, commentId: string): Promise<Receiver[]> {
  const first = alias(comments, 'first')
  const [found] = await tx
    .select({ authorId: comments.personId, firstAuthorId: first.personId, creatorId: posts.creatorId })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(first, eq(first.id, comments.replyToId))
    .where(eq(comments.id, commentId))
  if (!found) return []
  const { authorId, firstAuthorId, creatorId } = found
  const answered = firstAuthorId === authorId ? null : firstAuthorId
  const creator = creatorId === authorId || creatorId === answered ? null : creatorId
  return [
    ...(answered ? [{ personId: answered, kind: 'reply' as const }] : []),
    ...(creator ? [{ personId: creator, kind: 'comment' as const }] : []),
  ]
}

/** Who is to hear of something that happened, some at a time; nobody of what is gone meanwhile. */
export async function* receiversOf(
  tx: Queryable,
  { kind, subjectId }: { kind: NoticeKind; subjectId: string },
  now: Date,
): AsyncGenerator<Receiver[]> {
  switch (kind) {
    case 'new_post': {
      const there = await tx
        .select({ id: posts.id })
        .from(posts)
        .where(and(eq(posts.id, subjectId), eq(posts.status, 'ready')))
      if (there.length > 0) yield* members(tx, now)
      return
    }
    case 'comment':
    case 'reply':
      yield await conversation(tx, subjectId)
      return
    case 'tip_received':
    case 'tip_hearted': {
      const personId = kind === 'tip_received' ? tips.toPersonId : tips.fromPersonId
      yield await tx
        .select({ personId, kind: sql<NoticeKind>`${kind}::text` })
        .from(tips)
        .where(eq(tips.id, subjectId))
    }
  }
}
