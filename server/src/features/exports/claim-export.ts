import { and, count, eq, gt, isNull, lt, min, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { tooManyRequests } from '#errors.ts'
import type { Services } from '#services.ts'
import { exports } from './schema.ts'

type Deps = Pick<Services, 'db' | 'clock'>

const maxPerDay = 3
const dayMs = 24 * 60 * 60_000
const retentionMs = 7 * dayMs
/** One that has not been heard of for so long ended with its process. */
const staleAfterMs = 60_000

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Takes a person's turn to export: one at a time and three in a day, else 429. Answers its id. */
export async function claimExport({ db, clock }: Deps, personId: string): Promise<string> {
  const now = clock.now()
  const isTheirs = eq(exports.personId, personId)
  return db.transaction(async (tx) => {
    await tx
      .update(exports)
      .set({ endedAt: now })
      .where(and(isTheirs, isNull(exports.endedAt), lt(exports.aliveAt, ago(now, staleAfterMs))))
    const [lately] = await tx
      .select({ count: count(), first: min(exports.startedAt) })
      .from(exports)
      .where(and(isTheirs, gt(exports.startedAt, ago(now, dayMs))))
    const id = uuid({ msecs: now.getTime() })
    const [taken] = await tx
      .insert(exports)
      .values({ id, personId, startedAt: now, aliveAt: now })
      .onConflictDoNothing({ target: exports.personId, where: sql`ended_at is null` })
      .returning({ id: exports.id })
    if (!taken) throw tooManyRequests('Your data is already being exported.', 30)
    if (lately && lately.first && lately.count >= maxPerDay) {
      const againMs = lately.first.getTime() + dayMs - now.getTime()
      const sentence = 'Your data can be exported three times a day.'
      throw tooManyRequests(sentence, Math.max(1, Math.ceil(againMs / 1000)))
    }
    return id
  })
}

/** Says that an export is still running. */
export const renewExport = ({ db, clock }: Deps, id: string) =>
  db.update(exports).set({ aliveAt: clock.now() }).where(eq(exports.id, id))

/** Gives a turn back: the next export may begin. */
export const finishExport = ({ db, clock }: Deps, id: string) =>
  db.update(exports).set({ endedAt: clock.now() }).where(eq(exports.id, id))

/** Forgets who exported what was exported long ago. */
export async function deleteOldExports({ db, clock }: Deps): Promise<void> {
  await db.delete(exports).where(lt(exports.startedAt, ago(clock.now(), retentionMs)))
}
