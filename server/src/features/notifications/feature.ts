import type { Feature } from '#features/feature.ts'
import { emailNotices } from './email-notices.ts'
import { deleteOldNotices, notifyPeople } from './notify-people.ts'
import { routes, unsubscribeRoute } from './routes.ts'
import { type PushJob, sendPush } from './send-push.ts'

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
}
