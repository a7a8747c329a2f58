import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { Services } from '#services.ts'
import { enqueueWork } from './enqueue-work.ts'
import { media } from './schema.ts'

/** Gives a medium that was given up its tries back. False when there is none, or nothing to try again. */
export async function tryAgain(
  services: Pick<Services, 'jobs'>,
  tx: Queryable,
  mediaId: string,
): Promise<boolean> {
  const [medium] = await tx
    .update(media)
    .set({
      problem: null,
      tries: 0,
      status: sql`case when ${media.status} = 'failed' then 'processing' else ${media.status} end`,
    })
    .where(and(eq(media.id, mediaId), isNotNull(media.problem)))
    .returning({ id: media.id, work: media.work })
  if (!medium?.work) return false
  await enqueueWork(services, tx, { id: medium.id, work: medium.work })
  return true
}

/** Asks again for all work that waits: a job may have been lost with the process that had it. */
export async function resumeWork(services: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  const { db } = services
  const waiting = await db
    .select({ id: media.id, work: media.work })
    .from(media)
    .where(and(isNotNull(media.work), isNull(media.problem)))
  for (const { id, work } of waiting) if (work) await enqueueWork(services, db, { id, work })
}
