import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { answersOf, saveAnswers } from './answers.ts'
import { sharedActivity } from './shared-activity.ts'
import { spreadsAt } from './spreads.ts'

/** Registers the routes of members’ answers and of the audience page. */
export function routes(route: Route, services: Services): void {
  const { db, clock } = services
  const activityIn = sharedActivity(services)

  route(api.audience.showAnswers, ({ viewer }) => answersOf(db, viewer.id))

  route(api.audience.changeAnswers, ({ viewer, body }) => saveAnswers(services, viewer.id, body), {
    limit: limits.profile,
  })

  route(api.audience.show, async ({ query: { timeZone = 'UTC' } }) => {
    const [spreads, activity] = await Promise.all([spreadsAt(db, clock.now()), activityIn(timeZone)])
    return { ...spreads, activity }
  })
}
