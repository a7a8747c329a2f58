import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { accessDenied } from '#errors.ts'
import { formatMoment } from '#time/format-date.ts'
import { silences } from './schema.ts'

/** The condition for silences that are in force at `now`. */
export const inForceAt = (now: Date) => and(isNull(silences.endedAt), gt(silences.until, now))

/** The silence of a person that is in force at `now`; null if there is none. */
export async function silenceOf(db: Queryable, personId: string, now: Date) {
  const [found] = await db
    .select({ until: silences.until, reason: silences.reason })
    .from(silences)
    .where(and(eq(silences.personId, personId), inForceAt(now)))
  return found ?? null
}

const acts = {
  comment: 'You cannot comment',
  edit: 'You cannot edit comments',
  message: 'You cannot write a message with a tip',
}

/** Throws 403 with the end of the silence while the person is silenced. */
export async function refuseSilenced(
  db: Queryable,
  { personId, act, now }: { personId: string; act: keyof typeof acts; now: Date },
): Promise<void> {
  const silence = await silenceOf(db, personId, now)
  if (silence) throw accessDenied(`${acts[act]} until ${formatMoment(silence.until)}: ${silence.reason}`)
}
