import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { feedMarkOf, moveFeedMark } from './reading-position.ts'

const defaultLimit = 5

export function feedRoutes(route: Route, services: Services): void {
  route(api.feed.showMark, ({ query, viewer }) =>
    feedMarkOf(services.db, viewer, query.limit ?? defaultLimit),
  )

  route(api.feed.moveMark, ({ body, viewer }) => moveFeedMark(services, { personId: viewer.id, ...body }), {
    limit: limits.feedMark,
  })
}
