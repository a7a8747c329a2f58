import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isLive, isPaidUp } from './snapshot/subscription-state.ts'
import { type Membership, memberships } from './schema.ts'

export async function wasSubscribedBefore(db: Database, personId: string): Promise<boolean> {
  const paid = await db
    .select({ status: memberships.status })
    .from(memberships)
    .where(and(eq(memberships.personId, personId), isNotNull(memberships.paidThrough)))
    .orderBy(desc(memberships.startedAt))
  return paid.length > 0 && !paid.some(isLive)
}

/** A membership as the subscription page shows it, in Stripe's field names. */
export function toDetails(membership: Membership, now: Date) {
  return {
    status: membership.status,
    current_period_end: Math.floor(membership.periodEnd.getTime() / 1000),
    cancel_at_period_end: membership.cancelAt !== null && membership.endedAt === null,
    is_paid_up: isPaidUp(membership, now),
    amount_due: membership.dueCents,
    items: { data: [{ price: { unit_amount: membership.priceCents } }] },
  }
}

export const toSavedCards = ({ cardBrand, cardLast4 }: Membership) =>
  cardBrand === null ? [] : [{ card: { brand: cardBrand, last4: cardLast4 ?? '' } }]
