import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startFailure } from './start-failure.ts'

export const restoringName = 'restoring'

/** Throws DataDamaged: an empty site would delete all media as unreferenced. */
export function refuseLostDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, 'postgres', 'cluster'))) return
  if (existsSync(join(dataDir, restoringName)))
    throw startFailure(
      'DataDamaged',
      `A restore into ${dataDir} was interrupted: run it again, or delete its folder ${restoringName}.`,
    )
  const files = join(dataDir, 'media', 'files')
  if (existsSync(files) && readdirSync(files).length > 0)
    throw startFailure(
      'DataDamaged',
      `${dataDir} has media but no database: set DATABASE_URL if the database is elsewhere, or restore a backup into a new folder.`,
    )
}
