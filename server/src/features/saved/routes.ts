import { api } from '@touchline/contract/api.ts'
import { limits } from '#http/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { releaseSavedPost, lendPost, renewLeases } from './lease.ts'

/** Binds the leases of posts that browsers keep for reading without a connection. */
export function savedRoutes(route: Route, services: Services): void {
  const limit = limits.savePost

  route(api.saved.lend, ({ params, viewer }) => lendPost(services, viewer, params.id), { limit })

  route(api.saved.renew, ({ body, viewer }) => renewLeases(services, viewer, body.postIds), { limit })

  route(api.saved.giveBack, ({ params, viewer }) => releaseSavedPost(services, viewer, params.id), { limit })
}
