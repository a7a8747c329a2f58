import { maxCommentLength, type Mention, mentionAt } from '@touchline/contract/comments.ts'
import { safeName } from '@touchline/contract/names.ts'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { validate } from 'uuid'
import type { Database, Queryable, Transaction } from '#db/database.ts'
import { isAmong } from '#db/is-among.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { invalid } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { displayName } from '#features/people/to-user.ts'
import { posts } from '#features/posts/schema.ts'
import { commentMentions, comments, commentVersions } from './schema.ts'

const token = (number: number) => `@{${number}}`

/** A reference; with `{}` before the number it is literal text, with one pair of braces less. */
const tokens = /@((?:\{\})*)\{([1-9]\d{0,3})\}/g

const numbersIn = (text: string) => [...text.matchAll(tokens)].map(([, , number]) => Number(number))

const nameOf = (person: { firstName: string | null; email: string }) =>
  safeName(displayName(person)) || 'Member'

const maxPeople = 100

/** Returns the authors of a thread and the creator of its post, the creator first. */
export async function peopleOfThread(db: Queryable, commentId: string): Promise<Mention[]> {
  const threadId = sql`(select coalesce(t.reply_to_id, t.id) from comments t where t.id = ${commentId}::uuid)`
  const authors = db
    .select({ id: comments.personId })
    .from(comments)
    .where(
      and(
        or(sql`${comments.id} = ${threadId}`, sql`${comments.replyToId} = ${threadId}`),
        isNull(comments.removedAt),
      ),
    )
  const creator = db
    .select({ id: posts.creatorId })
    .from(posts)
    .innerJoin(comments, eq(comments.postId, posts.id))
    .where(eq(comments.id, commentId))
  const found = await db
    .select({ id: people.id, firstName: people.firstName, email: people.email })
    .from(people)
    .where(and(or(inArray(people.id, authors), inArray(people.id, creator)), isNull(people.erasedAt)))
    .orderBy(sql`${people.role} <> 'creator'`, asc(people.firstName), asc(people.id))
    .limit(maxPeople)
  return found.map((person) => ({ id: person.id, name: nameOf(person) }))
}

type WithReferences = { content: string; mentioned: { number: number; personId: string }[] }

type Typed = {
  content: string
  mentions?: Mention[] | undefined
  threadOf: string | null
  /** What an edited comment has already. */
  before?: References
}

type References = { numbers: number[]; texts: string[] }

/**
 * Turns each first `@name` of a person of the thread into a reference. Other names, and what looks like a reference,
 * stay as they were typed. Throws 400 for a text that would become too long.
 */
export async function withReferences(
  db: Queryable,
  { content, mentions = [], threadOf, before = { numbers: [], texts: [] } }: Typed,
): Promise<WithReferences> {
  let text = content.replaceAll(tokens, (typed, braces, number) =>
    before.numbers.includes(Number(number)) ? `@{}${braces}{${number}}` : typed,
  )
  if (Array.from(text).length > maxCommentLength) throw invalid('This comment is too long.')
  if (threadOf === null || mentions.length === 0 || !validate(threadOf))
    return { content: text, mentioned: [] }
  const known = new Set((await peopleOfThread(db, threadOf)).map(({ id }) => id))
  const mentioned: WithReferences['mentioned'] = []
  const taken = new Set([...before.numbers, ...[content, ...before.texts].flatMap(numbersIn)])
  let number = 1
  // A short name may be the beginning of a longer one.
  for (const { id, name } of mentions.toSorted((a, b) => b.name.length - a.name.length)) {
    const at = known.has(id) ? mentionAt(text, name) : -1
    if (at === -1) continue
    while (taken.has(number)) number += 1
    const replaced = `${text.slice(0, at)}${token(number)}${text.slice(at + 1 + name.length)}`
    if (Array.from(replaced).length > maxCommentLength) break
    text = replaced
    mentioned.push({ number, personId: id })
    number += 1
  }
  return { content: text, mentioned }
}

const unescaped = (braces: string, number: string) => `@${braces.slice(2)}{${number}}`

/** Returns a text of a deleted comment, whose mentioned people are no longer stored. */
export const withoutReferences = (text: string): string =>
  text.replaceAll(tokens, (_, braces, number) => (braces === '' ? '@someone' : unescaped(braces, number)))

/** Saves an edited comment's new references. Earlier ones stay, because earlier texts use them. */
export async function addReferences(
  tx: Transaction,
  commentId: string,
  mentioned: WithReferences['mentioned'],
): Promise<void> {
  if (mentioned.length > 0)
    await tx.insert(commentMentions).values(mentioned.map((one) => ({ commentId, ...one })))
}

/** Returns the references of a comment, and its earlier texts. */
export async function referencesOf(tx: Transaction, commentId: string): Promise<References> {
  const mentioned = await tx
    .select({ number: commentMentions.number })
    .from(commentMentions)
    .where(eq(commentMentions.commentId, commentId))
  const earlier = await tx
    .select({ content: commentVersions.content })
    .from(commentVersions)
    .where(eq(commentVersions.commentId, commentId))
  return { numbers: mentioned.map(({ number }) => number), texts: earlier.map(({ content }) => content) }
}

export type Named = { content: string; mentions: Mention[] }
/** Returns a text of a comment with the names that people have now, and the people. */
export type NamesIn = (commentId: string, content: string) => Named

export type TextOfComment = { id: string; content: string | null }

const isReference = (content: string | null) => content?.includes('@{') ?? false

const named = alias(people, 'named')
const mentionedPeople = {
  commentId: commentMentions.commentId,
  number: commentMentions.number,
  id: named.id,
  firstName: named.firstName,
  email: named.email,
  isErased: sql<boolean>`${named.erasedAt} is not null`,
}
type MentionedRow = {
  commentId: string
  number: number
  id: string | null
  firstName: string | null
  email: string | null
  isErased: boolean
}

const statements = oncePerDatabase(({ shortReads: db }) => ({
  mentioned: db
    .select(mentionedPeople)
    .from(commentMentions)
    .leftJoin(named, eq(named.id, commentMentions.personId))
    .where(isAmong(commentMentions.commentId))
    .prepare('comments_mentioned'),
}))

/** The people whom a comment mentions, as a column of a query of comments; null without a reference. */
export const mentionedColumn = sql<
  MentionedRow[] | null
>`case when position('@{' in ${comments.content}) > 0 then (
  select json_agg(json_build_object(${sql.join(
    Object.entries(mentionedPeople).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )})) from ${commentMentions} left join ${people} as named on ${named.id} = ${commentMentions.personId}
  where ${commentMentions.commentId} = ${comments.id}
) end`

/** Loads the names that the texts of these comments mention, or those that were `typed`; erased people have none. */
export async function namesIn(db: Database, texts: TextOfComment[], typed: Mention[] = []): Promise<NamesIn> {
  const ids = texts.filter(({ content }) => isReference(content)).map(({ id }) => id)
  return namesOf(ids.length === 0 ? [] : await statements(db).mentioned.execute({ ids }), typed)
}

/** Like `namesIn`, of rows that were loaded with the comments. */
export function namesOf(rows: MentionedRow[], typed: Mention[] = []): NamesIn {
  return (commentId, content) => {
    const mentions: Mention[] = []
    const text = content.replaceAll(tokens, (reference, braces, number) => {
      const row = rows.find((one) => one.commentId === commentId && one.number === Number(number))
      if (!row) return reference
      if (braces !== '') return unescaped(braces, number)
      if (row.id === null || row.email === null || row.isErased) return 'a former member'
      const { id, firstName, email } = row
      const name = typed.find((person) => person.id === id)?.name ?? nameOf({ firstName, email })
      if (!mentions.some((person) => person.id === id)) mentions.push({ id, name })
      return `@${name}`
    })
    return { content: text, mentions }
  }
}
