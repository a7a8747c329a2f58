import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { arrangeCollection, removeCollection, saveCollection } from './save-collection.ts'
import { listCollections, showCollection } from './show-collections.ts'

export function collectionRoutes(route: Route, services: Services): void {
  const { db } = services
  const limit = { limit: limits.collections }

  route(api.collections.list, ({ viewer }) => listCollections(db, viewer))

  route(api.collections.show, ({ params, viewer }) => showCollection(db, viewer, params.id))

  route(
    api.collections.save,
    async ({ params, body: { version, ...fields }, viewer }) => {
      await saveCollection(services, { creatorId: viewer.id, collectionId: params.id, version, fields })
      return showCollection(db, viewer, params.id)
    },
    limit,
  )

  route(
    api.collections.arrange,
    async ({ params, body, viewer }) => {
      await arrangeCollection(services, { creatorId: viewer.id, collectionId: params.id, ...body })
      return showCollection(db, viewer, params.id)
    },
    limit,
  )

  route(
    api.collections.remove,
    ({ params, viewer }) => removeCollection(services, { creatorId: viewer.id, collectionId: params.id }),
    limit,
  )
}
