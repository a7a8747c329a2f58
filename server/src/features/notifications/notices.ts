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

/** A notice: one sentence without its full stop, and the page it links to. */
export type Notice = {
  kind: NoticeKind
  subjectId: string
  sentence: string
  /** The sentence without a name, for the subject of an email. */
  subject?: string
  named?: NamedPerson
  path: string
}

type Actor = Pick<Person, 'id' | 'firstName' | 'email' | 'role'>

const maxTitleLength = 80

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const nameOf = (person: Pick<Person, 'firstName' | 'email'>) => safeName(displayName(person)) || 'Someone'

/** Returns a title in quotes, truncated if long; null for a post without one. Notices never contain a post's text. */
function quoted(title: string | null): string | null {
  if (title === null) return null
  const line = oneLine(title)
  return `“${line.length > maxTitleLength ? `${line.slice(0, maxTitleLength).toWellFormed().trimEnd()}…` : line}”`
}

/** Every sentence about a person begins with their role, so that a member's name cannot imitate staff. */
const roles = { subscriber: 'A member', creator: 'The creator', admin: 'A moderator' }

const onPost = (title: string | null) => (title === null ? '' : ` on ${quoted(title)}`)
const toPost = (title: string | null) => (title === null ? 'your post' : quoted(title))

/** A sentence about another person: `sentence` names them, `subject` does not. */
type ActText = Pick<Notice, 'sentence' | 'subject' | 'named'>

const actText = (person: Actor, act: string): ActText => ({
  sentence: `${roles[person.role]}, ${quotedName(nameOf(person))}, ${act}`,
  subject: `${roles[person.role]} ${act}`,
  named: { personId: person.id, words: quotedName(nameOf(person)) },
})

export const sentences = {
  new_post: (title: string | null): string =>
    title === null ? 'There is a new post' : `New post: ${quoted(title)}`,
  reply: (person: Actor, title: string | null) => actText(person, `replied to your comment${onPost(title)}`),
  comment: (person: Actor, title: string | null) => actText(person, `commented on ${toPost(title)}`),
  tip_received: (person: Actor, cents: number) => actText(person, `sent you a tip of ${inDollars(cents)}`),
  tip_hearted: (person: Actor, cents: number) => actText(person, `hearted your tip of ${inDollars(cents)}`),
}

const actorColumns = {
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
  const published = rows.filter(({ status }) => status === 'ready')
  return new Map(
    published.map(({ id, title }) => [
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
          author: actorColumns,
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
        // Only published posts are named.
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
        .select({ id: tips.id, amountCents: tips.amountCents, other: actorColumns })
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

/** Loads the current notices for `rows`, in their order. Rows whose content was removed are skipped. */
export async function loadNotices(db: Queryable, rows: Row[]): Promise<Notice[]> {
  const found = {
    new_post: await ofPosts(db, subjectsOf(rows, ['new_post'])),
    reply: await ofComments(db, 'reply', subjectsOf(rows, ['reply'])),
    comment: await ofComments(db, 'comment', subjectsOf(rows, ['comment'])),
    tip_received: await ofTips(db, 'tip_received', subjectsOf(rows, ['tip_received'])),
    tip_hearted: await ofTips(db, 'tip_hearted', subjectsOf(rows, ['tip_hearted'])),
  }
  return rows.flatMap(({ kind, subjectId }) => {
    const notice = found[kind].get(subjectId)
    return notice ? [{ kind, ...notice }] : []
  })
}
