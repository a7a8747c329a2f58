import { eq } from 'drizzle-orm'
import { by, ofTheSite, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { emailNotices } from './email-notices.ts'
import { deleteOldNotices, notifyPeople } from './notify-people.ts'
import { routes, unsubscribeRoute } from './routes.ts'
import { notificationSettings } from './schema.ts'
import { type PushJob, sendPush } from './send-push.ts'

async function exportSettings({ db }: Pick<Services, 'db'>, viewer: Viewer) {
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

export const notifications: Feature = {
  routes,
  rawRoutes: unsubscribeRoute,
  jobs(services) {
    const { jobs } = services
    jobs.every('* * * * *', 'tell-people', () => notifyPeople(services))
    jobs.work('mail-notices', () => emailNotices(services), { keyOf: () => 'all', isLong: true })
    jobs.every('53 3 * * *', 'forget-notices', () => deleteOldNotices(services))
    // Only this feature enqueues into this queue, always a PushJob.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    jobs.work('push', (data) => sendPush(services, data as PushJob))
  },
  erase: [
    {
      table: 'notification_settings',
      fate: 'deleted',
      holds: 'what they want to be notified of, and whether they agreed to announcements',
      whose: by('person_id'),
    },
    { table: 'notifications', fate: 'deleted', holds: 'notifications they received', whose: by('person_id') },
    {
      table: 'push_subscriptions',
      fate: 'deleted',
      holds: 'browsers that receive their push messages',
      whose: by('person_id'),
    },
    ...untouched(ofTheSite, 'push_keys'),
  ],
  export: { profile: exportSettings },
}
