import type { Client } from 'pg'
import type { DatabaseAddress } from './address.ts'
import { onOneConnection } from './one-connection.ts'
import { startFailure } from './start-failure.ts'

// The mark is in the schema of the migrations, because `public` is backed up.
const mark = 'drizzle.half_restored'

/** Marks the database, in the transaction that restores its rows, as needing the rest of `backup`. */
export async function markHalfRestored(client: Client, backup: string): Promise<void> {
  await client.query(`create table ${mark} (backup text not null)`)
  await client.query(`insert into ${mark} values ($1)`, [backup])
}

/** Returns the backup whose restore into this database is unfinished; null when none is. */
export async function halfRestored(address: DatabaseAddress): Promise<string | null> {
  return onOneConnection(address, async (client) => {
    const { rows: found } = await client.query(`select to_regclass($1) as mark`, [mark])
    if (found[0].mark === null) return null
    const { rows } = await client.query<{ backup: string }>(`select backup from ${mark}`)
    return rows[0]?.backup ?? null
  })
}

/** Clears the mark, in the transaction that finishes the restore. */
export async function unmarkHalfRestored(client: Client): Promise<void> {
  await client.query(`drop table ${mark}`)
}

/** Throws DataDamaged when a restore is unfinished: starting now would lose the waiting jobs. */
export async function refuseHalfRestored(address: DatabaseAddress): Promise<void> {
  const backup = await halfRestored(address)
  if (backup !== null)
    throw startFailure(
      'DataDamaged',
      `A restore of the backup of ${backup} into this database was interrupted: run it again.`,
    )
}
