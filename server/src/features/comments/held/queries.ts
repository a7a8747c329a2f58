import type { Mention } from '@touchline/contract/comments.ts'
import type { HeldComment, OwnHeldComment } from '@touchline/contract/held-comments.ts'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { validate } from 'uuid'
import type { Database } from '#db/database.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { toParty } from '#features/people/to-user.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { namesIn } from '../mentions.ts'
import { comments } from '../schema.ts'
import { heldComments } from './schema.ts'

const isWaiting = eq(heldComments.state, 'waiting')
const parent = alias(comments, 'parent')
const defaultLimit = 20

/** Returns the comments that wait for approval, oldest first, and how many there are. */
export async function heldQueue(
  db: Database,
  viewer: Viewer,
  { after, limit = defaultLimit }: { after?: string | undefined; limit?: number | undefined },
): Promise<{ comments: HeldComment[]; hasMore: boolean; waiting: number }> {
  const isLater = sql`(${heldComments.createdAt}, ${heldComments.id}) > (
    select created_at, id from held_comments where id = ${after ?? null})`
  const [rows, waiting] = await Promise.all([
    db
      .select({
        held: heldComments,
        postTitle: posts.title,
        repliedTo: parent.content,
        user: partyColumns,
      })
      .from(heldComments)
      .innerJoin(posts, eq(posts.id, heldComments.postId))
      .innerJoin(people, eq(people.id, heldComments.personId))
      .leftJoin(parent, eq(parent.id, heldComments.replyToId))
      .where(and(isWaiting, after !== undefined && validate(after) ? isLater : undefined))
      .orderBy(asc(heldComments.createdAt), asc(heldComments.id))
      .limit(limit + 1),
    db.$count(heldComments, isWaiting),
  ])
  const names = await namesIn(
    db,
    rows.map(({ held, repliedTo }) => ({ id: held.replyToId ?? held.id, content: repliedTo })),
  )
  return {
    comments: rows.slice(0, limit).map(({ held, user, postTitle, repliedTo }) => ({
      id: held.id,
      postId: held.postId,
      content: held.content,
      words: held.words,
      isOfNewMember: held.isOfNewMember,
      createdAt: held.createdAt.toISOString(),
      user: toParty(user, viewer),
      postTitle,
      repliedTo: repliedTo && held.replyToId ? names(held.replyToId, repliedTo).content : repliedTo,
    })),
    hasMore: rows.length > limit,
    waiting,
  }
}

type ExportedHeldComment = OwnHeldComment & { mentions: Mention[] }

/** Returns the held and rejected comments of their author, oldest first. */
export async function ownHeldComments(db: Database, personId: string): Promise<ExportedHeldComment[]> {
  const rows = await db
    .select()
    .from(heldComments)
    .where(and(eq(heldComments.personId, personId), ne(heldComments.state, 'approved')))
    .orderBy(asc(heldComments.createdAt), asc(heldComments.id))
  return rows.map(({ id, postId, content, mentions, state, answer, createdAt }) => ({
    id,
    postId,
    content,
    mentions,
    state: state === 'rejected' ? state : 'waiting',
    answer,
    createdAt: createdAt.toISOString(),
  }))
}

/** Adds the held and rejected comments of the viewer to their data export. */
export const exportHeldComments = async ({ db }: Pick<Services, 'db'>, viewer: Pick<Viewer, 'id'>) => ({
  heldComments: await ownHeldComments(db, viewer.id),
})
