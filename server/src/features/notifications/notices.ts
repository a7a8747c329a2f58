import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { inDollars } from '#dollars.ts'
import { people, type Person } from '#features/accounts/schema.ts'
import { shownName } from '#features/accounts/to-user.ts'
import { comments } from '#features/comments/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { NotificationRow } from './schema.ts'

/** Something to tell somebody: one sentence without its full stop, and the page of this site it is about. */
export type Notice = { kind: NoticeKind; subjectId: string; sentence: string; path: string }

type Named = Pick<Person, 'firstName' | 'email'>

const longestTitle = 80

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const nameOf = (person: Named) => oneLine(shownName(person)) || 'Somebody'

/** A title in quotes, cut where it is long; null where a post has none. The text of a post is for its page alone. */
function quoted(title: string | null): string | null {
  if (title === null) return null
  const whole = oneLine(title)
  return `“${whole.length > longestTitle ? `${whole.slice(0, longestTitle).toWellFormed().trimEnd()}…` : whole}”`
}

/** How a sentence about what somebody did begins. */
const beginnings = {
  reply: (name: string) => `${name} replied to your comment`,
  comment: (name: string) => `${name} commented on`,
  tip_received: (name: string) => `${name} sent you a tip of`,
  tip_hearted: (name: string) => `${name} hearted your tip of`,
}

/** How every sentence about what this person did begins. */
export const beginningsAbout = (person: Named): string[] =>
  Object.values(beginnings).map((begin) => begin(nameOf(person)))

export const sentences = {
  new_post: (title: string | null) => (title === null ? 'There is a new post' : `New post: ${quoted(title)}`),
  reply: (name: string, title: string | null) =>
    `${beginnings.reply(name)}${title === null ? '' : ` on ${quoted(title)}`}`,
  comment: (name: string, title: string | null) =>
    `${beginnings.comment(name)} ${title === null ? 'your post' : quoted(title)}`,
  tip_received: (name: string, cents: number) => `${beginnings.tip_received(name)} ${inDollars(cents)}`,
  tip_hearted: (name: string, cents: number) => `${beginnings.tip_hearted(name)} ${inDollars(cents)}`,
}

const named = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  isMainInfluencer: people.isMainInfluencer,
}

type Row = Pick<NotificationRow, 'kind' | 'subjectId'>

const subjectsOf = (rows: Row[], kinds: NoticeKind[]) =>
  rows.filter(({ kind }) => kinds.includes(kind)).map(({ subjectId }) => subjectId)

async function ofPosts(db: Queryable, ids: string[]): Promise<Map<string, Omit<Notice, 'kind'>>> {
  const rows = ids.length
    ? await db
        .select({ id: posts.id, title: posts.title, status: posts.status })
        .from(posts)
        .where(inArray(posts.id, ids))
    : []
  const there = rows.filter(({ status }) => status === 'ready')
  return new Map(
    there.map(({ id, title }) => [
      id,
      { subjectId: id, sentence: sentences.new_post(title), path: `/post/${id}` },
    ]),
  )
}

async function ofComments(db: Queryable, kind: 'reply' | 'comment', ids: string[]) {
  const rows = ids.length
    ? await db
        .select({
          id: comments.id,
          postId: posts.id,
          title: posts.title,
          status: posts.status,
          author: named,
        })
        .from(comments)
        .innerJoin(posts, eq(posts.id, comments.postId))
        .innerJoin(people, eq(people.id, comments.personId))
        .where(and(inArray(comments.id, ids), isNull(comments.removedAt)))
    : []
  return new Map(
    rows.map(({ id, postId, title, status, author }) => [
      id,
      {
        subjectId: id,
        // A post that is not there any more, or not yet, is not named.
        sentence: sentences[kind](nameOf(author), status === 'ready' ? title : null),
        path: `/post/${postId}`,
      },
    ]),
  )
}

async function ofTips(db: Queryable, kind: 'tip_received' | 'tip_hearted', ids: string[]) {
  const isReceived = kind === 'tip_received'
  const rows = ids.length
    ? await db
        .select({ id: tips.id, amountCents: tips.amountCents, other: named })
        .from(tips)
        .innerJoin(people, eq(people.id, isReceived ? tips.fromPersonId : tips.toPersonId))
        .where(inArray(tips.id, ids))
    : []
  const path = isReceived ? '/tips-received' : '/my-tips'
  return new Map(
    rows.map(({ id, amountCents, other }) => [
      id,
      { subjectId: id, sentence: sentences[kind](nameOf(other), amountCents), path },
    ]),
  )
}

/** What is to be told, in the order of `rows`, as it is now: of what was removed meanwhile nothing is said. */
export async function noticesOf(db: Queryable, rows: Row[]): Promise<Notice[]> {
  const found = {
    new_post: await ofPosts(db, subjectsOf(rows, ['new_post'])),
    reply: await ofComments(db, 'reply', subjectsOf(rows, ['reply'])),
    comment: await ofComments(db, 'comment', subjectsOf(rows, ['comment'])),
    tip_received: await ofTips(db, 'tip_received', subjectsOf(rows, ['tip_received'])),
    tip_hearted: await ofTips(db, 'tip_hearted', subjectsOf(rows, ['tip_hearted'])),
  }
  return rows.flatMap(({ kind, subjectId }) => {
    const said = found[kind].get(subjectId)
    return said ? [{ kind, ...said }] : []
  })
}
