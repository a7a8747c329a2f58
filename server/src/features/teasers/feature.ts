import { api } from '@touchline/contract/api.ts'
import { notFound } from '#errors.ts'
import type { Feature } from '#features/feature.ts'
import { closedGate } from '#features/gate/settings.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { missedPostsOf } from './missed-posts.ts'
import { teasersOf } from './teasers.ts'

function routes(route: Route, services: Services): void {
  const teasers = teasersOf(services)
  const isGateClosed = closedGate(services)

  route(api.teasers.list, async ({ request }) =>
    (await isGateClosed(request)) ? { teasers: [], clip: null } : teasers.newest(),
  )

  route(api.teasers.show, async ({ request, params }) => {
    const teaser = (await isGateClosed(request)) ? null : await teasers.byId(params.id)
    if (!teaser) throw notFound('Post')
    return teaser
  })

  route(api.feed.showMissed, ({ viewer }) => missedPostsOf(services, viewer))
}

export const teasers: Feature = { routes }
