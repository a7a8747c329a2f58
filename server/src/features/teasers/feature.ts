import { api } from '@touchline/contract/api.ts'
import { notFound } from '#errors.ts'
import type { Feature } from '#features/feature.ts'
import { isGateClosed } from '#http/gate-cookie.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { missedPostsOf } from './missed-posts.ts'
import { teasersOf } from './teasers.ts'

function routes(route: Route, services: Services): void {
  const teasers = teasersOf(services)

  route(api.teasers.list, ({ request }) =>
    isGateClosed(request, services) ? { teasers: [], clip: null } : teasers.newest(),
  )

  route(api.teasers.show, async ({ request, params }) => {
    const teaser = isGateClosed(request, services) ? null : await teasers.byId(params.id)
    if (!teaser) throw notFound('Post')
    return teaser
  })

  route(api.feed.showMissed, ({ viewer }) => missedPostsOf(services, viewer))
}

export const teasers: Feature = { routes }
