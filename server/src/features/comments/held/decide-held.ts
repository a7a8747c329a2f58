import { rejectedDays } from '@touchline/contract/held-comments.ts'
import { and, eq, lt } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { conflict, notFound, Refusal } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { people } from '#features/people/schema.ts'
import { knownId } from '#features/posts/known-id.ts'
import type { Services } from '#services.ts'
import { addComment } from '../add-comment.ts'
import { commentRejected } from '../emails.ts'
import { heldComments, type HeldRow } from './schema.ts'

type Deciding = { actorId: string; id: string }

async function lockHeld(tx: Transaction, id: string): Promise<HeldRow> {
  const which = eq(heldComments.id, knownId(id, 'Comment'))
  const [found] = await tx.select().from(heldComments).where(which).for('update')
  if (!found) throw notFound('Comment')
  return found
}

/** The request publishes the comment itself. The job runs later, in case the process crashed in between. */
const jobDelaySeconds = 60

const alreadyRejected = () => conflict('Another moderator has rejected this comment already.')

/**
 * Publishes a held comment as if it was written now, and deletes the held one. The decision is stored first, and a
 * delayed job finishes it after a crash. Throws 409 if the comment cannot be published any more.
 */
export async function approveHeld(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'live'>,
  { actorId, id }: Deciding,
): Promise<void> {
  const { db, clock, jobs } = services
  const at = clock.now()
  await db.transaction(async (tx) => {
    const held = await lockHeld(tx, id)
    if (held.state === 'rejected') throw alreadyRejected()
    if (held.state === 'approved') return
    await tx.update(heldComments).set({ state: 'approved', decidedAt: at }).where(eq(heldComments.id, id))
    await recordAct(tx, {
      actorId,
      action: 'held_comment_approved',
      personId: held.personId,
      subject: id,
      at,
    })
    await jobs.enqueue(tx, 'publish-held-comment', { id }, { delaySeconds: jobDelaySeconds })
  })
  const problem = await publishHeld(services, id)
  if (problem) throw conflict(`${problem} You can reject the comment.`)
}

/** Publishes an approved comment once. Returns why it cannot be published; it then waits for approval again. */
export async function publishHeld(
  services: Pick<Services, 'db' | 'clock' | 'live'>,
  id: string,
): Promise<string | null> {
  const { db, live } = services
  const isApproved = and(eq(heldComments.id, id), eq(heldComments.state, 'approved'))
  const [held] = await db.select().from(heldComments).where(isApproved)
  if (!held) {
    const isUnpublished = (await db.$count(heldComments, eq(heldComments.id, id))) > 0
    return isUnpublished ? 'Another moderator could not publish this comment.' : null
  }
  try {
    const { postId, personId, content, mentions, replyToId, clientId } = held
    await addComment(services, { postId, personId, content, mentions, replyToId, clientId })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await db.update(heldComments).set({ state: 'waiting', decidedAt: null }).where(isApproved)
    return error.status === 403 ? 'Its author is silenced or suspended.' : error.message
  }
  await db.transaction(async (tx) => {
    await tx.delete(heldComments).where(isApproved)
    await live.publish(tx, { person: held.personId }, { type: 'held_comment_decided', commentId: id })
  })
  return null
}

/** Rejects a held comment and emails its author, who sees it with the answer for a while. Throws 409 once decided. */
export async function rejectHeld(
  { db, clock, live, mail, address }: Pick<Services, 'db' | 'clock' | 'live' | 'mail' | 'address'>,
  { actorId, id, answer }: Deciding & { answer: string | null },
): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    const { state, personId, content } = await lockHeld(tx, id)
    if (state === 'rejected') throw alreadyRejected()
    if (state === 'approved') throw conflict('Another moderator has approved this comment already.')
    await tx
      .update(heldComments)
      .set({ state: 'rejected', answer, decidedAt: at })
      .where(eq(heldComments.id, id))
    const act = { actorId, action: 'held_comment_rejected', personId, subject: id, at } as const
    await recordAct(tx, { ...act, ...(answer ? { reason: answer } : {}) })
    const [author] = await tx.select().from(people).where(eq(people.id, personId))
    if (author) await mail.enqueue(tx, commentRejected(author, { content, answer }, address.url))
    await live.publish(tx, { person: personId }, { type: 'held_comment_decided', commentId: id })
  })
}

/** Deletes rejected comments after a month. */
export async function deleteOldRejections({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - rejectedDays * 24 * 60 * 60_000)
  await db
    .delete(heldComments)
    .where(and(eq(heldComments.state, 'rejected'), lt(heldComments.decidedAt, before)))
}
