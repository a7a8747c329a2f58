import { eq } from 'drizzle-orm'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { notificationSettings } from './schema.ts'

export async function exportSettings({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const [settings] = await db
    .select({
      email: notificationSettings.email,
      push: notificationSettings.push,
      announcements: notificationSettings.marketing,
      announcementsChangedAt: notificationSettings.marketingChangedAt,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.personId, viewer.id))
  return { notifications: settings ?? null }
}
