import { eq } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import type { Services } from '#services.ts'
import { refuseLostEarlyAccess } from './early-access.ts'
import { lockDraft, lockMedia } from './lock-draft.ts'
import type { Own } from './queries.ts'
import { drafts } from './schema.ts'
import { findMissing } from './find-missing.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'live'>

const inThePast = 'Please choose a time that is still to come.'

/** Lets a draft go out by itself at `publishAt`. 400 for a time that has passed, while there is nothing to publish, and when
 * members would lose their early access by it. */
export async function scheduleDraft(
  services: Deps,
  { publishAt, ...own }: Own & { publishAt: Date },
): Promise<void> {
  const { db, clock, live } = services
  await db.transaction(async (tx) => {
    const draft = await lockDraft(tx, own)
    if (publishAt <= clock.now()) throw invalid(inThePast, { publishAt: inThePast })
    refuseLostEarlyAccess(draft.opensAt, publishAt, clock.now())
    const missing = findMissing(draft, await lockMedia(tx, draft))
    if (missing) throw missing
    await tx
      .update(drafts)
      .set({ publishAt, notPublished: null, updatedAt: clock.now() })
      .where(eq(drafts.id, draft.id))
    await live.say(tx, { person: own.creatorId }, { type: 'draft_changed', draftId: draft.id })
  })
}

/** Lets a draft wait until it is published by hand; also when it already does. 404 once it went out. */
export async function unscheduleDraft({ db, clock, live }: Deps, own: Own): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await lockDraft(tx, own)
    await tx
      .update(drafts)
      .set({ publishAt: null, notPublished: null, updatedAt: clock.now() })
      .where(eq(drafts.id, id))
    await live.say(tx, { person: own.creatorId }, { type: 'draft_changed', draftId: id })
  })
}
