import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { answersOf, saveAnswers } from './answers.ts'
import { spreadsAt } from './spreads.ts'
import type { Audience } from '@touchline/contract/audience.ts'
import { activityAt } from './activity.ts'

const minuteMs = 60_000

/** Activity cached for one minute per time zone, because it reads four weeks of actions. A failure is not cached. */
export function sharedActivity({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const known = new Map<string, Promise<Audience['activity']>>()
  let countedIn = Number.NaN
  return (timeZone: string): Promise<Audience['activity']> => {
    const now = clock.now()
    const minute = Math.floor(now.getTime() / minuteMs)
    if (minute !== countedIn) known.clear()
    countedIn = minute
    const shared = known.get(timeZone)
    if (shared) return shared
    const counting = activityAt(db, now, timeZone)
    known.set(timeZone, counting)
    counting.catch(() => known.delete(timeZone))
    return counting
  }
}

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
