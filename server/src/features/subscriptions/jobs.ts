import type { Services } from '#services.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { sendFinishLink } from './finish-link.ts'
import { type GiveBack, giveBack } from './give-back.ts'
import { listenToProvider } from './provider-events.ts'
import { reconcile } from './reconcile.ts'

/** Declares the events, jobs and schedules of subscriptions; call before the jobs start. */
export function subscriptionJobs(services: Services): void {
  const { jobs } = services
  listenToProvider(services)
  jobs.work(
    'sync-customer',
    async ({ customerId }) => void (await bringUpToDate(services, String(customerId))),
    { keyOf: ({ customerId }) => String(customerId) },
  )
  jobs.work(
    'give-back',
    // The queue holds exactly what this feature enqueues as GiveBack.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (data) => giveBack(services, data as GiveBack),
    { keyOf: ({ subscriptionId }) => String(subscriptionId) },
  )
  jobs.work('finish-link', ({ signupId }) => sendFinishLink(services, String(signupId)), {
    keyOf: ({ signupId }) => String(signupId),
  })
  jobs.every('* * * * *', 'reconcile-subscriptions', () => reconcile(services))
}
