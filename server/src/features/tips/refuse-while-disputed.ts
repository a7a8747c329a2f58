import { and, eq, isNull, or } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { conflict } from '#errors.ts'
import { ledgerDisputes } from '#features/ledger/schema.ts'

/** Refuses with 409 while a payment of this person is disputed, and once one was lost that way. */
export async function refuseWhileDisputed(db: Queryable, personId: string): Promise<void> {
  const barring = await db
    .select({ closedAt: ledgerDisputes.closedAt })
    .from(ledgerDisputes)
    .where(
      and(
        eq(ledgerDisputes.personId, personId),
        or(isNull(ledgerDisputes.closedAt), eq(ledgerDisputes.status, 'lost')),
      ),
    )
  if (barring.some(({ closedAt }) => closedAt === null))
    throw conflict(
      'Your bank is looking into one of your payments. You can send tips again when that is decided.',
    )
  if (barring.length > 0)
    throw conflict(
      'Your bank took one of your payments back, so you cannot send tips. Please contact support.',
    )
}
