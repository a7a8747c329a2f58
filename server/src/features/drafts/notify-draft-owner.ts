import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { MediaRow } from '#features/media/schema.ts'
import type { Services } from '#services.ts'
import { draftParts, drafts } from './schema.ts'

export async function notifyDraftOwner(
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  { id: mediaId }: Pick<MediaRow, 'id'>,
): Promise<void> {
  const affected = await tx
    .select({ id: drafts.id, creatorId: drafts.creatorId })
    .from(drafts)
    .innerJoin(draftParts, eq(draftParts.draftId, drafts.id))
    .where(eq(draftParts.mediaId, mediaId))
  for (const { id, creatorId } of affected)
    await live.publish(tx, { person: creatorId }, { type: 'draft_changed', draftId: id })
}
