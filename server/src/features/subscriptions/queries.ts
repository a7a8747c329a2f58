import { and, desc, eq, isNotNull, max, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isLive, isPaidUp } from './snapshot/subscription-state.ts'
import { type Membership, memberships, promoRedemptions } from './schema.ts'

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

export async function promoCodeUses(db: Database) {
  const { code, state, createdAt } = promoRedemptions
  const rows = await db
    .select({
      code,
      redeemed: sql<number>`count(*) filter (where ${state} = 'redeemed')`.mapWith(Number),
      reserved: sql<number>`count(*) filter (where ${state} = 'reserved')`.mapWith(Number),
      lastUsedAt: max(createdAt),
    })
    .from(promoRedemptions)
    .groupBy(code)
    .orderBy(desc(max(createdAt)))
    .limit(100)
  return rows.map((row) => Object.assign(row, { lastUsedAt: (row.lastUsedAt ?? new Date(0)).toISOString() }))
}
