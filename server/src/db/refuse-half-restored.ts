import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startFailure } from './start-failure.ts'

/** Where a data folder is made of a backup until it is whole. */
export const restoringName = 'restoring'

/** Throws DatabaseUnavailable where a restore was cut off: a start would make a new, empty site there. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, restoringName)) || existsSync(join(dataDir, 'postgres', 'cluster'))) return
  throw startFailure(
    'DatabaseUnavailable',
    `A restore into ${dataDir} was cut off: run it again, or delete the folder ${restoringName} there.`,
  )
}
