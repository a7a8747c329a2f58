import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { defaultLimit } from './feed.ts'
import { openPinnedPosts } from '../pin-post.ts'
import { feedMarkOf, hasUnderWay, moveFeedMark } from './reading-position.ts'

export function feedRoutes(route: Route, services: Services): void {
  const pinnedPosts = openPinnedPosts(services)

  route(api.feed.showMark, async ({ query, viewer }) => {
    const [mark, pinned, isUnderWay] = await Promise.all([
      feedMarkOf(services.db, viewer, query.limit ?? defaultLimit),
      pinnedPosts(),
      hasUnderWay(services.db, viewer),
    ])
    return { ...mark, ...(pinned.length > 0 ? { pinned } : {}), ...(isUnderWay ? { isUnderWay } : {}) }
  })

  route(api.feed.moveMark, ({ body, viewer }) => moveFeedMark(services, { personId: viewer.id, ...body }), {
    limit: limits.feedMark,
  })
}
