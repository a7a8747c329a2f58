import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startFailure } from './start-failure.ts'

/** Where a data folder is made of a backup until it is whole. */
export const restoringName = 'restoring'

/**
 * Throws DataDamaged where there is no database and there should be one: a start would make a new, empty site, which
 * would then remove the media that no row of it names.
 */
export function refuseLostDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, 'postgres', 'cluster'))) return
  if (existsSync(join(dataDir, restoringName)))
    throw startFailure(
      'DataDamaged',
      `A restore into ${dataDir} was cut off: run it again, or delete the folder ${restoringName} there.`,
    )
  const files = join(dataDir, 'media', 'files')
  if (existsSync(files) && readdirSync(files).length > 0)
    throw startFailure(
      'DataDamaged',
      `${dataDir} has media and no database: set DATABASE_URL if it is elsewhere, or restore a backup into a new folder.`,
    )
}
