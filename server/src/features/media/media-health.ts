import type { MediaHealth } from '@touchline/contract/media-health.ts'
import { and, count, desc, isNotNull, isNull } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { damagedMedia } from './damaged-media.ts'
import { media } from './schema.ts'

const maxListed = 100

/** Reports ffmpeg, the queue length, failed media (newest first) and files missing in storage. */
export async function mediaHealth({ db, programs }: Pick<Services, 'db' | 'programs'>): Promise<MediaHealth> {
  const { ffmpeg, version, problem, guards } = await programs.found()
  const [waiting] = await db
    .select({ count: count() })
    .from(media)
    .where(and(isNotNull(media.work), isNull(media.problem)))
  const failed = await db
    .select()
    .from(media)
    .where(isNotNull(media.problem))
    .orderBy(desc(media.createdAt))
    .limit(maxListed)
  const damaged = await damagedMedia(db)
  return {
    ffmpeg: ffmpeg ? version : null,
    problem,
    guards: ['setpriv', 'unshare', 'nice', 'prlimit'].filter((name) => guards.includes(name)),
    waiting: waiting?.count ?? 0,
    failed: failed.map(({ id, kind, problem: reason, status, createdAt }) => ({
      id,
      kind,
      problem: reason ?? '',
      isShown: status === 'ready',
      createdAt: createdAt.toISOString(),
    })),
    damaged: damaged.map(({ id, kind, foundAt }) => ({ id, kind, foundAt: foundAt.toISOString() })),
  }
}
