import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Club } from './club.ts'

/** Waits until a club is idle: due sandbox work has run, its events have arrived, and every follow-up job is done. */
export async function quiet({ services: { db, payments } }: Pick<Club, 'services'>): Promise<void> {
  const { control } = payments.sandbox!
  await control.runDue()
  const busy = async () => {
    await control.webhooks.drained()
    const { rows } = await db.execute(
      sql`select name from jobs.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%'`,
    )
    return rows
  }
  await expect.poll(busy, { timeout: 240_000, interval: 20 }).toEqual([])
}
