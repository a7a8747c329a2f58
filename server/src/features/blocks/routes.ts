import { api } from '@touchline/contract/api.ts'
import { notFound } from '#errors.ts'
import { findPeople } from '#features/people/search-people.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { blockPerson, unblockPerson } from './block-person.ts'
import { listedPeople } from './listed-people.ts'
import { blockedPeople, openBlockOf } from './queries.ts'

const maxResults = 20

export function routes(route: Route, services: Services): void {
  const { db } = services

  route(
    api.blocks.search,
    async ({ body }) => listedPeople(db, await findPeople(db, { search: body.query, limit: maxResults })),
    { limit: limits.searchPeople },
  )

  route(api.blocks.blocked, ({ query }) => blockedPeople(db, query.before))

  route(
    api.blocks.toggle,
    async ({ params, body, viewer }) => {
      const [before] = await listedPeople(db, [params.id])
      if (!before) throw notFound('User')
      const { blocked = !before.isBlocked, reason = null, until } = body
      const change = { actorId: viewer.id, personId: params.id, reason }
      if (blocked) await blockPerson(services, { ...change, until: until ? new Date(until) : null })
      else await unblockPerson(services, change)
      const [user] = await listedPeople(db, [params.id])
      if (!user) throw notFound('User')
      return { user }
    },
    { limit: limits.staffActs },
  )

  route(api.blocks.suspension, async ({ viewer }) => {
    if (!viewer.isBlocked) throw notFound('Suspension')
    const block = await openBlockOf(db, viewer.id)
    return { reason: block?.reason ?? null, until: block?.until?.toISOString() ?? null }
  })
}
