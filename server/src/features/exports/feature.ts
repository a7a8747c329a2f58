import { by } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { deleteOldExports } from './claim-export.ts'
import { routes } from './routes.ts'

export const exports: Feature = {
  routes,
  jobs(services) {
    services.jobs.every('47 3 * * *', 'forget-exports', () => deleteOldExports(services))
  },
  erase: [
    { table: 'exports', fate: 'deleted', holds: 'when they exported their data', whose: by('person_id') },
  ],
}
