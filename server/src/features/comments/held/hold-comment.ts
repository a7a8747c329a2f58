import type { Mention } from '@touchline/contract/comments.ts'
import { maxHeldOfOne } from '@touchline/contract/held-comments.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { v7 as uuid, validate } from 'uuid'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import { reasonsToHold } from '#features/hold-rules/reasons-to-hold.ts'
import type { ActiveRules } from '#features/hold-rules/rules.ts'
import { refuseBlocked } from '#features/people/refuse-blocked.ts'
import { knownId } from '#features/posts/known-id.ts'
import { posts } from '#features/posts/schema.ts'
import { refuseSilenced } from '#features/silences/refuse-silenced.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { parentMissing } from '../add-comment.ts'
import { comments } from '../schema.ts'
import { heldComments, type HeldRow } from './schema.ts'

type Written = {
  viewer: Pick<Viewer, 'id' | 'role' | 'createdAt'>
  postId: string
  content: string
  replyToId?: string | null | undefined
  clientId?: string | null | undefined
  mentions?: Mention[] | undefined
}

type Held = { row: HeldRow; isNew: boolean }

/**
 * Stores a comment for approval if a rule holds it, and returns it; null if none does. Staff are never held. Repeating
 * a `clientId` returns the stored comment. Throws as adding it would, and 409 while too many wait.
 */
export async function holdComment(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  rules: ActiveRules,
  { viewer, postId: postIdGiven, content, replyToId = null, clientId = null, mentions = [] }: Written,
): Promise<Held | null> {
  if (viewer.role !== 'subscriber') return null
  const now = clock.now()
  // Most comments need no transaction.
  if (!(await reasonsToHold(db, rules, { author: viewer, text: content, now }))) return null
  const postId = knownId(postIdGiven, 'Post')
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, `held comments:${viewer.id}`)
    const sent = { personId: viewer.id, clientId }
    if (await isPublished(tx, sent)) return null
    const first = await findHeld(tx, sent)
    if (first) {
      if (first.content !== content || first.postId !== postId)
        throw conflict('This comment was already sent with a different text.')
      return { row: first, isNew: false }
    }
    const reasons = await reasonsToHold(tx, rules, { author: viewer, text: content, now })
    if (!reasons) return null
    await refuseWithoutPost(tx, postId)
    await refuseBlocked(tx, viewer.id)
    if (replyToId !== null) await refuseWithoutParent(tx, { postId, replyToId })
    await refuseSilenced(tx, { personId: viewer.id, act: 'comment', now })
    const theirs = and(eq(heldComments.personId, viewer.id), eq(heldComments.state, 'waiting'))
    if ((await tx.$count(heldComments, theirs)) >= maxHeldOfOne)
      throw conflict(`${maxHeldOfOne} of your comments wait for approval. Please wait for the moderators.`)
    const [row] = await tx
      .insert(heldComments)
      .values({
        id: uuid({ msecs: now.getTime() }),
        postId,
        personId: viewer.id,
        replyToId,
        clientId: clientId ?? uuid(),
        content,
        mentions,
        ...reasons,
        state: 'waiting',
        createdAt: now,
      })
      .returning()
    if (!row) throw new Error('a held comment was not stored')
    return { row, isNew: true }
  })
}

type Sent = { personId: string; clientId: string | null }

async function isPublished(tx: Transaction, { personId, clientId }: Sent): Promise<boolean> {
  if (clientId === null) return false
  const same = and(eq(comments.personId, personId), eq(comments.clientId, clientId))
  return (await tx.$count(comments, same)) > 0
}

async function findHeld(tx: Transaction, { personId, clientId }: Sent): Promise<HeldRow | undefined> {
  if (clientId === null) return undefined
  const same = and(eq(heldComments.personId, personId), eq(heldComments.clientId, clientId))
  const [found] = await tx.select().from(heldComments).where(same)
  return found
}

/** Locks the post, so that it stays until the held comment is stored. */
async function refuseWithoutPost(tx: Transaction, postId: string): Promise<void> {
  const [post] = await tx.select().from(posts).where(eq(posts.id, postId)).for('key share')
  if (post?.status !== 'ready') throw notFound('Post')
  if (post.commentsOff) throw conflict('Comments are off for this post.')
}

/** Locks the parent likewise. */
async function refuseWithoutParent(
  tx: Transaction,
  { postId, replyToId }: { postId: string; replyToId: string },
): Promise<void> {
  if (!validate(replyToId)) throw parentMissing()
  const parent = and(eq(comments.id, replyToId), eq(comments.postId, postId))
  const found = await tx.select({ id: comments.id }).from(comments).where(parent).for('key share')
  if (found.length === 0) throw parentMissing()
}

/** Deletes a held comment of its author; a comment that is being published stays. Throws 404 without one. */
export async function discardHeld(
  { db }: Pick<Services, 'db'>,
  { personId, id }: { personId: string; id: string },
): Promise<void> {
  const deleted = await db
    .delete(heldComments)
    .where(
      and(
        eq(heldComments.id, knownId(id, 'Comment')),
        eq(heldComments.personId, personId),
        inArray(heldComments.state, ['waiting', 'rejected']),
      ),
    )
    .returning({ id: heldComments.id })
  if (deleted.length === 0) throw notFound('Comment')
}
