import type { PendingDeletion } from '@touchline/contract/account-deletion.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { conflict } from '#errors.ts'
import { type DeletionRow, departures } from './deletion-schema.ts'

const pendingStates = ['requested', 'confirmed', 'erasing'] as const
type Pending = (typeof pendingStates)[number]

const isPending = (row: DeletionRow): row is DeletionRow & { state: Pending } =>
  pendingStates.some((state) => state === row.state)

/** The pending deletion request of a person, or null. An unconfirmed request counts until its link expires. */
export async function pendingDeletionOf(
  db: Queryable,
  personId: string,
  now: Date,
): Promise<(DeletionRow & { state: Pending }) | null> {
  const [row] = await db
    .select()
    .from(departures)
    .where(and(eq(departures.personId, personId), inArray(departures.state, [...pendingStates])))
    .limit(1)
  if (!row || !isPending(row)) return null
  return row.state === 'requested' && row.confirmBy <= now ? null : row
}

/** Throws 409 for a charge to a person whose account is about to be deleted. */
export async function refuseDuringDeletion(db: Queryable, personId: string): Promise<void> {
  const [pending] = await db
    .select({ id: departures.id })
    .from(departures)
    .where(and(eq(departures.personId, personId), inArray(departures.state, ['confirmed', 'erasing'])))
    .limit(1)
  if (pending) throw conflict('Your account is going to be deleted. Keep it first, in the settings.')
}

export const toPendingDeletion = (row: (DeletionRow & { state: Pending }) | null): PendingDeletion | null =>
  row && {
    state: row.state,
    requestedAt: row.requestedAt.toISOString(),
    confirmBy: row.confirmBy.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
  }
