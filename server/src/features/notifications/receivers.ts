import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { NIL } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { comments } from '#features/comments/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { paced } from '#limits/pace.ts'
import { tips } from '#features/tips/schema.ts'
import type { NotificationRow } from './schema.ts'

/** An event to notify people of. */
export type Event = Pick<NotificationRow, 'kind' | 'subjectId' | 'happenedAt' | 'detail'>

/** A person to notify of an event, or null for all members. The kind may differ from the event's. */
export type Receiver = Event & { personId: string | null }

/** An event with the only person to notify, if its cause names one. */
type PendingEvent = Event & { personId: string | null }

/** At most 10,000 people a second, in small steps: the site serves pages in between. */
const pageSize = 100
const pagesPerSecond = 100

/** Yields the subscribers with access at `now`. */
async function* members(tx: Queryable, event: Event, now: Date): AsyncGenerator<Receiver[]> {
  const turn = paced(pagesPerSecond)
  for (let after: string = NIL; ;) {
    await turn()
    const page = await tx
      .select({ id: people.id, role: people.role, membership: membershipFacts })
      .from(people)
      .innerJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
      .where(and(gt(people.id, after), eq(people.role, 'subscriber'), eq(people.isBlocked, false)))
      .orderBy(asc(people.id))
      .limit(pageSize)
    yield page
      .filter(({ role, membership }) => accessOf({ role, membership }, now).hasAccess)
      .map(({ id }) => ({ ...event, personId: id }))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.id
  }
}

const idsOf = (events: Event[]) => events.map(({ subjectId }) => subjectId)

/**
 * Comments notify the author of the comment they reply to, the people they mention and the creator of the post, each
 * once; never their own author, and no one who muted the thread or hid the author.
 */
async function conversations(tx: Queryable, events: Event[]): Promise<Receiver[]> {
  const first = alias(comments, 'first')
  const found = await tx
    .select({
      id: comments.id,
      authorId: comments.personId,
      firstAuthorId: first.personId,
      creatorId: posts.creatorId,
      mentionedIds: sql<string[]>`array(
        select person_id from comment_mentions where comment_id = ${comments.id} and person_id is not null
      )`,
      quietIds: sql<string[]>`array(
        select person_id from muted_threads where thread_id = coalesce(${comments.replyToId}, ${comments.id})
        union select hidden.person_id from hidden_people hidden
          join people author on author.id = hidden.hidden_id and author.role = 'subscriber'
          join people reader on reader.id = hidden.person_id and reader.role = 'subscriber'
          where hidden.hidden_id = ${comments.personId}
      )`,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(first, eq(first.id, comments.replyToId))
    .where(inArray(comments.id, idsOf(events)))
  const byId = new Map(found.map((one) => [one.id, one]))
  return events.flatMap((event) => {
    const one = byId.get(event.subjectId)
    if (!one) return []
    const quiet = new Set([one.authorId, ...one.quietIds])
    const kinds = new Map<string, NoticeKind>([[one.creatorId, 'comment']])
    for (const personId of one.mentionedIds) kinds.set(personId, 'mention')
    if (one.firstAuthorId) kinds.set(one.firstAuthorId, 'reply')
    return [...kinds]
      .filter(([personId]) => !quiet.has(personId))
      .map(([personId, kind]) => ({ ...event, personId, kind }))
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

/** A heart for a comment notifies its author. Each comment notifies once, however many hearts it gets. */
async function heartedAuthors(tx: Queryable, events: Event[]): Promise<Receiver[]> {
  const found = await tx
    .select({ id: comments.id, personId: comments.personId })
    .from(comments)
    .where(inArray(comments.id, idsOf(events)))
  const byId = new Map(found.map(({ id, personId }) => [id, personId]))
  return events.flatMap((event) => {
    const personId = byId.get(event.subjectId)
    return personId ? [{ ...event, personId }] : []
  })
}

/** Keeps the events whose person still exists. */
async function keepExisting(tx: Queryable, events: PendingEvent[]): Promise<Receiver[]> {
  const ids = events.flatMap(({ personId }) => personId ?? [])
  const found = await tx.select({ id: people.id }).from(people).where(inArray(people.id, ids))
  const there = new Set(found.map(({ id }) => id))
  return events.filter(({ personId }) => personId !== null && there.has(personId))
}

/** Yields the people to notify of these events in batches. Skips events whose content is gone. */
export async function* findReceivers(
  tx: Queryable,
  events: PendingEvent[],
  now: Date,
): AsyncGenerator<Receiver[]> {
  const of = (...kinds: NoticeKind[]) => events.filter(({ kind }) => kinds.includes(kind))
  for (const post of of('new_post')) {
    const there = await tx
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.id, post.subjectId), eq(posts.status, 'ready')))
    if (there.length === 0) continue
    yield [{ ...post, personId: null }]
    yield* members(tx, post, now)
  }
  const replies = of('comment', 'reply')
  if (replies.length > 0) yield await conversations(tx, replies)
  const tipEvents = of('tip_received', 'tip_hearted')
  if (tipEvents.length > 0) yield await ofTips(tx, tipEvents)
  const hearts = of('comment_hearted')
  if (hearts.length > 0) yield await heartedAuthors(tx, hearts)
  const named = of('payment', 'report')
  if (named.length > 0) yield await keepExisting(tx, named)
}
