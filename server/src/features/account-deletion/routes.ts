import { api } from '@touchline/contract/api.ts'
import { limits } from '#http/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { askToLeave } from './request-deletion.ts'
import { confirmDeparture, confirmWithoutEmail } from './confirm-deletion.ts'
import { livingDeparture, toDeparture } from '#features/people/pending-deletion.ts'
import { departuresOn } from './queries.ts'
import { undoByLink, undoDeparture } from './cancel-deletion.ts'

export function departureRoutes(route: Route, services: Services): void {
  const { db, clock } = services
  const standingOf = async (personId: string) => ({
    departure: toDeparture(await livingDeparture(db, personId, clock.now())),
  })

  route(api.departures.show, ({ viewer }) => standingOf(viewer.id))

  route(
    api.departures.ask,
    async ({ viewer, body }) => {
      await askToLeave(services, { personId: viewer.id, message: body.message })
      return standingOf(viewer.id)
    },
    { limit: limits.askToLeave },
  )

  route(api.departures.undo, async ({ viewer }) => {
    await undoDeparture(services, viewer.id)
    return standingOf(viewer.id)
  })

  route(
    api.departures.confirm,
    async ({ body }) => ({ dueAt: (await confirmDeparture(services, body.token)).toISOString() }),
    { limit: limits.departureLink },
  )

  route(
    api.departures.confirmHere,
    async ({ viewer }) => {
      await confirmWithoutEmail(services, viewer.id)
      return standingOf(viewer.id)
    },
    { limit: limits.askToLeave },
  )

  route(
    api.departures.undoByLink,
    async ({ body }) => {
      await undoByLink(services, body.token)
      return { message: 'Your account stays: nothing will be deleted.' }
    },
    { limit: limits.departureLink },
  )

  route(api.departures.list, ({ query }) => departuresOn(db, query.page ?? 1))
}
