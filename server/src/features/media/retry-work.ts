import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { enqueueWork } from './enqueue-work.ts'
import { lockMediaItems } from './remove-media.ts'
import { media } from './schema.ts'

/** Resets the attempts of failed work and enqueues it. Returns false when there is nothing to retry. */
export async function tryAgain(
  services: Pick<Services, 'jobs'>,
  tx: Queryable,
  mediaId: string,
): Promise<boolean> {
  const [mediaItem] = await tx
    .update(media)
    .set({
      problem: null,
      attempts: 0,
      status: sql`case when ${media.status} = 'failed' then 'processing' else ${media.status} end`,
    })
    .where(and(eq(media.id, mediaId), isNotNull(media.problem)))
    .returning()
  if (!mediaItem?.work) return false
  await enqueueWork(services, tx, mediaItem)
  return true
}

/** Retries the failed work of several media items. Returns false when there is nothing to retry. */
export async function tryAllAgain(
  services: Pick<Services, 'jobs'>,
  tx: Transaction,
  mediaIds: string[],
): Promise<boolean> {
  let isEnqueued = false
  for (const { id } of await lockMediaItems(tx, mediaIds))
    isEnqueued = (await tryAgain(services, tx, id)) || isEnqueued
  return isEnqueued
}

/** Requeues videos and recordings that were prepared without ffmpeg: they lack poster and stream, or the waveform. */
async function requeueIncomplete({ db, programs }: Pick<Services, 'db' | 'programs'>): Promise<void> {
  const isBare = and(eq(media.status, 'ready'), isNull(media.work), isNull(media.problem))
  const lacks = sql`case ${media.kind}
    when 'video' then not exists (
      select 1 from media_files f where f.media_id = ${media.id} and f.variant = 'stream')
    when 'audio' then ${media.waveform} is null
    else false end`
  const hasWhole = sql`exists (
    select 1 from media_files f where f.media_id = ${media.id} and f.role = 'whole')`
  const isIncomplete = and(isBare, lacks, hasWhole)
  // Detecting ffmpeg can take a second at startup, so it runs only when needed.
  const [incomplete] = await db.select({ id: media.id }).from(media).where(isIncomplete).limit(1)
  if (!incomplete || (await programs.found()).ffmpeg === null) return
  await db.update(media).set({ work: 'prepare', lane: 'quick', attempts: 0 }).where(isIncomplete)
}

/** Enqueues all pending work again, because a job can be lost in a crash. */
export async function resumeWork(services: Pick<Services, 'db' | 'jobs' | 'programs'>): Promise<void> {
  const { db } = services
  await requeueIncomplete(services)
  const waiting = await db
    .select()
    .from(media)
    .where(and(isNotNull(media.work), isNull(media.problem)))
  for (const item of waiting) await enqueueWork(services, db, item)
}
