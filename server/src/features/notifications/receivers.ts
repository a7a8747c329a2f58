import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { NIL } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { comments } from '#features/comments/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'

/** An event to notify people of. */
export type Event = { kind: NoticeKind; subjectId: string; happenedAt: Date }

/** A person to notify of an event. The kind may differ from the event's. */
export type Receiver = Event & { personId: string }

const pageSize = 1000

/** Yields the subscribers with access at `now`, a thousand at a time. */
async function* members(
  tx: Queryable,
  { subjectId, happenedAt }: Event,
  now: Date,
): AsyncGenerator<Receiver[]> {
  for (let after: string = NIL; ;) {
    const page = await tx
      .select({ id: people.id, role: people.role, membership: membershipFacts })
      .from(people)
      .innerJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
      .where(and(gt(people.id, after), eq(people.role, 'subscriber'), eq(people.isBlocked, false)))
      .orderBy(asc(people.id))
      .limit(pageSize)
    yield page
      .filter(({ role, membership }) => accessOf({ role, membership }, now).hasAccess)
      .map(({ id }) => ({ kind: 'new_post', subjectId, happenedAt, personId: id }))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.id
  }
}

const idsOf = (events: Event[]) => events.map(({ subjectId }) => subjectId)

/** Comments notify the author of the comment they reply to, and the creator of the post; never their own author. */
async function conversations(tx: Queryable, events: Event[]): Promise<Receiver[]> {
  const first = alias(comments, 'first')
  const found = await tx
    .select({
      id: comments.id,
      authorId: comments.personId,
      firstAuthorId: first.personId,
      creatorId: posts.creatorId,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(first, eq(first.id, comments.replyToId))
    .where(inArray(comments.id, idsOf(events)))
  const byId = new Map(found.map((one) => [one.id, one]))
  return events.flatMap((event) => {
    const one = byId.get(event.subjectId)
    if (!one) return []
    const { authorId, firstAuthorId, creatorId } = one
    const answered = firstAuthorId === authorId ? null : firstAuthorId
    const creator = creatorId === authorId || creatorId === answered ? null : creatorId
    return [
      ...(answered ? [{ ...event, personId: answered, kind: 'reply' as const }] : []),
      ...(creator ? [{ ...event, personId: creator, kind: 'comment' as const }] : []),
    ]
  })
}

/** A tip notifies its receiver; a heart for the tip notifies its sender. */
async function ofTips(tx: Queryable, events: Event[]): Promise<Receiver[]> {
  const found = await tx
    .select({ id: tips.id, tip_received: tips.toPersonId, tip_hearted: tips.fromPersonId })
    .from(tips)
    .where(inArray(tips.id, idsOf(events)))
  const byId = new Map(found.map((one) => [one.id, one]))
  return events.flatMap((event) => {
    const personId = byId.get(event.subjectId)?.[event.kind === 'tip_received' ? event.kind : 'tip_hearted']
    return personId ? [{ ...event, personId }] : []
  })
}

/** Yields the people to notify of these events in batches. Skips events whose content is gone. */
export async function* findReceivers(tx: Queryable, events: Event[], now: Date): AsyncGenerator<Receiver[]> {
  const of = (...kinds: NoticeKind[]) => events.filter(({ kind }) => kinds.includes(kind))
  for (const post of of('new_post')) {
    const there = await tx
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.id, post.subjectId), eq(posts.status, 'ready')))
    if (there.length > 0) yield* members(tx, post, now)
  }
  const replies = of('comment', 'reply')
  if (replies.length > 0) yield await conversations(tx, replies)
  const tipEvents = of('tip_received', 'tip_hearted')
  if (tipEvents.length > 0) yield await ofTips(tx, tipEvents)
}
