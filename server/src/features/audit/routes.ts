import { api } from '@touchline/contract/api.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { listEntries, listStaffLooks } from './read-log.ts'

export function routes(route: Route, { db }: Services): void {
  route(api.audit.log, ({ query }) => listEntries(db, query))
  route(api.audit.staffLooks, ({ viewer, query }) => listStaffLooks(db, viewer.id, query.before))
}
