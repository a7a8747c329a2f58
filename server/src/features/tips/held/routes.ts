import { api } from '@touchline/contract/api.ts'
import type { Route } from '#http/routes.ts'
import { limits } from '#limits/limits.ts'
import type { Services } from '#services.ts'
import { approveTipMessage, rejectTipMessage } from './decide-message.ts'
import { heldMessages } from './queries.ts'

export function heldRoutes(route: Route, services: Services): void {
  route(api.heldTips.queue, ({ viewer }) => heldMessages(services.db, viewer))

  route(api.heldTips.approve, ({ viewer, params }) =>
    approveTipMessage(services, { actorId: viewer.id, id: params.id }),
  )

  route(
    api.heldTips.reject,
    ({ viewer, params, body }) =>
      rejectTipMessage(services, { actorId: viewer.id, id: params.id, answer: body.answer || null }),
    { limit: limits.staffActs },
  )
}
