import { api } from '@touchline/contract/api.ts'
import { memoizeFor } from '#concurrency/memoize-for.ts'
import { unavailable } from '#errors.ts'
import type { Feature, Site } from '#features/feature.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { checkHealth, servingChecks, readyzChecks } from './checks.ts'
import { healthReport } from './report.ts'

/** Results are cached for this long. */
const cacheMs = 1000

function routes(route: Route, services: Services, { app }: Pick<Site, 'app'>): void {
  const refuseStuck = () => {
    if (app.load.isStuck()) throw unavailable('All requests in work have been stuck for a while.')
  }
  route(api.health.healthz, () => {
    refuseStuck()
    return { status: 'ok' as const }
  })

  const checkReady = memoizeFor(cacheMs, () => checkHealth(services, readyzChecks))
  const checkServing = memoizeFor(cacheMs, () => checkHealth(services, servingChecks))

  route(api.health.readyz, async ({ query: { only } }) => {
    if (services.life.isStopping()) throw unavailable('The site is stopping.')
    refuseStuck()
    const checks = await (only === 'serving' ? checkServing() : checkReady())
    const failing = checks.filter(({ isWell }) => !isWell)
    if (failing.length === 0) return { status: 'ok' as const }
    const refusal = unavailable(failing.map(({ words }) => words).join(' '))
    refusal.details.fields = Object.fromEntries(failing.map(({ name, words }) => [name, words]))
    throw refusal
  })

  route(api.health.show, () => healthReport(services, app.load))
}

export const health: Feature = { routes }
