import { and, asc, eq, lte } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { Refusal } from '#errors.ts'
import type { Services } from '#services.ts'
import { lockMedia } from './lock-draft.ts'
import { publishLocked } from './publish-draft.ts'
import { type DraftRow, drafts } from './schema.ts'
import { findMissing } from './find-missing.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'live' | 'log'>

const suspended = 'Your account was suspended at the time. Schedule it again, or publish it now.'
const noCreator = 'You were not a creator at the time. Schedule it again, or publish it now.'

/**
 * Publishes the drafts whose time has come, each once, however many processes do this at the same time. One whose file
 * is still worked on waits for it; one that cannot go out is no longer scheduled and says why. Rejects after all others
 * were tried when one of them could not be. Returns how many went out.
 */
export async function publishDue(services: Deps): Promise<number> {
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
      log.error({ err: error, draftId: id }, 'a scheduled post could not be published')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return published
}

async function publishIfDue(services: Deps, tx: Transaction, id: string): Promise<boolean> {
  const { clock } = services
  // Whoever holds it meanwhile is publishing or changing it: its turn comes again.
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
  const mediaItem = await lockMedia(tx, draft)
  const why =
    (creator?.isBlocked && suspended) ||
    (creator?.role !== 'creator' && noCreator) ||
    findMissing(draft, mediaItem)?.message
  if (why) {
    await callOff(services, tx, draft, why)
    return false
  }
  if (mediaItem?.status === 'processing') return false
  try {
    await publishLocked(services, tx, draft, mediaItem)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await callOff(services, tx, draft, error.message)
    return false
  }
}

async function callOff({ live }: Deps, tx: Transaction, { id, creatorId }: DraftRow, why: string) {
  await tx.update(drafts).set({ publishAt: null, notPublished: why }).where(eq(drafts.id, id))
  await live.say(tx, { person: creatorId }, { type: 'draft_changed', draftId: id })
}
