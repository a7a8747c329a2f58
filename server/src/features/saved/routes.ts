import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { releaseSavedPost, leasePost, renewLeases } from './lease.ts'

export function routes(route: Route, services: Services): void {
  const limit = limits.savePost

  route(api.saved.lend, ({ params, viewer }) => leasePost(services, viewer, params.id), { limit })

  route(api.saved.renew, ({ body, viewer }) => renewLeases(services, viewer, body.postIds), { limit })

  route(api.saved.giveBack, ({ params, viewer }) => releaseSavedPost(services, viewer, params.id), { limit })
}
