import { removedFilesDays } from '@touchline/contract/revisions.ts'
import { eq, lte, type SQL } from 'drizzle-orm'
import { removeMedia } from '#features/media/remove-media.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { postToChange } from '../post-to-change.ts'
import { removedParts } from '../schema.ts'

type Deps = Pick<Services, 'db' | 'jobs'>

async function deleteRemoved(services: Deps, which: SQL): Promise<void> {
  await services.db.transaction(async (tx) => {
    const gone = await tx.delete(removedParts).where(which).returning({ id: removedParts.mediaId })
    await removeMedia(
      services,
      tx,
      gone.map(({ id }) => id),
    )
  })
}

/** Deletes the files that edits removed from a post for good. Throws 404 for an unknown post, 403 for another's. */
export async function deleteRemovedFiles(
  services: Deps,
  { viewer, postId }: { viewer: Viewer; postId: string },
): Promise<void> {
  const { id } = await postToChange(services.db, { viewer, postId })
  await deleteRemoved(services, eq(removedParts.postId, id))
}

const keptMs = removedFilesDays * 24 * 60 * 60_000

/** Deletes the files that edits removed too long ago to be restored. */
export const deleteOldFiles = ({ clock, ...services }: Deps & Pick<Services, 'clock'>): Promise<void> =>
  deleteRemoved(services, lte(removedParts.removedAt, new Date(clock.now().getTime() - keptMs)))
