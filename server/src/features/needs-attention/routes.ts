import { api } from '@touchline/contract/api.ts'
import { memoizeFor } from '#concurrency/memoize-for.ts'
import { checkHealth } from '#features/health/checks.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { attentionItems } from './items.ts'
import { openWork } from './open-work.ts'

const checksCachedMs = 10_000

export function routes(route: Route, services: Services): void {
  const { db, clock } = services
  const failingChecks = memoizeFor(checksCachedMs, async () => {
    const checks = await checkHealth(services)
    return checks.filter(({ isWell }) => !isWell).length
  })
  route(api.needsAttention.forAdmin, async () => {
    const [work, checks] = await Promise.all([openWork(db), failingChecks()])
    return { ...work, checks }
  })
  route(api.needsAttention.show, ({ viewer }) => attentionItems(db, viewer, clock.now()))
}
