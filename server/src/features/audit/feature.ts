import { api } from '@touchline/contract/api.ts'
import { by, nothing } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { listEntries, listStaffLooks } from './read-log.ts'

function routes(route: Route, { db }: Services): void {
  route(api.audit.log, ({ query }) => listEntries(db, query))
  route(api.audit.staffLooks, ({ viewer, query }) => listStaffLooks(db, viewer.id, query.before))
}

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
