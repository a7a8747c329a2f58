import type { Client } from 'pg'
import type { DatabaseAddress } from './address.ts'
import { onOneConnection } from './one-connection.ts'
import { startFailure } from './start-failure.ts'

// Beside the list of migrations: what belongs to the site itself goes into backups.
const mark = 'drizzle.half_restored'

/** Notes, in the transaction that brings the rows of a backup, that more has to follow them. `backup` says which it is. */
export async function markHalfRestored(client: Client, backup: string): Promise<void> {
  await client.query(`create table ${mark} (backup text not null)`)
  await client.query(`insert into ${mark} values ($1)`, [backup])
}

/** Of which backup a database has the rows and not all that follows them; null where nothing is missing. */
export async function halfRestored(address: DatabaseAddress): Promise<string | null> {
  return onOneConnection(address, async (client) => {
    const { rows: found } = await client.query(`select to_regclass($1) as mark`, [mark])
    if (found[0].mark === null) return null
    const { rows } = await client.query<{ backup: string }>(`select backup from ${mark}`)
    return rows[0]?.backup ?? null
  })
}

/** Notes, in the transaction that brings the last of what follows the rows, that nothing is missing. */
export async function unmarkHalfRestored(client: Client): Promise<void> {
  await client.query(`drop table ${mark}`)
}

/** Throws DataDamaged where a restore has to be gone on with: a start would lose the work that was waiting, for good. */
export async function refuseHalfRestored(address: DatabaseAddress): Promise<void> {
  const backup = await halfRestored(address)
  if (backup !== null)
    throw startFailure(
      'DataDamaged',
      `A restore into this database, of the backup of ${backup}, was cut off: run it again.`,
    )
}
