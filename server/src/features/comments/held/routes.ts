import { api } from '@touchline/contract/api.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { approveHeld, rejectHeld } from './decide-held.ts'
import { discardHeld } from './hold-comment.ts'
import { heldQueue, ownHeldComments } from './queries.ts'

export function heldRoutes(route: Route, services: Services): void {
  const { db } = services

  route(api.heldComments.queue, ({ viewer, query }) => heldQueue(db, viewer, query))

  route(api.heldComments.approve, ({ viewer, params }) =>
    approveHeld(services, { actorId: viewer.id, id: params.id }),
  )

  route(api.heldComments.reject, ({ viewer, params, body }) =>
    rejectHeld(services, { actorId: viewer.id, id: params.id, answer: body.answer || null }),
  )

  route(api.heldComments.mine, ({ viewer }) => ownHeldComments(db, viewer.id))

  route(api.heldComments.discard, ({ viewer, params }) =>
    discardHeld(services, { personId: viewer.id, id: params.id }),
  )
}
