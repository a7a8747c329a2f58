import type { Feature } from '#features/feature.ts'
import { type FinishLink, sendFinishLink } from './finish-link.ts'
import { purgeSignups } from './purge-signups.ts'
import { reconcileSignups } from './reconcile.ts'
import { handleSignupEvents } from './webhook-handlers.ts'
import { routes } from './routes.ts'
import { isNotNull, ne } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'
import { sendConfirmLink } from '#features/accounts/confirm-email.ts'
import { welcome } from '#features/subscriptions/emails.ts'
import { welcomeToConfirm } from './emails.ts'

type Welcome = { personId: string; receipt: string[] }

const sendWelcome = (
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret'>,
  { personId, receipt }: Welcome,
): Promise<void> =>
  sendConfirmLink(services, personId, {
    unproven: (person, link) => welcomeToConfirm(person, receipt, link, services.address.url),
    proven: (person) => welcome(person, receipt, services.address.url),
  })

/** Deletes phone numbers from earlier signups once the site no longer asks for them. */
export async function deletePhoneNumbers({ db, site }: Pick<Services, 'db' | 'site'>): Promise<void> {
  if (site.settings.asksPhone) return
  await db.update(people).set({ phoneNumber: null }).where(isNotNull(people.phoneNumber))
  await db.update(pendingSignups).set({ phoneNumber: '' }).where(ne(pendingSignups.phoneNumber, ''))
}

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
