import { api } from '@touchline/contract/api.ts'
import { by, ofNumbers, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { forgetVisits } from './count-visits.ts'
import { listJoiners, listSources } from './list-sources.ts'
import { exportSource } from './member-source.ts'

export const sources: Feature = {
  routes(route, services) {
    route(api.sources.list, async ({ query }) => ({
      sources: await listSources(services, Number(query.days ?? 365)),
    }))

    route(api.sources.joiners, ({ query }) => listJoiners(services, query, Number(query.days ?? 365)))
  },
  jobs(services) {
    services.jobs.every('57 4 * * *', 'forget-visits', () => forgetVisits(services))
  },
  erase: [
    { table: 'member_sources', fate: 'deleted', holds: 'where they came from', whose: by('person_id') },
    ...untouched(ofNumbers, 'source_visits'),
  ],
  export: { profile: exportSource },
}
