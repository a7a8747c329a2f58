import { and, count, eq, gt, isNull, lt, min, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { tooManyRequests } from '#errors.ts'
import type { Services } from '#services.ts'
import { exports } from './schema.ts'

type Deps = Pick<Services, 'db' | 'clock'>

const maxPerDay = 3
const dayMs = 24 * 60 * 60_000
const retentionMs = 7 * dayMs
/** An export without a heartbeat for this long has died with its process. */
const staleAfterMs = 60_000

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Starts an export and returns its id. Throws 429 when one is running or after three in a day. */
export async function claimExport({ db, clock }: Deps, personId: string): Promise<string> {
  const now = clock.now()
  const ofPerson = eq(exports.personId, personId)
  return db.transaction(async (tx) => {
    await tx
      .update(exports)
      .set({ endedAt: now })
      .where(and(ofPerson, isNull(exports.endedAt), lt(exports.aliveAt, ago(now, staleAfterMs))))
    const [recent] = await tx
      .select({ count: count(), first: min(exports.startedAt) })
      .from(exports)
      .where(and(ofPerson, gt(exports.startedAt, ago(now, dayMs))))
    const id = uuid({ msecs: now.getTime() })
    const [created] = await tx
      .insert(exports)
      .values({ id, personId, startedAt: now, aliveAt: now })
      .onConflictDoNothing({ target: exports.personId, where: sql`ended_at is null` })
      .returning({ id: exports.id })
    if (!created) throw tooManyRequests('Your data is already being exported.', 30)
    if (recent && recent.first && recent.count >= maxPerDay) {
      const waitMs = recent.first.getTime() + dayMs - now.getTime()
      const sentence = 'Your data can be exported three times a day.'
      throw tooManyRequests(sentence, Math.max(1, Math.ceil(waitMs / 1000)))
    }
    return id
  })
}

/** Heartbeat of a running export. */
export const renewExport = ({ db, clock }: Deps, id: string) =>
  db.update(exports).set({ aliveAt: clock.now() }).where(eq(exports.id, id))

/** Ends an export, so that the next one can start. Repeating changes nothing. */
export const finishExport = ({ db, clock }: Deps, id: string) =>
  db
    .update(exports)
    .set({ endedAt: clock.now() })
    .where(and(eq(exports.id, id), isNull(exports.endedAt)))

export async function deleteOldExports({ db, clock }: Deps): Promise<void> {
  await db.delete(exports).where(lt(exports.startedAt, ago(clock.now(), retentionMs)))
}
