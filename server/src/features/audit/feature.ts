import { by, nothing } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { routes } from './routes.ts'

export const audit: Feature = {
  routes,
  erase: [
    {
      table: 'audit_entries',
      fate: 'emptied',
      holds: 'staff actions concerning them, and the reason staff gave',
      whose: by('person_id'),
      columns: { reason: nothing },
      keeps: ['action', 'subject'],
      why: 'staff actions stay on record: who, what, when',
    },
  ],
}
