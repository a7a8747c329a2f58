import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { newClient } from '#db/address.ts'
import type { Services } from '#services.ts'

/** Makes a club's database unreachable, as if its server went down. */
export async function loseDatabase({
  db,
}: Pick<Services, 'db'>): Promise<{ restoreConnections: () => Promise<void> }> {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`)
  const name = rows[0]!.name
  const allow = (isAllowed: boolean) => onServer(`alter database ${name} with allow_connections ${isAllowed}`)
  await allow(false)
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  return { restoreConnections: () => allow(true) }
}

async function onServer(statement: string): Promise<void> {
  const client = newClient(inject('serverForTests'))
  await client.connect()
  await client.query(statement)
  await client.end()
}
