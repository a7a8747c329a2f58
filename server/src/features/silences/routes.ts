import { api } from '@touchline/contract/api.ts'
import type { Silence } from '@touchline/contract/silences.ts'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { toParty } from '#features/people/to-user.ts'
import type { Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import { limits } from '#limits/limits.ts'
import type { Services } from '#services.ts'
import { inForceAt } from './refuse-silenced.ts'
import { silences } from './schema.ts'
import { liftSilence, silencePerson } from './silence-person.ts'

const maxShown = 200
const by = alias(people, 'by')

async function silencesInForce(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer,
  condition?: SQL,
): Promise<Silence[]> {
  const rows = await db
    .select({ silence: silences, person: people, by })
    .from(silences)
    .innerJoin(people, eq(people.id, silences.personId))
    .leftJoin(by, eq(by.id, silences.byId))
    .where(and(inForceAt(clock.now()), condition))
    .orderBy(asc(silences.until), asc(silences.id))
    .limit(maxShown)
  return rows.map(({ silence, person, by: author }) => ({
    id: silence.id,
    person: toParty(person, viewer),
    reason: silence.reason,
    startedAt: silence.startedAt.toISOString(),
    until: silence.until.toISOString(),
    by: author && toParty(author, viewer),
  }))
}

export function routes(route: Route, services: Services): void {
  route(api.silences.list, ({ viewer }) => silencesInForce(services, viewer))

  route(
    api.silences.start,
    async ({ viewer, params, body }) => {
      const until = new Date(body.until)
      await silencePerson(services, { viewer, personId: params.id, reason: body.reason, until })
      const [silence] = await silencesInForce(services, viewer, eq(silences.personId, params.id))
      if (!silence) throw notFound('Silence')
      return silence
    },
    { limit: limits.staffActs },
  )

  route(api.silences.lift, ({ viewer, params }) => liftSilence(services, { viewer, personId: params.id }), {
    limit: limits.staffActs,
  })
}
