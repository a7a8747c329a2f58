import { safeName } from '@touchline/contract/names.ts'
import type { OwnReport } from '@touchline/contract/moderation.ts'
import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#db/database.ts'
import { isAmong } from '#db/is-among.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { inDollars } from '#money/format-dollars.ts'
import { people, type Person } from '#features/people/schema.ts'
import { displayName } from '#features/people/to-user.ts'
import { commentLikes, comments } from '#features/comments/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { quotedName } from '#mail/redact.ts'
import type { NamedPerson } from '#mail/schema.ts'
import type { PaymentNotice } from '#features/subscriptions/emails/send-once.ts'
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
const roles = {
  subscriber: 'A member',
  creator: 'The creator',
  moderator: 'A moderator',
  admin: 'A moderator',
}

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
  mention: (person: Actor, title: string | null) =>
    actText(person, `mentioned you in a comment${onPost(title)}`),
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

type Row = Pick<NotificationRow, 'kind' | 'subjectId' | 'detail'>

const statements = oncePerDatabase(({ shortReads: db }) => {
  const tipsWith = (name: string, other: PgColumn) =>
    db
      .select({ id: tips.id, amountCents: tips.amountCents, other: actorColumns })
      .from(tips)
      .innerJoin(people, eq(people.id, other))
      .where(isAmong(tips.id))
      .prepare(name)
  const isShownComment = and(isAmong(comments.id), isNull(comments.removedAt))
  return {
    posts: db
      .select({ id: posts.id, title: posts.title })
      .from(posts)
      .where(and(isAmong(posts.id), eq(posts.status, 'ready')))
      .prepare('notices_posts'),
    comments: db
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
      .where(isShownComment)
      .prepare('notices_comments'),
    /** Counts the hearts of other people; a comment without any is skipped. */
    hearts: db
      .select({
        id: comments.id,
        postId: posts.id,
        title: posts.title,
        hearts: sql<number>`count(*)::int`,
      })
      .from(comments)
      .innerJoin(posts, and(eq(posts.id, comments.postId), eq(posts.status, 'ready')))
      .innerJoin(
        commentLikes,
        and(eq(commentLikes.commentId, comments.id), ne(commentLikes.personId, comments.personId)),
      )
      .where(isShownComment)
      .groupBy(comments.id, posts.id)
      .prepare('notices_hearts'),
    tipsReceived: tipsWith('notices_tips_received', tips.fromPersonId),
    tipsHearted: tipsWith('notices_tips_hearted', tips.toPersonId),
  }
})

type Found = Omit<Notice, 'kind'>
type Finder = (db: Database, ids: string[]) => Promise<Found[]>

const ofPosts: Finder = async (db, ids) => {
  const rows = await statements(db).posts.execute({ ids })
  return rows.map(({ id, title }) => ({
    subjectId: id,
    sentence: sentences.new_post(title),
    path: `/post/${id}`,
  }))
}

const ofComments =
  (kind: 'reply' | 'mention' | 'comment'): Finder =>
  async (db, ids) => {
    const rows = await statements(db).comments.execute({ ids })
    return rows.map(({ id, postId, title, status, author }) => ({
      subjectId: id,
      // Only published posts are named.
      ...sentences[kind](author, status === 'ready' ? title : null),
      path: `/post/${postId}`,
    }))
  }

const ofHearts: Finder = async (db, ids) => {
  const rows = await statements(db).hearts.execute({ ids })
  return rows.map(({ id, postId, title, hearts }) => ({
    subjectId: id,
    sentence: `${hearts === 1 ? 'One person' : `${hearts} people`} hearted your comment${onPost(title)}`,
    path: `/post/${postId}`,
  }))
}

const ofReceivedTips: Finder = async (db, ids) => {
  const rows = await statements(db).tipsReceived.execute({ ids })
  return rows.map(({ id, amountCents, other }) => ({
    subjectId: id,
    ...sentences.tip_received(other, amountCents),
    path: '/tips-received',
  }))
}

const ofHeartedTips: Finder = async (db, ids) => {
  const rows = await statements(db).tipsHearted.execute({ ids })
  return rows.map(({ id, amountCents, other }) => ({
    subjectId: id,
    ...sentences.tip_hearted(other, amountCents),
    path: '/my-tips',
  }))
}

/** Sentences by the `detail` of a payment event. */
const paymentSentences: Record<PaymentNotice, string> = {
  paid: 'Your payment was received',
  being_verified: 'Your payment is being verified',
  action_required: 'Your bank asks you to confirm a payment',
  payment_failed: 'Your payment did not go through',
  card_expires: 'Your card expires soon',
  refund: 'A refund is on its way to you',
  late: 'A payment that came too late is refunded to you',
  late_by_hand: 'We owe you a refund, which your bank did not accept',
  given_back: 'A second payment is refunded to you',
  contested: 'Your access is paused, because a payment is disputed',
  restored: 'Your access is restored',
  ended: 'Your membership ended',
}

const reportSentences: Record<OwnReport['result'], string> = {
  open: 'Your report is open',
  dismissed: 'What you reported does not break our rules',
  acted: 'What you reported breaks our rules, and we have acted on it',
  overturned: 'What you reported does not break our rules after all, as we found after an appeal',
}

const oneOf = (words: string[]) =>
  sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  )

/** Whether `loadNotices` finds the notice of a row `n`. */
export const isShown = sql`case
  when n.kind = 'new_post' then exists (
    select from posts p where p.id = n.subject_id and p.status = 'ready')
  when n.kind in ('reply', 'mention', 'comment') then exists (
    select from comments c where c.id = n.subject_id and c.removed_at is null)
  when n.kind = 'comment_hearted' then exists (
    select from comments c
      join posts p on p.id = c.post_id and p.status = 'ready'
      join comment_likes l on l.comment_id = c.id and l.person_id <> c.person_id
    where c.id = n.subject_id and c.removed_at is null)
  when n.kind = 'tip_received' then exists (
    select from tips t where t.id = n.subject_id and t.from_person_id is not null)
  when n.kind = 'tip_hearted' then exists (
    select from tips t where t.id = n.subject_id and t.to_person_id is not null)
  when n.kind = 'payment' then n.detail in (${oneOf(Object.keys(paymentSentences))})
  when n.kind = 'report' then n.detail in (${oneOf(Object.keys(reportSentences))})
  else false end`

const finders: Record<Exclude<NoticeKind, 'payment' | 'report'>, Finder> = {
  new_post: ofPosts,
  reply: ofComments('reply'),
  mention: ofComments('mention'),
  comment: ofComments('comment'),
  comment_hearted: ofHearts,
  tip_received: ofReceivedTips,
  tip_hearted: ofHeartedTips,
}

const sentencesByDetail: Record<'payment' | 'report', Record<string, string>> = {
  payment: paymentSentences,
  report: reportSentences,
}

async function noticesOf(db: Database, kind: NoticeKind, rows: Row[]): Promise<Found[]> {
  if (kind !== 'payment' && kind !== 'report')
    return finders[kind](
      db,
      rows.map(({ subjectId }) => subjectId),
    )
  return rows.flatMap(({ subjectId, detail }) => {
    const sentence = sentencesByDetail[kind][detail ?? '']
    return sentence ? [{ subjectId, sentence, path: '/settings' }] : []
  })
}

/** Loads the current notices for `rows`, in their order. Rows whose content was removed are skipped. */
export async function loadNotices(db: Database, rows: Row[]): Promise<Notice[]> {
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  // They go to the database in one write.
  const found = await Promise.all(
    [...byKind].map(async ([kind, ofKind]) => {
      const notices = await noticesOf(db, kind, ofKind)
      return [kind, new Map(notices.map((notice) => [notice.subjectId, notice]))] as const
    }),
  )
  const noticesBy = new Map(found)
  return rows.flatMap(({ kind, subjectId }) => {
    const notice = noticesBy.get(kind)?.get(subjectId)
    return notice ? [{ kind, ...notice }] : []
  })
}
