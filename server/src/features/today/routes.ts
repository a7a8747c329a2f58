import { api } from '@touchline/contract/api.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { needsToday } from './needs-today.ts'

/** Binds what needs the creator today. */
export function todayRoutes(route: Route, { db, clock }: Services): void {
  route(api.today.show, ({ viewer }) => needsToday(db, viewer, clock.now()))
}
