import { by } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { exportSavedPosts } from './export.ts'
import { revokeLeases } from './revoke-leases.ts'
import { routes } from './routes.ts'

export const saved: Feature = {
  routes,
  jobs(services) {
    services.jobs.every('*/10 * * * *', 'revoke-leases', () => revokeLeases(services))
  },
  erase: [
    {
      table: 'saved_posts',
      fate: 'deleted',
      holds: 'posts their browsers store for offline use',
      whose: by('person_id'),
    },
  ],
  export: { profile: exportSavedPosts },
}
