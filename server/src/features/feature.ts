import type { FastifyInstance } from 'fastify'
import type { ErasureRule } from '#db/erasure-rule.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import type { MovingClock } from '#time/clock.ts'

/** A part of the site. `app.ts` lists them all, and each folder beside this file exports one. */
export type Feature = {
  /** Binds the endpoints of the contract to their handlers. */
  routes?: (route: Route, services: Services & { clock: MovingClock }, app: FastifyInstance) => void
  /** Binds endpoints that read their body themselves, in a scope with content-type parsers of its own. */
  rawRoutes?: (scope: FastifyInstance, route: Route, services: Services) => void
  /** Registers background jobs and handlers for the events of the payment provider. */
  jobs?: (services: Services, features: Feature[]) => void
  /** What an erasure does to each of the tables in this folder. */
  erase?: ErasureRule[]
}
