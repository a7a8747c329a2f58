import type { DataType } from '@touchline/contract/exports.ts'
import type { FastifyInstance } from 'fastify'
import type { ErasureRule } from '#db/erasure-rule.ts'
import type { ZipEntry } from '#files/zip.ts'
import type { Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import type { MovingClock } from '#time/clock.ts'

export type Site = { app: FastifyInstance; features: Feature[] }

type FromViewer<Result> = (services: Services, viewer: Viewer) => Result

/** Each list and file belongs to a type of data that people choose. */
type Export = {
  /** Fields of profile.json. */
  profile?: FromViewer<Promise<object>>
  /** JSON files, named after their type if they have no name of their own. */
  lists?: { type: DataType; name?: string; rows: FromViewer<AsyncIterable<unknown>> }[]
  /** Stored files, and their estimated size. */
  files?: {
    type: DataType
    entries: FromViewer<AsyncIterable<ZipEntry>>
    bytes?: FromViewer<Promise<number>>
  }
}

/** A part of the site. `app.ts` lists them all, and each folder beside this file exports one. */
export type Feature = {
  /** Binds the endpoints of the contract to their handlers. */
  routes?: (route: Route, services: Services & { clock: MovingClock }, site: Site) => void
  /** Binds endpoints that read their body themselves, in a scope with content-type parsers of its own. */
  rawRoutes?: (scope: FastifyInstance, route: Route, services: Services) => void
  /** Registers background jobs and handlers for the events of the payment provider. */
  jobs?: (services: Services, features: Feature[]) => void
  /** What an erasure does to each of the tables in this folder. */
  erase?: ErasureRule[]
  /** What this folder adds to the zip of a person's data. */
  export?: Export
}
