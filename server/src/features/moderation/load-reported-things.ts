import type { ModerationCase, Reportable } from '@touchline/contract/moderation.ts'
import { eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Queryable } from '#db/database.ts'
import { namesIn, type NamesIn, type TextOfComment, withoutReferences } from '#features/comments/mentions.ts'
import { comments, commentVersions } from '#features/comments/schema.ts'
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
  versions: [],
})

type Found = Map<string, Omit<Thing, 'text'> & { text: string | null }>

async function postsShown(db: Queryable, ids: string[]): Promise<Found> {
  if (ids.length === 0) return new Map()
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
        versions: [],
      },
    ]),
  )
}

async function findComments(db: Queryable, ids: string[]) {
  if (ids.length === 0) return { rows: [], earlier: [] }
  const rows = await db
    .select({ comment: comments, post: posts, repliedTo: parent.content })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(parent, eq(parent.id, comments.replyToId))
    .where(inArray(comments.id, ids))
  const earlier = await db
    .select()
    .from(commentVersions)
    .where(inArray(commentVersions.commentId, ids))
    .orderBy(commentVersions.version)
  return { rows, earlier }
}

type FoundComments = Awaited<ReturnType<typeof findComments>>

const textsOf = ({ rows, earlier }: FoundComments): TextOfComment[] => [
  ...rows.map(({ comment }) => comment),
  ...rows.map(({ comment, repliedTo }) => ({ id: comment.replyToId ?? comment.id, content: repliedTo })),
  ...earlier.map(({ commentId, content }) => ({ id: commentId, content })),
]

function commentsShown({ rows, earlier }: FoundComments, names: NamesIn): Found {
  return new Map(
    rows.map(({ comment, post, repliedTo }) => [
      comment.id,
      {
        ...nothingLeft(comment.removedAt ? null : names(comment.id, comment.content).content),
        isShown: comment.removedAt === null && post.status === 'ready',
        postId: post.id,
        context:
          (repliedTo && comment.replyToId ? names(comment.replyToId, repliedTo).content : repliedTo) ??
          post.title ??
          (post.content || null),
        versions: earlier
          .filter(({ commentId }) => commentId === comment.id)
          .map(({ content, writtenAt }) => ({
            content: names(comment.id, content).content,
            writtenAt: writtenAt.toISOString(),
          })),
      },
    ]),
  )
}

async function messagesShown(db: Queryable, ids: string[]): Promise<Found> {
  if (ids.length === 0) return new Map()
  const rows = await db.select({ id: tips.id, message: tips.message }).from(tips).where(inArray(tips.id, ids))
  return new Map(
    rows.map(({ id, message }) => [id, { ...nothingLeft(message), isShown: message !== null }] as const),
  )
}

type Loaded = {
  thingOf: (row: Shown) => Thing
  /** Returns a text of the reported thing with the names of mentioned people. */
  named: (row: Pick<Shown, 'kind' | 'subjectId'>, text: string) => string
}

/** Loads the current content of these cases, or the saved text of removed content, and names people in `reported`. */
export async function loadReportedThings(
  db: Database,
  cases: Shown[],
  reported: TextOfComment[],
): Promise<Loaded> {
  const idsOf = (kind: Reportable) =>
    cases.filter((row) => row.kind === kind).map(({ subjectId }) => subjectId)
  const written = await findComments(db, idsOf('comment'))
  const kept = cases.map(({ subjectId, keptText }) => ({ id: subjectId, content: keptText }))
  const names = await namesIn(db, [...textsOf(written), ...kept, ...reported])
  const found: Record<Reportable, Found> = {
    post: await postsShown(db, idsOf('post')),
    comment: commentsShown(written, names),
    tip: await messagesShown(db, idsOf('tip')),
  }
  const isStored = (id: string) =>
    written.rows.some(({ comment }) => comment.id === id && !comment.isWithdrawn)
  const named: Loaded['named'] = ({ kind, subjectId }, text) => {
    if (kind !== 'comment') return text
    return isStored(subjectId) ? names(subjectId, text).content : withoutReferences(text)
  }
  const thingOf = (row: Shown) => {
    const keptText = row.keptText && named(row, row.keptText)
    const thing = found[row.kind].get(row.subjectId)
    return thing ? { ...thing, text: thing.text ?? keptText } : nothingLeft(keptText)
  }
  return { thingOf, named }
}
