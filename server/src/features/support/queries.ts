import type { OwnMessage, SupportMessage, SupportState, SupportThread } from '@touchline/contract/support.ts'
import { and, asc, desc, eq, gt, ilike, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { containsPattern } from '#db/contains-pattern.ts'
import type { Queryable } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { toParty } from '#features/people/to-user.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { contactAnswers, contactMessages } from './schema.ts'

const defaultLimit = 20
const othersShown = 20
const ownShown = 20

const answersCount = sql<number>`(
  select count(*)::int from contact_answers a where a.message_id = contact_messages.id
)`.as('answers_count')

const listed = { message: contactMessages, answersCount }

type Listed = { message: typeof contactMessages.$inferSelect; answersCount: number }

const toMessage = ({ message, answersCount: count }: Listed): SupportMessage => ({
  id: message.id,
  name: message.name,
  email: message.email,
  message: message.message,
  createdAt: message.createdAt.toISOString(),
  isOpen: message.isOpen,
  answersCount: count,
})

type PageQuery = { state?: SupportState; search?: string; after?: string; limit?: number }

/** Lists open messages oldest first, closed ones newest first. Throws 404 for an invalid `after`. */
export async function listMessages(
  db: Queryable,
  { state = 'open', search = '', after, limit = defaultLimit }: PageQuery,
) {
  if (after !== undefined && !validate(after)) throw notFound('Message')
  const isOpen = state === 'open'
  const anywhere = containsPattern(search)
  const found = await db
    .select(listed)
    .from(contactMessages)
    .where(
      and(
        eq(contactMessages.isOpen, isOpen),
        after ? (isOpen ? gt : lt)(contactMessages.id, after) : undefined,
        search
          ? or(
              ilike(contactMessages.name, anywhere),
              ilike(contactMessages.email, anywhere),
              ilike(contactMessages.message, anywhere),
            )
          : undefined,
      ),
    )
    .orderBy((isOpen ? asc : desc)(contactMessages.id))
    .limit(limit + 1)
  return { messages: found.slice(0, limit).map(toMessage), hasMore: found.length > limit }
}

/** Returns one message with its answers. Returns 404 for an unknown message. */
export async function getThread(db: Queryable, viewer: Viewer, id: string): Promise<SupportThread> {
  const [found] = validate(id)
    ? await db.select(listed).from(contactMessages).where(eq(contactMessages.id, id))
    : []
  if (!found) throw notFound('Message')
  const answers = await db
    .select({ answer: contactAnswers, author: people })
    .from(contactAnswers)
    .leftJoin(people, eq(people.id, contactAnswers.authorId))
    .where(eq(contactAnswers.messageId, id))
    .orderBy(asc(contactAnswers.id))
  const { email } = found.message
  const [member] = await db.select().from(people).where(eq(people.email, email))
  const others = await db
    .select(listed)
    .from(contactMessages)
    .where(and(eq(contactMessages.email, email), ne(contactMessages.id, id)))
    .orderBy(desc(contactMessages.id))
    .limit(othersShown)
  return {
    ...toMessage(found),
    answers: answers.map(({ answer, author }) => ({
      id: answer.id,
      text: answer.text,
      createdAt: answer.createdAt.toISOString(),
      by: author && toParty(author, viewer),
    })),
    member: member ? toParty(member, viewer) : null,
    others: others.map(toMessage),
  }
}

type OwnRow = typeof contactMessages.$inferSelect

/** Adds the answers, oldest first, to messages. */
async function withAnswers(db: Queryable, messages: OwnRow[]): Promise<OwnMessage[]> {
  const ids = messages.map(({ id }) => id)
  const answers =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(contactAnswers)
          .where(inArray(contactAnswers.messageId, ids))
          .orderBy(asc(contactAnswers.id))
  return messages.map(({ id, message, isOpen, createdAt }) => ({
    id,
    message,
    isOpen,
    createdAt: createdAt.toISOString(),
    answers: answers
      .filter(({ messageId }) => messageId === id)
      .map((answer) => ({ id: answer.id, text: answer.text, createdAt: answer.createdAt.toISOString() })),
  }))
}

/** Returns the newest messages from the viewer's address. The address must be confirmed: anybody can type one. */
export async function listOwnMessages(
  db: Queryable,
  { email }: Pick<Viewer, 'email'>,
): Promise<OwnMessage[]> {
  const messages = await db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.email, email))
    .orderBy(desc(contactMessages.id))
    .limit(ownShown)
  return withAnswers(db, messages)
}

/** Returns all messages from the viewer's address for their export, if it is confirmed. */
export async function* exportMessages({ db }: Pick<Services, 'db'>, { email, hasProvenEmail }: Viewer) {
  if (!hasProvenEmail) return
  yield* rowsById(async (after, limit) =>
    withAnswers(
      db,
      await db
        .select()
        .from(contactMessages)
        .where(and(eq(contactMessages.email, email), gt(contactMessages.id, after)))
        .orderBy(contactMessages.id)
        .limit(limit),
    ),
  )
}
