import { api } from '@touchline/contract/api.ts'
import { allDataTypes } from '@touchline/contract/exports.ts'
import { by } from '#db/erasure-rule.ts'
import type { Feature, Site } from '#features/feature.ts'
import type { Route } from '#http/routes.ts'
import { limits } from '#limits/limits.ts'
import type { Services } from '#services.ts'
import { deleteOldExports } from './claim-export.ts'
import { sendExport } from './send-export.ts'

function routes(route: Route, services: Services, { features }: Pick<Site, 'features'>): void {
  route(
    api.exports.start,
    ({ viewer, body, request, reply }) => {
      const types = allDataTypes.filter((type) => body.dataTypes[type])
      return sendExport(services, features, { viewer, types, request, reply })
    },
    { limit: limits.exportData, isAsIs: true },
  )
}

export const exports: Feature = {
  routes,
  jobs(services) {
    services.jobs.every('47 3 * * *', 'forget-exports', () => deleteOldExports(services))
  },
  erase: [
    { table: 'exports', fate: 'deleted', holds: 'when they exported their data', whose: by('person_id') },
  ],
}
