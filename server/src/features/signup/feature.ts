import type { Feature } from '#features/feature.ts'
import { deletePhoneNumbers } from './delete-phone-numbers.ts'
import { type FinishLink, sendFinishLink } from './finish-link.ts'
import { purgeSignups } from './purge-signups.ts'
import { reconcileSignups } from './reconcile.ts'
import { sendWelcome, type Welcome } from './send-welcome.ts'
import { handleSignupEvents } from './webhook-handlers.ts'
import { routes } from './routes.ts'

export const signup: Feature = {
  routes,
  jobs(services) {
    const { jobs } = services
    handleSignupEvents(services)
    jobs.work(
      'finish-link',
      // The queue holds exactly what this feature enqueues as FinishLink.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      (data) => sendFinishLink(services, data as FinishLink),
      { keyOf: ({ signupId }) => String(signupId) },
    )
    jobs.work(
      'welcome',
      // The queue holds exactly what this feature enqueues as Welcome.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      (data) => sendWelcome(services, data as Welcome),
      { keyOf: ({ personId }) => String(personId) },
    )
    jobs.every('* * * * *', 'reconcile-signups', () => reconcileSignups(services))
    jobs.every('27 4 * * *', 'forget-signups', () => purgeSignups(services))
    jobs.every('49 3 * * *', 'forget-phone-numbers', () => deletePhoneNumbers(services))
  },
}
