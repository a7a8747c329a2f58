import type { ModerationCase, Reportable } from '@touchline/contract/moderation.ts'
import { eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#db/database.ts'
import { comments } from '#features/comments/schema.ts'
import { storedParts, toPart } from '#features/media/stored-parts.ts'
import { posts } from '#features/posts/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { CaseRow } from './schema.ts'

type Thing = ModerationCase['thing']
type Shown = Pick<CaseRow, 'kind' | 'subjectId' | 'keptText'>

const parent = alias(comments, 'parent')

const nothingLeft = (keptText: string | null): Thing => ({
  isShown: false,
  text: keptText,
  title: null,
  postId: null,
  mediaType: null,
  mediaUrl: null,
  context: null,
})

type Found = Map<string, Omit<Thing, 'text'> & { text: string | null }>

async function postsShown(db: Queryable, ids: string[]): Promise<Found> {
  const rows = await db
    .select({ post: posts, stored: storedParts('post_parts') })
    .from(posts)
    .where(inArray(posts.id, ids))
  return new Map(
    rows.map(({ post, stored }) => [
      post.id,
      {
        isShown: post.status === 'ready',
        text: post.content,
        title: post.title,
        postId: post.id,
        mediaType: post.mediaType === 'text' ? null : post.mediaType,
        mediaUrl:
          stored.parts.map((part) => toPart(part).media?.url).find((url) => url !== undefined) ?? null,
        context: null,
      },
    ]),
  )
}

async function commentsShown(db: Queryable, ids: string[]): Promise<Found> {
  const rows = await db
    .select({ comment: comments, post: posts, repliedTo: parent.content })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(parent, eq(parent.id, comments.replyToId))
    .where(inArray(comments.id, ids))
  return new Map(
    rows.map(({ comment, post, repliedTo }) => [
      comment.id,
      {
        ...nothingLeft(comment.removedAt ? null : comment.content),
        isShown: comment.removedAt === null && post.status === 'ready',
        postId: post.id,
        context: repliedTo ?? post.title ?? (post.content || null),
      },
    ]),
  )
}

async function messagesShown(db: Queryable, ids: string[]): Promise<Found> {
  const rows = await db.select({ id: tips.id, message: tips.message }).from(tips).where(inArray(tips.id, ids))
  return new Map(
    rows.map(({ id, message }) => [id, { ...nothingLeft(message), isShown: message !== null }] as const),
  )
}

const readers = { post: postsShown, comment: commentsShown, tip: messagesShown }

/** Loads the current content of these cases, or the saved text of removed content. */
export async function loadReportedThings(db: Queryable, cases: Shown[]): Promise<(row: Shown) => Thing> {
  const found: Record<Reportable, Found> = { post: new Map(), comment: new Map(), tip: new Map() }
  for (const kind of ['post', 'comment', 'tip'] as const) {
    const ids = cases.filter((row) => row.kind === kind).map(({ subjectId }) => subjectId)
    if (ids.length > 0) found[kind] = await readers[kind](db, ids)
  }
  return ({ kind, subjectId, keptText }) => {
    const thing = found[kind].get(subjectId)
    return thing ? { ...thing, text: thing.text ?? keptText } : nothingLeft(keptText)
  }
}
