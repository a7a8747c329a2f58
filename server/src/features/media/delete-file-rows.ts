import { databaseIsAway } from '#db/database-is-away.ts'
import type { Services } from '#services.ts'

/**
 * Deletes the files of rows that were not written because of `error`. When the database connection was lost it is
 * unknown whether the rows were written, so the files stay. The nightly sweep deletes them if no row names them, and
 * also files that the bucket failed to delete.
 */
export async function deleteFileRows(
  { media, log }: Pick<Services, 'media' | 'log'>,
  keys: string[],
  error: unknown,
): Promise<void> {
  if (error instanceof Error && databaseIsAway(error)) return
  try {
    for (const key of keys) await media.delete(key)
  } catch (failure) {
    log.warn({ err: failure }, 'deleting unused media files failed')
  }
}
