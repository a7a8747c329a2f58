import { and, asc, eq, lte } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { Refusal } from '#errors.ts'
import type { Services } from '#services.ts'
import { statusOfParts } from '#features/media/stored-parts.ts'
import { lockParts, shownParts } from './lock-draft.ts'
import { publishLocked } from './publish-draft.ts'
import { type DraftRow, drafts } from './schema.ts'
import { findMissing } from './find-missing.ts'
import { isWaiting } from './save-to-post.ts'
const suspended = 'Your account was suspended at the time. Schedule it again, or publish it now.'
const noCreator = 'You were not a creator at the time. Schedule it again, or publish it now.'

/**
 * Publishes each draft once, even with concurrent processes; unschedules one that fails, with the reason.
 * Tries all drafts before it rejects with the first error. Returns the number of published drafts.
 */
export async function publishDue(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'log' | 'jobs'>,
): Promise<number> {
  const { db, clock, log } = services
  const due = await db
    .select({ id: drafts.id })
    .from(drafts)
    .where(lte(drafts.publishAt, clock.now()))
    .orderBy(asc(drafts.publishAt), asc(drafts.id))
  let published = 0
  const failures: unknown[] = []
  for (const { id } of due) {
    try {
      if (await db.transaction((tx) => publishIfDue(services, tx, id))) published += 1
    } catch (error) {
      log.error({ err: error, draftId: id }, 'publishing a scheduled post failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return published
}

async function publishIfDue(
  services: Pick<Services, 'clock' | 'live' | 'jobs'>,
  tx: Transaction,
  id: string,
): Promise<boolean> {
  const { clock } = services
  // Skip a locked draft: another process is publishing it, or its creator is changing it. The next run retries.
  const [draft] = await tx
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), lte(drafts.publishAt, clock.now())))
    .for('update', { skipLocked: true })
  if (!draft) return false
  const [creator] = await tx
    .select({ role: people.role, isBlocked: people.isBlocked })
    .from(people)
    .where(eq(people.id, draft.creatorId))
  const parts = await lockParts(tx, draft)
  const reason =
    (creator?.isBlocked && suspended) ||
    (creator?.role !== 'creator' && noCreator) ||
    findMissing(draft, shownParts(parts))?.message
  if (reason) {
    await unschedule(services, tx, draft, reason)
    return false
  }
  if (draft.postId === null ? statusOfParts(parts) === 'processing' : await isWaiting(tx, draft, parts))
    return false
  try {
    await publishLocked(services, tx, draft, parts)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await unschedule(services, tx, draft, error.message)
    return false
  }
}

async function unschedule(
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  { id, creatorId }: DraftRow,
  reason: string,
) {
  await tx.update(drafts).set({ publishAt: null, notPublished: reason }).where(eq(drafts.id, id))
  await live.publish(tx, { person: creatorId }, { type: 'draft_changed', draftId: id })
}
