import { by } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { routes } from './routes.ts'

export const admin: Feature = {
  routes,
  erase: [
    { table: 'person_visits', fate: 'deleted', holds: 'the day of their last visit', whose: by('person_id') },
  ],
}
