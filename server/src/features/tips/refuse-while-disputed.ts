import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { Refusal } from '#errors.ts'
import { ledgerDisputes } from '#features/ledger/schema.ts'

/** Refuses with 409 while the bank of this person takes back a payment of theirs and nothing is decided. */
export async function refuseWhileDisputed(db: Queryable, personId: string): Promise<void> {
  const open = await db
    .select({ id: ledgerDisputes.id })
    .from(ledgerDisputes)
    .where(and(eq(ledgerDisputes.personId, personId), isNull(ledgerDisputes.closedAt)))
    .limit(1)
  if (open.length > 0)
    throw new Refusal(
      409,
      'conflict',
      'Your bank is looking into one of your payments. You can send tips again when that is decided.',
    )
}
