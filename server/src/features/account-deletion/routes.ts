import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { requestDeletion } from './request-deletion.ts'
import { confirmDeletion, confirmWithoutEmail } from './confirm-deletion.ts'
import { pendingDeletionOf, toPendingDeletion } from '#features/people/pending-deletion.ts'
import { listDeletions } from './queries.ts'
import { cancelDeletionByLink, cancelDeletion } from './cancel-deletion.ts'

export function routes(route: Route, services: Services): void {
  const { db, clock } = services
  const deletionStatus = async (personId: string) => ({
    departure: toPendingDeletion(await pendingDeletionOf(db, personId, clock.now())),
  })

  route(api.accountDeletion.show, ({ viewer }) => deletionStatus(viewer.id))

  route(
    api.accountDeletion.ask,
    async ({ viewer, body }) => {
      await requestDeletion(services, { personId: viewer.id, message: body.message })
      return deletionStatus(viewer.id)
    },
    { limit: limits.requestDeletion },
  )

  route(api.accountDeletion.undo, async ({ viewer }) => {
    await cancelDeletion(services, viewer.id)
    return deletionStatus(viewer.id)
  })

  route(
    api.accountDeletion.confirm,
    async ({ body }) => ({ dueAt: (await confirmDeletion(services, body.token)).toISOString() }),
    { limit: limits.departureLink },
  )

  route(
    api.accountDeletion.confirmHere,
    async ({ viewer }) => {
      await confirmWithoutEmail(services, viewer.id)
      return deletionStatus(viewer.id)
    },
    { limit: limits.requestDeletion },
  )

  route(
    api.accountDeletion.undoByLink,
    async ({ body }) => {
      await cancelDeletionByLink(services, body.token)
      return { message: 'Your account stays: nothing will be deleted.' }
    },
    { limit: limits.departureLink },
  )

  route(api.accountDeletion.list, ({ query }) => listDeletions(db, query.page ?? 1))
}
