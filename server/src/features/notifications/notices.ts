import { safeName } from '@touchline/contract/names.ts'
import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { inDollars } from '#money/format-dollars.ts'
import { people, type Person } from '#features/people/schema.ts'
import { displayName } from '#features/people/to-user.ts'
import { comments } from '#features/comments/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { quotedName } from '#mail/redact.ts'
import type { NamedPerson } from '#mail/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { NotificationRow } from './schema.ts'

/** Something to tell somebody: one sentence without its full stop, and the page of this site it is about. */
export type Notice = {
  kind: NoticeKind
  subjectId: string
  sentence: string
  /** The same for the subject of an email, without a name. */
  subject?: string
  named?: NamedPerson
  path: string
}

type Actor = Pick<Person, 'id' | 'firstName' | 'email' | 'role'>

const longestTitle = 80

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const nameOf = (person: Pick<Person, 'firstName' | 'email'>) => safeName(displayName(person)) || 'Somebody'

/** A title in quotes, cut where it is long; null where a post has none. The text of a post is for its page alone. */
function quoted(title: string | null): string | null {
  if (title === null) return null
  const whole = oneLine(title)
  return `“${whole.length > longestTitle ? `${whole.slice(0, longestTitle).toWellFormed().trimEnd()}…` : whole}”`
}

/** How a sentence begins about what somebody did: no name that a member takes can imitate it. */
const roles = { subscriber: 'A member', creator: 'The creator', admin: 'A moderator' }

const onPost = (title: string | null) => (title === null ? '' : ` on ${quoted(title)}`)
const toPost = (title: string | null) => (title === null ? 'your post' : quoted(title))

/** What is said of somebody else's act: `sentence` names them, `subject` does not. */
type Said = Pick<Notice, 'sentence' | 'subject' | 'named'>

const saidOf = (person: Actor, act: string): Said => ({
  sentence: `${roles[person.role]}, ${quotedName(nameOf(person))}, ${act}`,
  subject: `${roles[person.role]} ${act}`,
  named: { personId: person.id, words: quotedName(nameOf(person)) },
})

export const sentences = {
  new_post: (title: string | null): string =>
    title === null ? 'There is a new post' : `New post: ${quoted(title)}`,
  reply: (person: Actor, title: string | null) => saidOf(person, `replied to your comment${onPost(title)}`),
  comment: (person: Actor, title: string | null) => saidOf(person, `commented on ${toPost(title)}`),
  tip_received: (person: Actor, cents: number) => saidOf(person, `sent you a tip of ${inDollars(cents)}`),
  tip_hearted: (person: Actor, cents: number) => saidOf(person, `hearted your tip of ${inDollars(cents)}`),
}

const named = {
  id: people.id,
  firstName: people.firstName,
  email: people.email,
  role: people.role,
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
        ...sentences[kind](author, status === 'ready' ? title : null),
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
      { subjectId: id, ...sentences[kind](other, amountCents), path },
    ]),
  )
}

/** What is to be told, in the order of `rows`, as it is now: of what was removed meanwhile nothing is said. */
export async function loadNotices(db: Queryable, rows: Row[]): Promise<Notice[]> {
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
