import type { AuditAction } from '@touchline/contract/audit.ts'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import type { Viewer } from '#http/viewer.ts'
import { auditEntries } from './schema.ts'

export type Act = {
  /** The person who acted; null when the site acted automatically. */
  actorId: string | null
  action: AuditAction
  /** The person it concerns. */
  personId?: string
  /** The id of the object it concerns. */
  subject?: string
  /** The actor's reason; 1 to 1000 characters. */
  reason?: string
  at: Date
}

/** The actor of a staff action, with the API key that acted for them. */
export const actorOf = ({ id, apiKey }: Pick<Viewer, 'id' | 'apiKey'>): Pick<Act, 'actorId' | 'reason'> => ({
  actorId: id,
  ...(apiKey ? { reason: `With the API key “${apiKey.name}”.` } : {}),
})

/** Records a staff action in the transaction that performs it. Entries are never changed. */
export async function recordAct(tx: Queryable, act: Act): Promise<void> {
  await tx.insert(auditEntries).values({ id: uuid(), ...act })
}
