import type { PersonDetail } from '@touchline/contract/admin.ts'
import { validate as isUuid } from 'uuid'
import { lockUntilCommit } from '#db/database.ts'
import { notFound } from '#errors.ts'
import { hasEntrySince } from '#features/audit/read-log.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { personDetail } from './queries.ts'

const hourMs = 60 * 60_000

/** Records the visit in the audit log at most once an hour. Throws 404 for an unknown person. */
export async function showPerson(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { actor, personId }: { actor: Pick<Viewer, 'id'>; personId: string },
): Promise<PersonDetail> {
  const now = clock.now()
  const isThere = isUuid(personId) && (await personDetail(db, personId, now)) !== null
  if (!isThere) throw notFound('User')
  if (actor.id !== personId) {
    const look = { actorId: actor.id, personId, action: 'person_viewed' as const }
    await db.transaction(async (tx) => {
      await lockUntilCommit(tx, `look:${actor.id}:${personId}`)
      if (await hasEntrySince(tx, look, new Date(now.getTime() - hourMs))) return
      await recordAct(tx, { ...look, at: now })
    })
  }
  const person = await personDetail(db, personId, now)
  if (!person) throw notFound('User')
  return person
}
