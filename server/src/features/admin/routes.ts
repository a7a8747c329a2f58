import { usersPerPage, type PersonDetail } from '@touchline/contract/admin.ts'
import { api } from '@touchline/contract/api.ts'
import { validate as isUuid } from 'uuid'
import { lockUntilCommit } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import { requestEmailChange } from '#features/accounts/change-email.ts'
import { requestRemoval, cancelRemoval } from '#features/accounts/two-factor-removal.ts'
import { hasEntrySince } from '#features/audit/read-log.ts'
import { actorOf, recordAct } from '#features/audit/record-act.ts'
import { linkToNext } from '#http/link-to-next.ts'
import type { Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import { limits } from '#limits/limits.ts'
import type { Services } from '#services.ts'
import { fetchAnalytics } from './analytics.ts'
import { cancelForPerson } from './cancel-for-person.ts'
import { listPeople, personById, personDetail } from './queries.ts'

const hourMs = 60 * 60_000

/** Records the visit in the audit log at most once an hour. Throws 404 for an unknown person. */
async function showPerson(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { actor, personId }: { actor: Pick<Viewer, 'id' | 'apiKey'>; personId: string },
): Promise<PersonDetail> {
  const now = clock.now()
  const isThere = isUuid(personId) && (await personDetail(db, personId, now)) !== null
  if (!isThere) throw notFound('User')
  if (actor.id !== personId) {
    const look = { actorId: actor.id, personId, action: 'person_viewed' as const }
    await db.transaction(async (tx) => {
      await lockUntilCommit(tx, `look:${actor.id}:${personId}`)
      if (await hasEntrySince(tx, look, new Date(now.getTime() - hourMs))) return
      await recordAct(tx, { ...look, ...actorOf(actor), at: now })
    })
  }
  const person = await personDetail(db, personId, now)
  if (!person) throw notFound('User')
  return person
}

/** Enqueues the password reset email for a person; no admin sees the link. Returns 404 for an unknown person. */
async function sendPasswordLink(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { actorId, personId }: { actorId: string; personId: string },
): Promise<{ email: string }> {
  const { email } = await personById(db, personId)
  await db.transaction(async (tx) => {
    await recordAct(tx, { actorId, action: 'password_link_sent', personId, at: clock.now() })
    await jobs.enqueue(tx, 'password-reset', { email, isByStaff: true })
  })
  return { email }
}

export function routes(route: Route, services: Services): void {
  const { db, clock } = services

  route(api.admin.analytics, () => fetchAnalytics(services))

  route(
    api.admin.users,
    async ({ query, reply }) => {
      const isArray = Object.values(query).every((part) => part === undefined)
      const page = await listPeople(db, isArray ? { limit: usersPerPage } : query, clock.now())
      if (!isArray) return page
      if (page.hasMore) linkToNext(reply, api.admin.users.path, page.users)
      return page.users
    },
    { limit: limits.searchPeople },
  )

  route(
    api.admin.user,
    ({ params, viewer }) => showPerson(services, { actor: viewer, personId: params.id }),
    { isAct: true },
  )

  route(
    api.admin.sendPasswordLink,
    async ({ params, viewer }) => {
      const { email } = await sendPasswordLink(services, { actorId: viewer.id, personId: params.id })
      return { message: `A link to choose a new password is on its way to ${email}.` }
    },
    { limit: limits.staffActs },
  )

  route(
    api.admin.cancelSubscription,
    async ({ params, viewer }) => {
      const { hasAccess, accessUntil } = await cancelForPerson(services, {
        actorId: viewer.id,
        personId: params.id,
      })
      const message = hasAccess
        ? 'The subscription ends with the month that is already paid for.'
        : 'The subscription has ended.'
      return { message, accessUntil }
    },
    { limit: limits.staffActs },
  )

  route(
    api.email.correct,
    async ({ viewer, params, body: { email, reason } }) => {
      const { id } = await personById(db, params.id)
      await requestEmailChange(services, { personId: id, email, by: { adminId: viewer.id, reason } })
      return { message: `A link to confirm the address is on its way to ${email}.` }
    },
    { limit: limits.staffActs },
  )

  route(
    api.twoFactor.askForRemoval,
    async ({ viewer, params, body: { reason } }) => {
      const { id, email } = await personById(db, params.id)
      await requestRemoval(services, { adminId: viewer.id, personId: id, reason })
      return { message: `We emailed ${email}. In 72 hours they get a link to set up a new second step.` }
    },
    { limit: limits.staffActs },
  )

  route(
    api.twoFactor.cancelRemovalFor,
    async ({ viewer, params }) => {
      const { id } = await personById(db, params.id)
      const isCancelled = await db.transaction((tx) =>
        cancelRemoval(tx, services, { personId: id, actorId: viewer.id }),
      )
      if (!isCancelled) throw conflict('There is no removal to cancel.')
    },
    { limit: limits.staffActs },
  )
}
