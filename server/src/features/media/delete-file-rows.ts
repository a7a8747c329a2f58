import { databaseIsAway } from '#db/database-is-away.ts'
import type { Services } from '#services.ts'

/**
 * Deletes the files of rows that `error` prevented. After a lost connection it is unknown whether they were written,
 * so the files stay for the nightly sweep.
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
