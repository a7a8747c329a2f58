import { api } from '@touchline/contract/api.ts'
import { allDataTypes } from '@touchline/contract/exports.ts'
import { limits } from '#limits/limits.ts'
import type { Site } from '#features/feature.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { sendExport } from './send-export.ts'

export function routes(route: Route, services: Services, { features }: Pick<Site, 'features'>): void {
  route(
    api.exports.start,
    ({ viewer, body, request, reply }) => {
      const types = allDataTypes.filter((type) => body.dataTypes[type])
      return sendExport(services, features, { viewer, types, request, reply })
    },
    { limit: limits.exportData, isAsIs: true },
  )
}
