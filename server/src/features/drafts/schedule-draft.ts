import { eq } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import type { Services } from '#services.ts'
import { refuseLostEarlyAccess } from './early-access.ts'
import { lockDraft, lockParts, shownParts } from './lock-draft.ts'
import type { Own } from './queries.ts'
import { drafts } from './schema.ts'
import { findMissing } from './find-missing.ts'
const inThePast = 'Please choose a time that is still to come.'

/** Throws 400 for a past time, an empty draft, or when members would lose early access. */
export async function scheduleDraft(
  services: Pick<Services, 'db' | 'clock' | 'live'>,
  { publishAt, ...own }: Own & { publishAt: Date },
): Promise<void> {
  const { db, clock, live } = services
  await db.transaction(async (tx) => {
    const draft = await lockDraft(tx, own)
    if (publishAt <= clock.now()) throw invalid(inThePast, { publishAt: inThePast })
    refuseLostEarlyAccess(draft.opensAt, publishAt, draft.createdAt)
    const missing = findMissing(draft, shownParts(await lockParts(tx, draft)))
    if (missing) throw missing
    await tx
      .update(drafts)
      .set({ publishAt, notPublished: null, updatedAt: clock.now() })
      .where(eq(drafts.id, draft.id))
    await live.publish(tx, { person: own.creatorId }, { type: 'draft_changed', draftId: draft.id })
  })
}

/** Cancels the schedule of a draft, if it has one. Throws 404 once it was published. */
export async function unscheduleDraft(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  own: Own,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await lockDraft(tx, own)
    await tx
      .update(drafts)
      .set({ publishAt: null, notPublished: null, updatedAt: clock.now() })
      .where(eq(drafts.id, id))
    await live.publish(tx, { person: own.creatorId }, { type: 'draft_changed', draftId: id })
  })
}
