import { safeName } from '@touchline/contract/names.ts'
import type { OwnReport } from '@touchline/contract/moderation.ts'
import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { inDollars } from '#money/format-dollars.ts'
import type { Person } from '#features/people/schema.ts'
import { displayName } from '#features/people/to-user.ts'
import { quotedName } from '#mail/redact.ts'
import type { NamedPerson } from '#mail/schema.ts'
import type { PaymentNotice } from '#features/subscriptions/emails/send-once.ts'
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

/** Whether the new post of a row `n` is published. */
export const isPublished = sql`(select p.status = 'ready' from posts p where p.id = n.subject_id)`

/**
 * Whether a row `n` of a person has a notice. Scalar subqueries, because PostgreSQL may answer EXISTS by reading a whole
 * table once it expects many rows.
 */
export const isShown = sql`case
  when n.kind in ('reply', 'mention', 'comment') then (
    select c.removed_at is null from comments c where c.id = n.subject_id)
  when n.kind = 'comment_hearted' then (
    select true from comments c
      join posts p on p.id = c.post_id and p.status = 'ready'
      join comment_likes l on l.comment_id = c.id and l.person_id <> c.person_id
    where c.id = n.subject_id and c.removed_at is null limit 1)
  when n.kind = 'tip_received' then (select t.from_person_id is not null from tips t where t.id = n.subject_id)
  when n.kind = 'tip_hearted' then (select t.to_person_id is not null from tips t where t.id = n.subject_id)
  when n.kind = 'payment' then n.detail in (${oneOf(Object.keys(paymentSentences))})
  when n.kind = 'report' then n.detail in (${oneOf(Object.keys(reportSentences))})
  else false end`

/** What a row of notifications says, as JSON. What was removed is null; posts are published. */
export type Facts = Pick<NotificationRow, 'id' | 'kind' | 'subjectId' | 'detail'> & {
  happenedAt: string
  /** Of the comment, whose post may be unpublished. */
  postId: string | null
  post: { id: string; title: string | null } | null
  person: Actor | null
  hearts: number | null
  cents: number | null
}

// Without the offset PostgreSQL may read whole tables once it expects many rows.
const joined = (name: string, select: SQL) =>
  sql`left join lateral (${select} offset 0) ${sql.raw(name)} on true`

/** Joins the comment, tip, published post and other person that a row `n` is about. */
export const subjects = sql.join(
  [
    joined(
      'c',
      sql`select * from comments where id = n.subject_id and removed_at is null
        and n.kind in ('reply', 'mention', 'comment', 'comment_hearted')`,
    ),
    joined(
      't',
      sql`select * from tips where id = n.subject_id and n.kind in ('tip_received', 'tip_hearted')`,
    ),
    joined(
      'p',
      sql`select * from posts where status = 'ready'
        and id = case n.kind when 'new_post' then n.subject_id else c.post_id end`,
    ),
    joined(
      'a',
      sql`select * from people where id = case n.kind
        when 'tip_received' then t.from_person_id when 'tip_hearted' then t.to_person_id else c.person_id end`,
    ),
  ],
  sql` `,
)

/** The hearts of other people. */
const hearts = sql`case when n.kind = 'comment_hearted' then (
  select count(*) from comment_likes l where l.comment_id = c.id and l.person_id <> c.person_id) end`

/** Selects the facts of a row `n` in a query that joins `subjects`. */
export const facts = sql<Facts>`json_build_object('id', n.id, 'kind', n.kind, 'subjectId', n.subject_id,
  'happenedAt', n.happened_at, 'detail', n.detail, 'postId', c.post_id, 'hearts', ${hearts}, 'cents', t.amount_cents,
  'post', case when p.id is not null then json_build_object('id', p.id, 'title', p.title) end,
  'person', case when a.id is not null then
    json_build_object('id', a.id, 'firstName', a.first_name, 'email', a.email, 'role', a.role) end)`

type Said = Omit<Notice, 'kind' | 'subjectId'>

const aboutComment =
  (kind: 'reply' | 'mention' | 'comment') =>
  ({ postId, post, person }: Facts): Said | null =>
    postId && person ? { ...sentences[kind](person, post?.title ?? null), path: `/post/${postId}` } : null

const inSettings = (sentence: string | undefined): Said | null =>
  sentence ? { sentence, path: '/settings' } : null

const says: Record<NoticeKind, (found: Facts) => Said | null> = {
  new_post: ({ post }) => post && { sentence: sentences.new_post(post.title), path: `/post/${post.id}` },
  reply: aboutComment('reply'),
  mention: aboutComment('mention'),
  comment: aboutComment('comment'),
  comment_hearted: ({ post, hearts: count }) =>
    post && count
      ? {
          sentence: `${count === 1 ? 'One person' : `${count} people`} hearted your comment${onPost(post.title)}`,
          path: `/post/${post.id}`,
        }
      : null,
  tip_received: ({ person, cents }) =>
    person && cents ? { ...sentences.tip_received(person, cents), path: '/tips-received' } : null,
  tip_hearted: ({ person, cents }) =>
    person && cents ? { ...sentences.tip_hearted(person, cents), path: '/my-tips' } : null,
  payment: ({ detail }) => inSettings(sentencesByDetail.payment[detail ?? '']),
  report: ({ detail }) => inSettings(sentencesByDetail.report[detail ?? '']),
}

const sentencesByDetail: Record<'payment' | 'report', Record<string, string>> = {
  payment: paymentSentences,
  report: reportSentences,
}

/** Returns the notice of these facts; null if its content was removed. Agrees with `isShown`. */
export function toNotice(found: Facts): Notice | null {
  const notice = says[found.kind](found)
  return notice && { kind: found.kind, subjectId: found.subjectId, ...notice }
}

/** Loads the current notices of saved rows by their ids. Rows whose content was removed have none. */
export async function loadNotices(
  db: Queryable,
  rows: Pick<NotificationRow, 'id'>[],
): Promise<Map<string, Notice>> {
  const ids = sql.param(rows.map(({ id }) => id))
  const found = await db
    .select({ facts })
    .from(sql`unnest(${ids}::uuid[]) asked (id) join notifications n on n.id = asked.id ${subjects}`)
  const notices = new Map<string, Notice>()
  for (const { facts: each } of found) {
    const notice = toNotice(each)
    if (notice) notices.set(each.id, notice)
  }
  return notices
}
