import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { appealDecision, decisionFromToken } from './appeal.ts'
import { decideAppeal } from './decide-appeal.ts'
import { decideCase } from './decide-case.ts'
import { decideCases, undoDecisions } from './decide-cases.ts'
import { getCase, ownCases, listCases } from './queries.ts'
import { removePostByRule } from './remove-post.ts'
import { reportThing } from './report-thing.ts'

const thanks = { message: 'Thank you. The moderators will look at it.' }

export function routes(route: Route, services: Services): void {
  route(
    api.moderation.report,
    async ({ viewer, body, reply }) => {
      const { isNew } = await reportThing(services, { viewer, ...body })
      if (!isNew) void reply.code(200)
      return thanks
    },
    { limit: limits.report },
  )

  route(api.moderation.mine, ({ viewer }) => ownCases(services, viewer))

  route(api.moderation.queue, ({ viewer, query }) => listCases(services, viewer, query))

  route(api.moderation.decide, async ({ viewer, params, body: ruling }) => {
    await decideCase(services, { viewer, caseId: params.id, ruling })
    return getCase(services, viewer, params.id)
  })

  route(
    api.moderation.decideMany,
    ({ viewer, body: { ids, ruling } }) => decideCases(services, { viewer, ids, ruling }),
    { limit: limits.staffActs },
  )

  route(
    api.moderation.undoDecisions,
    async ({ viewer, body }) => ({ results: await undoDecisions(services, { viewer, ids: body.ids }) }),
    { limit: limits.staffActs },
  )

  route(
    api.moderation.block,
    async ({ viewer, params, body: { until, ...body } }) => {
      const ruling = { measure: 'block' as const, ...body, until: until ? new Date(until) : null }
      await decideCase(services, { viewer, caseId: params.id, ruling })
      return getCase(services, viewer, params.id)
    },
    { limit: limits.staffActs },
  )

  route(api.moderation.removePost, async ({ viewer, params, body }) =>
    getCase(services, viewer, await removePostByRule(services, { viewer, postId: params.id, ...body })),
  )

  route(api.moderation.decideAppeal, async ({ viewer, params, body: ruling }) => {
    await decideAppeal(services, { viewer, caseId: params.id, ruling })
    return getCase(services, viewer, params.id)
  })

  route(api.moderation.showAppeal, ({ body }) => decisionFromToken(services, body.token), {
    limit: limits.appeal,
  })

  route(api.moderation.appeal, ({ body }) => appealDecision(services, body), { limit: limits.appeal })
}
