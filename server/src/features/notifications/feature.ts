import { desc, eq } from 'drizzle-orm'
import { by, ofTheSite, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { emailNotices } from './email-notices.ts'
import { deleteOldNotices, notifyPeople } from './notify-people.ts'
import { routes, unsubscribeRoute } from './routes.ts'
import { notifications as noticeRows, notificationSettings } from './schema.ts'
import { type PushJob, sendPush } from './send-push.ts'

async function exportSettings({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const [settings] = await db
    .select({
      email: notificationSettings.email,
      push: notificationSettings.push,
      announcements: notificationSettings.marketing,
      announcementsChangedAt: notificationSettings.marketingChangedAt,
      notOnSite: notificationSettings.siteDeclined,
      notByEmail: notificationSettings.emailDeclined,
      notByPush: notificationSettings.pushDeclined,
      emailPace: notificationSettings.emailPace,
      dailyHour: notificationSettings.dailyHour,
      timeZone: notificationSettings.timeZone,
      quietFromMinute: notificationSettings.quietFrom,
      quietUntilMinute: notificationSettings.quietUntil,
      readUntil: notificationSettings.readUntil,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.personId, viewer.id))
  const notices = await db
    .select({
      id: noticeRows.id,
      kind: noticeRows.kind,
      detail: noticeRows.detail,
      happenedAt: noticeRows.happenedAt,
      emailedAt: noticeRows.emailedAt,
      pushedAt: noticeRows.pushedAt,
    })
    .from(noticeRows)
    .where(eq(noticeRows.personId, viewer.id))
    .orderBy(desc(noticeRows.id))
  return { notifications: settings ?? null, notices }
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
      holds:
        'what they want to be notified of and when, how far they have read, and whether they agreed to announcements',
      whose: by('person_id'),
    },
    {
      table: 'notifications',
      fate: 'deleted',
      holds: 'notifications they received, in their bell and by email and push',
      whose: by('person_id'),
    },
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
