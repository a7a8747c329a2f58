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

/** How long somebody may change their mind. */
const thinkAgainMs = 14 * dayMs

/** How long a mailbox that takes nothing is tried. */
export const confirmationRetryMs = 3 * dayMs

/** What is paid for is waited for until then: all that is promised is done within 30 days. */
const waitAtMostMs = 28 * dayMs

const linkIsOver = () => invalid('This link is no longer valid. Please ask again in the settings.')

type ForConfirming = Pick<Services, 'db' | 'clock' | 'jobs'>

/**
 * Confirms a request with the token of the mailed link; returns when it is carried out, which may still move to the end
 * of what is paid. 400 for a link that is used, old, replaced or unknown; 403 for somebody who is suspended or has
 * become staff meanwhile.
 */
export const confirmDeletion = (services: ForConfirming, token: string): Promise<Date> =>
  confirm(services, eq(departures.confirmTokenHash, tokenHash(token)), linkIsOver)

/** The same for somebody who is signed in and cannot receive the link. Without a request: 409. */
export const confirmWithoutEmail = (services: ForConfirming, personId: string): Promise<Date> =>
  confirm(services, eq(departures.personId, personId), () =>
    conflict('There is no request to confirm. Please ask for the deletion first.'),
  )

async function confirm(
  { db, clock, jobs }: ForConfirming,
  which: SQL,
  refusal: () => Refusal,
): Promise<Date> {
  const now = clock.now()
  const dueAt = new Date(now.getTime() + thinkAgainMs)
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
 * Cancels what a confirmed request still has running at the provider, waits with the deletion for the end of what is
 * paid, and mails the date and a link to take it all back; a mailbox that takes nothing for three days holds nothing up.
 * One whose billing had ended and goes on again is cancelled again, without a letter. Throws while the provider or the
 * mail server is away; safe to repeat.
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
    // Nothing to cancel is as good as cancelled.
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
  }
  if (departure.billingEndedAt) return
  const confirmedAt = (departure.confirmedAt ?? clock.now()).getTime()
  const [paid] = await db
    .select({ through: max(memberships.paidThrough) })
    .from(memberships)
    .where(and(eq(memberships.personId, person.id), isNull(memberships.endedAt)))
  const wanted = Math.max(confirmedAt + thinkAgainMs, paid?.through?.getTime() ?? 0)
  const dueAt = new Date(Math.min(wanted, confirmedAt + waitAtMostMs))
  const token = newToken()
  const moved = await db
    .update(departures)
    .set({ dueAt, undoTokenHash: tokenHash(token) })
    .where(isWaiting)
    .returning({ id: departures.id })
  if (moved.length === 0) return
  try {
    await mail.deliver(deletionConfirmed(person, dueAt, `${address.url}/account-deletion#undo.${token}`))
  } catch (error) {
    if (clock.now().getTime() - confirmedAt < confirmationRetryMs) throw error
  }
  await db.update(departures).set({ billingEndedAt: clock.now() }).where(isWaiting)
}
