import { api } from '@touchline/contract/api.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { needsToday } from './items.ts'
import { openWork } from './open-work.ts'

/** Binds what needs the creator and the admins today. */
export function todayRoutes(route: Route, { db, clock }: Services): void {
  route(api.today.forAdmin, () => openWork(db))
  route(api.today.show, ({ viewer }) => needsToday(db, viewer, clock.now()))
}
