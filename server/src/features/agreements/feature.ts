import type { Feature } from '#features/feature.ts'
import { deleteOldAgreements } from './delete-old-agreements.ts'

export const agreements: Feature = {
  jobs(services) {
    services.jobs.every('53 3 * * *', 'forget-agreements', () => deleteOldAgreements(services))
  },
}
