import { and, eq, inArray } from 'drizzle-orm'
import { tokenHash } from './tokens.ts'
import type { Queryable } from '#db/database.ts'
import { pendingSignups, type PendingSignup } from './signup-schema.ts'

export const signupLifeMs = 24 * 60 * 60 * 1000

export const openStates: PendingSignup['state'][] = ['started', 'awaiting_payment', 'processing']

export const isOpen = ({ state }: Pick<PendingSignup, 'state'>) => openStates.includes(state)

/** Condition for the row of a signup while it is open, for updates that may race with others. */
export const whileOpen = (id: string) =>
  and(eq(pendingSignups.id, id), inArray(pendingSignups.state, openStates))

export async function signupById(db: Queryable, id: string): Promise<PendingSignup | null> {
  const [found] = await db.select().from(pendingSignups).where(eq(pendingSignups.id, id)).limit(1)
  return found ?? null
}

export async function signupByToken(db: Queryable, token: string): Promise<PendingSignup | null> {
  const [found] = await db
    .select()
    .from(pendingSignups)
    .where(eq(pendingSignups.tokenHash, tokenHash(token)))
    .limit(1)
  return found ?? null
}

export async function signupBySubscription(
  db: Queryable,
  subscriptionId: string,
): Promise<PendingSignup | null> {
  const [found] = await db
    .select()
    .from(pendingSignups)
    .where(eq(pendingSignups.subscriptionId, subscriptionId))
    .limit(1)
  return found ?? null
}

export async function signupByPayment(db: Queryable, paymentIntentId: string): Promise<PendingSignup | null> {
  const [found] = await db
    .select()
    .from(pendingSignups)
    .where(eq(pendingSignups.paymentIntentId, paymentIntentId))
    .limit(1)
  return found ?? null
}

/** Open signups of this address that have a subscription. */
export const openSignupsOf = (db: Queryable, email: string) =>
  db
    .select()
    .from(pendingSignups)
    .where(
      and(eq(pendingSignups.email, email), inArray(pendingSignups.state, ['awaiting_payment', 'processing'])),
    )
    .limit(10)
