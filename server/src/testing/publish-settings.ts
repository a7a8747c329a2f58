import type { SomeSettings } from '@touchline/contract/site-settings.ts'
import { max } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { siteVersions } from '#features/site-settings/schema.ts'
import type { Services } from '#services.ts'

/** Publishes settings on top of the defaults, without an admin. */
export async function publishSettings(
  { db, clock, site }: Pick<Services, 'db' | 'clock' | 'site'>,
  settings: SomeSettings,
): Promise<void> {
  const [newest] = await db.select({ number: max(siteVersions.number) }).from(siteVersions)
  const number = (newest?.number ?? 0) + 1
  await db.insert(siteVersions).values({ id: uuid(), number, settings, changed: [], at: clock.now() })
  await site.reload()
}
