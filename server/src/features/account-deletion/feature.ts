import type { JobData } from '#jobs/jobs.ts'
import type { Feature } from '#features/feature.ts'
import { cancelDeletionSince } from './cancel-deletion.ts'
import { sendConfirmLink } from './request-deletion.ts'
import { deleteDueAccounts } from './delete-account.ts'
import { endBilling } from './confirm-deletion.ts'
import { erasePerson } from './erase-person.ts'
import { erasureRules } from './erasure-statements.ts'
import { routes } from './routes.ts'

const keyOf = ({ departureId }: JobData) => String(departureId)

export const accountDeletion: Feature = {
  routes,
  jobs(services, features) {
    const { jobs } = services
    const rules = erasureRules(features)
    jobs.work('departure-link', ({ departureId }) => sendConfirmLink(services, String(departureId)), {
      keyOf,
    })
    jobs.work('departure-confirmed', ({ departureId }) => endBilling(services, String(departureId)), {
      keyOf,
    })
    jobs.work('withdraw-departure', ({ personId, since }) =>
      cancelDeletionSince(services, { personId: String(personId), since: new Date(String(since)) }),
    )
    jobs.work('erase-person', ({ departureId }) => erasePerson(services, String(departureId), rules), {
      keyOf,
    })
    jobs.every('27 * * * *', 'carry-out-departures', () => deleteDueAccounts(services))
  },
}
