import { eq } from 'drizzle-orm'
import type { Database, Queryable } from '#db/database.ts'
import { paymentSettings } from './schema.ts'
import type { Clock } from '#time/clock.ts'

export type SettingKey =
  | 'provider_mode'
  | 'provider_account'
  | 'price'
  | 'webhook_endpoint_id'
  | 'webhook_secret'
  | 'portal_configuration'
  | 'transactions_checkpoint'
  | 'books_check'
  | 'rehearsal_ahead_ms'

export async function readSetting(db: Database, key: SettingKey): Promise<string | null> {
  const [found] = await db.select().from(paymentSettings).where(eq(paymentSettings.key, key)).limit(1)
  return found?.value ?? null
}

export async function writeSetting(db: Queryable, clock: Clock, key: SettingKey, value: string) {
  const updatedAt = clock.now()
  await db
    .insert(paymentSettings)
    .values({ key, value, updatedAt })
    .onConflictDoUpdate({ target: paymentSettings.key, set: { value, updatedAt } })
}
