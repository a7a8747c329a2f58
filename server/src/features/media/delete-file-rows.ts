import { databaseIsAway } from '#db/database-is-away.ts'
import type { Services } from '#services.ts'

/**
 * Deletes what was stored for rows that `error` kept from being written. Where nobody knows whether they were written, since the
 * database went away in the middle, or where the bucket does not answer, the files are left to the sweep of the
 * night, which looks for their rows.
 */
export async function deleteFileRows(
  { media, log }: Pick<Services, 'media' | 'log'>,
  keys: string[],
  error: unknown,
): Promise<void> {
  if (error instanceof Error && databaseIsAway(error)) return
  try {
    for (const key of keys) await media.delete(key)
  } catch (problem) {
    log.warn({ err: problem }, 'files were left behind')
  }
}
