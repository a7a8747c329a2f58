import { sql } from 'drizzle-orm'
import type { Services } from '#services.ts'

/** Deletes the agreements of people who were erased AGREEMENT_DAYS ago. */
export async function deleteOldAgreements({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<void> {
  const before = new Date(clock.now().getTime() - config.agreementDays * 24 * 60 * 60 * 1000)
  await db.execute(sql`
    delete from agreements using people
    where people.id = agreements.person_id and people.erased_at < ${before.toISOString()}::timestamptz`)
}
