import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { media, type MediaRow } from './schema.ts'

/**
 * Each lane works on one item at a time, so that short work never waits for long work. `sizes` has the further sizes of
 * a stream that do not take long.
 */
export const laneQueues = {
  quick: 'prepare-media',
  medium: 'medium-media',
  sizes: 'stream-media',
  long: 'long-media',
} as const

export type Lane = keyof typeof laneQueues

export type MediaWork = NonNullable<MediaRow['work']>

const quickSeconds = 20
const mediumSeconds = 600

/** The lane for work of about so many seconds. */
export function laneFor(work: MediaWork, seconds: number): Lane {
  if (seconds > mediumSeconds) return 'long'
  if (work === 'stream') return 'sizes'
  return seconds > quickSeconds ? 'medium' : 'quick'
}

const firstRank = 1000

/**
 * Enqueues the pending work of a media item; enqueueing twice adds nothing. In a lane, what makes a post appear goes
 * before what improves it, and people take turns: a person's second item waits behind everyone's first.
 */
export async function enqueueWork(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Database | Transaction,
  { id, work, lane, ownerId }: Pick<MediaRow, 'id' | 'work' | 'lane' | 'ownerId'>,
): Promise<void> {
  if (!work) return
  const isWaiting = and(eq(media.lane, lane), isNotNull(media.work), isNull(media.problem), ne(media.id, id))
  const before = ownerId === null ? 0 : await tx.$count(media, and(isWaiting, eq(media.ownerId, ownerId)))
  const priority = (work === 'prepare' ? firstRank : 0) - Math.min(before, firstRank - 1)
  await jobs.enqueue(tx, laneQueues[lane], { mediaId: id }, { priority })
}
