import { and, desc, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { isUniqueViolation } from '#db/database.ts'
import { unavailable } from '#errors.ts'
import { people, type Person } from '#features/people/schema.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { recordAgreement } from '#features/agreements/record-agreement.ts'
import { attachReservation, releaseCode, reserveCode } from './redemptions.ts'
import { subscriptionStarts } from '../schema.ts'
import type { PreparedCode } from './prepare-code.ts'
import type { SyncServices } from '../sync/sync-customer.ts'

/** The open start of a person: an earlier attempt with an unknown outcome. */
export async function findOpenStart({ db }: Pick<SyncServices, 'db'>, personId: string) {
  const [open] = await db
    .select()
    .from(subscriptionStarts)
    .where(and(eq(subscriptionStarts.personId, personId), eq(subscriptionStarts.state, 'open')))
  return open
}

type Input = {
  person: Pick<Person, 'id' | 'email'>
  couponCode: string | null
  code: PreparedCode | null
}

/** Returns the start of a concurrent request if there is one. Throws 503 if `snapshots` lack the last subscription. */
export async function createStart(
  services: SyncServices,
  { person, couponCode, code }: Input,
  snapshots: SubscriptionSnapshot[],
) {
  const { db, clock } = services
  const personId = person.id
  const [last] = await db
    .select()
    .from(subscriptionStarts)
    .where(eq(subscriptionStarts.personId, personId))
    .orderBy(desc(subscriptionStarts.attempt))
    .limit(1)
  // Another process created a subscription after the fetch. Those of a deleted customer are gone too.
  if (
    last?.subscriptionId &&
    !snapshots.some(({ id }) => id === last.subscriptionId) &&
    (await customerOf(db, personId)) !== null
  )
    throw unavailable('Your subscription is being prepared. Please try again in a moment.')
  const start = {
    id: uuid(),
    personId,
    attempt: (last?.attempt ?? 0) + 1,
    couponCode,
    paymentMethodId: code?.card?.paymentMethodId ?? null,
    state: 'open' as const,
    createdAt: clock.now(),
  }
  try {
    await db.transaction(async (tx) => {
      await tx.insert(subscriptionStarts).values(start)
      await recordAgreement(tx, { personId, screen: 'subscribe', agreedAt: start.createdAt })
      if (code)
        await reserveCode(tx, services, {
          by: { personId },
          email: person.email,
          rules: code.rules,
          fingerprint: code.card?.fingerprint ?? null,
        })
      else await releaseCode(tx, { personId })
    })
    return start
  } catch (error) {
    const concurrent = isUniqueViolation(error) ? await findOpenStart({ db }, personId) : undefined
    if (!concurrent) throw error
    return concurrent
  }
}

/** Saves the outcome of a start and of the code it reserved; a closed start stays as it is. */
export const closeStart = (
  { db }: SyncServices,
  id: string,
  to: { state: 'created'; subscriptionId: string } | { state: 'failed' },
) =>
  db.transaction(async (tx) => {
    const [closed] = await tx
      .update(subscriptionStarts)
      .set(to)
      .where(and(eq(subscriptionStarts.id, id), sql`state = 'open'`))
      .returning({ personId: subscriptionStarts.personId })
    if (!closed) return
    if (to.state === 'created') await attachReservation(tx, closed.personId, to.subscriptionId)
    else await releaseCode(tx, closed)
  })

const customerOf = async (db: SyncServices['db'], personId: string) => {
  const [person] = await db
    .select({ customerId: people.stripeCustomerId })
    .from(people)
    .where(eq(people.id, personId))
  return person?.customerId ?? null
}
