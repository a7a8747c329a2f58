import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { createTestDatabase } from '#testing/database.ts'
import { versionCache } from './version-cache.ts'

it('forgets everything when it gets a new connection', async () => {
  const home = await createTestDatabase()
  const { db, pool, close } = openDatabase(home.address, { maxConnections: 1 })
  onTestFinished(async () => {
    await close()
    await home.drop()
  })
  const connected = db.shortReads
    .select({ pid: sql<number>`pg_backend_pid()` })
    .from(sql`(values (1)) as once`)
  const statement = connected.prepare('connected')
  const [first] = await statement.execute()
  const cache = versionCache<{ version: string }>(db.shortReads, 10)
  cache.set('page', { version: '7' })
  await statement.execute()
  expect(cache.get('page')).toEqual({ version: '7' })
  await pool.query('select pg_terminate_backend($1, 60000)', [first!.pid])
  await expect
    .poll(async () => (await statement.execute().catch(() => []))[0]?.pid ?? first!.pid)
    .not.toBe(first!.pid)
  expect(cache.get('page')).toBeUndefined()
})
