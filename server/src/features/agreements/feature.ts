import { ofTheSite, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { exportAgreements } from './export.ts'
import { deleteOldAgreements } from './delete-old-agreements.ts'

export const agreements: Feature = {
  jobs(services) {
    services.jobs.every('53 3 * * *', 'forget-agreements', () => deleteOldAgreements(services))
  },
  erase: [
    ...untouched(
      'which texts were agreed to and when; deleted AGREEMENT_DAYS after the erasure',
      'agreements',
    ),
    ...untouched(ofTheSite, 'text_versions'),
  ],
  export: { profile: exportAgreements },
}
