import { and, eq, gt, isNull, max, type SQL } from 'drizzle-orm'
import { accessDenied, accountSuspended, conflict, invalid, Refusal } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import { cancelSubscription } from '#features/subscriptions/ending/cancel-subscription.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Services } from '#services.ts'
import { deletionConfirmed } from './emails.ts'
import { departures } from '#features/people/deletion-schema.ts'

const dayMs = 24 * 60 * 60_000

/** The cooling-off period during which a member can cancel the deletion. */
const coolingOffMs = 14 * dayMs

/** How long delivery of the confirmation is retried. */
export const confirmationRetryMs = 3 * dayMs

/** The latest due date, even when paid time is left: we promise deletion within 30 days. */
const maxWaitMs = 28 * dayMs

const linkIsOver = () => invalid('This link is no longer valid. Please ask again in the settings.')

type Deps = Pick<Services, 'db' | 'clock' | 'jobs'>

/**
 * Returns the due date, which may still move to the end of the paid period. Throws 400 for a used, expired, replaced or
 * unknown link, 403 when the member has since been suspended or joined the staff.
 */
export const confirmDeletion = (services: Deps, token: string): Promise<Date> =>
  confirm(services, eq(departures.confirmTokenHash, tokenHash(token)), linkIsOver)

/** Confirms the request of a signed-in member who cannot receive the link. Returns 409 without a request. */
export const confirmWithoutEmail = (services: Deps, personId: string): Promise<Date> =>
  confirm(services, eq(departures.personId, personId), () =>
    conflict('There is no request to confirm. Please ask for the deletion first.'),
  )

async function confirm({ db, clock, jobs }: Deps, which: SQL, refusal: () => Refusal): Promise<Date> {
  const now = clock.now()
  const dueAt = new Date(now.getTime() + coolingOffMs)
  await db.transaction(async (tx) => {
    const [confirmed] = await tx
      .update(departures)
      .set({ state: 'confirmed', confirmedAt: now, dueAt, confirmTokenHash: null })
      .where(and(which, eq(departures.state, 'requested'), gt(departures.confirmBy, now)))
      .returning({ id: departures.id, personId: departures.personId })
    if (!confirmed) throw refusal()
    const [person] = await tx.select().from(people).where(eq(people.id, confirmed.personId))
    if (person?.isBlocked) throw accountSuspended()
    if (person?.role !== 'subscriber') throw accessDenied('Only members can have their account deleted here.')
    await jobs.enqueue(tx, 'departure-confirmed', { departureId: confirmed.id })
  })
  return dueAt
}

/**
 * Cancels the subscription and emails the date with a link that cancels the deletion; a resumed subscription is
 * canceled again without an email. A mailbox that refuses mail for three days does not delay the deletion.
 * Throws while Stripe or the mail server is unavailable; safe to retry.
 */
export async function endBilling(services: Services, departureId: string): Promise<void> {
  const { db, clock, mail, address } = services
  const isConfirmed = and(eq(departures.id, departureId), eq(departures.state, 'confirmed'))
  const isWaiting = and(isConfirmed, isNull(departures.billingEndedAt))
  const [found] = await db
    .select({ departure: departures, person: people })
    .from(departures)
    .innerJoin(people, eq(people.id, departures.personId))
    .where(isConfirmed)
  if (!found) return
  const { departure, person } = found
  try {
    await cancelSubscription(services, person)
  } catch (error) {
    // A conflict means that there is no subscription to cancel.
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
  }
  if (departure.billingEndedAt) return
  const confirmedAt = (departure.confirmedAt ?? clock.now()).getTime()
  const [paid] = await db
    .select({ through: max(memberships.paidThrough) })
    .from(memberships)
    .where(and(eq(memberships.personId, person.id), isNull(memberships.endedAt)))
  const wanted = Math.max(confirmedAt + coolingOffMs, paid?.through?.getTime() ?? 0)
  const dueAt = new Date(Math.min(wanted, confirmedAt + maxWaitMs))
  const token = newToken()
  const moved = await db
    .update(departures)
    .set({ dueAt, undoTokenHash: tokenHash(token) })
    .where(isWaiting)
    .returning({ id: departures.id })
  if (moved.length === 0) return
  try {
    await mail.sendNow(deletionConfirmed(person, dueAt, `${address.url}/account-deletion#undo.${token}`))
  } catch (error) {
    if (clock.now().getTime() - confirmedAt < confirmationRetryMs) throw error
  }
  await db.update(departures).set({ billingEndedAt: clock.now() }).where(isWaiting)
}
