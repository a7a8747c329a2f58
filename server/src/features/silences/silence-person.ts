import { maxSilenceDays } from '@touchline/contract/silences.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { v7 as uuid, validate } from 'uuid'
import { accessDenied, invalid, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { people } from '#features/people/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { silenced, silenceLifted } from './emails.ts'
import { inForceAt } from './refuse-silenced.ts'
import { silences } from './schema.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'mail' | 'address'>
type Silencing = { viewer: Pick<Viewer, 'id'>; personId: string; reason: string; until: Date }

const dayMs = 24 * 60 * 60_000

/**
 * Replaces an earlier silence; repeating the same one does nothing. Emails the person. Throws 404 for an unknown
 * person, 403 for the creator and the staff, 400 for an end in the past or more than a year ahead.
 */
export async function silencePerson(
  { db, clock, mail, address }: Deps,
  { viewer, personId, reason, until }: Silencing,
): Promise<void> {
  if (!validate(personId)) throw notFound('User')
  const now = clock.now()
  const aheadMs = until.getTime() - now.getTime()
  if (aheadMs <= 0 || aheadMs > maxSilenceDays * dayMs) {
    const problem = `Choose a time within the next ${maxSilenceDays} days.`
    throw invalid(problem, { until: problem })
  }
  await db.transaction(async (tx) => {
    const [person] = await tx.select().from(people).where(eq(people.id, personId)).for('no key update')
    if (!person || person.erasedAt) throw notFound('User')
    if (person.role !== 'subscriber') throw accessDenied('The creator and the staff cannot be silenced.')
    const open = and(eq(silences.personId, personId), isNull(silences.endedAt))
    const [current] = await tx.select().from(silences).where(open)
    if (current?.reason === reason && current.until.getTime() === until.getTime()) return
    await tx.update(silences).set({ endedAt: now }).where(open)
    const row = { id: uuid(), personId, byId: viewer.id, reason, startedAt: now, until }
    await tx.insert(silences).values(row)
    const act = { actorId: viewer.id, action: 'person_silenced', personId, reason, at: now } as const
    await recordAct(tx, { ...act, subject: row.id })
    await mail.enqueue(tx, silenced(person, row, address.url))
  })
}

/** Emails the person. Throws 404 when no silence is in force. */
export async function liftSilence(
  { db, clock, mail }: Deps,
  { viewer, personId }: Pick<Silencing, 'viewer' | 'personId'>,
): Promise<void> {
  if (!validate(personId)) throw notFound('User')
  const at = clock.now()
  await db.transaction(async (tx) => {
    const [person] = await tx.select().from(people).where(eq(people.id, personId)).for('no key update')
    const [lifted] = await tx
      .update(silences)
      .set({ endedAt: at })
      .where(and(eq(silences.personId, personId), inForceAt(at)))
      .returning({ id: silences.id })
    if (!person || !lifted) throw notFound('Silence')
    await recordAct(tx, {
      actorId: viewer.id,
      action: 'silence_lifted',
      personId,
      subject: lifted.id,
      at,
    })
    await mail.enqueue(tx, silenceLifted(person))
  })
}
