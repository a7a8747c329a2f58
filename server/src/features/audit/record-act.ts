import type { AuditAction } from '@touchline/contract/audit.ts'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { auditEntries } from './schema.ts'

export type Act = {
  /** Who did it; null where the site did it by itself. */
  actorId: string | null
  action: AuditAction
  /** Whom it concerns. */
  personId?: string
  /** The id of the thing it was about. */
  subject?: string
  /** Why, in the actor's own words; 1 to 1000 characters. */
  reason?: string
  at: Date
}

/** Writes down what somebody of the staff did, in the transaction that does it. It can never be changed again. */
export async function recordAct(tx: Queryable, act: Act): Promise<void> {
  await tx.insert(auditEntries).values({ id: uuid(), ...act })
}
