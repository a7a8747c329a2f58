import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { PossiblyUnfitFile, ProgramFailed, UnfitFile } from '#media/program-failed.ts'
import { claimed, isStillClaimed } from '#jobs/attempts.ts'
import { isStorageFull, NotStored, ShortFile } from '#media/storage-errors.ts'
import type { Services } from '#services.ts'
import { decrypt } from '#crypto/encrypt.ts'
import { enqueueWork, type Lane } from './enqueue-work.ts'
import { prepareFiles, type StoredStream, streamFiles, WrongLane } from './make-files.ts'
import { type OnSettled, publishFiles } from './publish-files.ts'
import { media, mediaFiles, type MediaRow } from './schema.ts'
import { Refusal } from '#errors.ts'

class NotFetched extends Error {
  constructor(cause: unknown) {
    super('the uploaded file could not be fetched', { cause })
    this.name = 'NotFetched'
  }
}

const environmentReasons = new Set<ProgramFailed['reason']>(['ended', 'storage_full'])

/** Whether the failure has nothing to do with the file: a full disk, unavailable storage, a shutdown. */
const isEnvironmentFailure = (error: unknown): boolean =>
  error instanceof NotFetched ||
  error instanceof NotStored ||
  isStorageFull(error) ||
  (error instanceof Refusal && error.status === 507) ||
  (error instanceof ProgramFailed && environmentReasons.has(error.reason))

const checkIntervalMs = 1000

/** Aborts `signal` once the media item is deleted, so that work on it stops. */
function watchForDeletion({ db, log }: Pick<Services, 'db' | 'log'>, mediaId: string) {
  const gone = new AbortController()
  const check = async () => {
    const rows = await db.select({ id: media.id }).from(media).where(eq(media.id, mediaId))
    if (rows.length === 0) gone.abort()
  }
  const timer = setInterval(
    () =>
      void check().catch((error: unknown) =>
        log.warn({ err: error }, 'checking that a media item still exists failed'),
      ),
    checkIntervalMs,
  )
  return { signal: gone.signal, stop: () => clearInterval(timer) }
}

const maxAttempts = 3
/** A killed program says nothing about its file: the machine may be low on memory for some minutes. */
const maxKills = 8
const failureText = 'This file could not be prepared. Please try again.'

/**
 * Counts the attempt before it starts, so that a file that crashes the process is given up as well.
 * Rejects when the work should be retried; does nothing when none is pending.
 */
export async function processMedia(
  services: Pick<Services, 'db' | 'media' | 'jobs' | 'log' | 'programs' | 'images' | 'secret' | 'config'>,
  onSettled: OnSettled,
  { mediaId, lane }: { mediaId: string; lane: Lane },
): Promise<void> {
  const { db, media: store, log } = services
  const isWaiting = and(
    eq(media.id, mediaId),
    isNotNull(media.work),
    eq(media.lane, lane),
    isNull(media.problem),
  )
  const [item] = await db
    .update(media)
    .set(claimed(media))
    .where(and(isWaiting, lt(media.attempts, maxKills)))
    .returning()
  if (!item) {
    const [exhausted] = await db.select().from(media).where(isWaiting)
    if (exhausted) await giveUp(services, onSettled, exhausted, failureText)
    return
  }

  if (item.kind === 'file') throw new Error('an attachment needs no work')
  const folder = store.tempPath()
  const watch = watchForDeletion(services, mediaId)
  try {
    await mkdir(folder, { mode: 0o700 })
    const mimeType = await writeSource(services, mediaId, join(folder, 'source'))
    const make = item.work === 'prepare' ? prepareFiles : streamFiles
    const stream = item.work === 'stream' ? await storedStream(services, item) : null
    const made = await make(services, {
      folder,
      kind: item.kind,
      mimeType,
      signal: watch.signal,
      lane,
      stream,
    })
    await publishFiles(services, item, made, onSettled)
  } catch (error) {
    if (watch.signal.aborted) return
    if (error instanceof WrongLane) {
      await changeLane(services, item, error.lane)
      return
    }
    if (isEnvironmentFailure(error)) {
      await db
        .update(media)
        .set({ attempts: item.attempts - 1 })
        .where(eq(media.id, mediaId))
      throw error
    }
    const isSure = error instanceof UnfitFile && !(error instanceof PossiblyUnfitFile && item.attempts === 1)
    const wasKilled = error instanceof ProgramFailed && error.reason === 'died'
    if (!isSure && item.attempts < (wasKilled ? maxKills : maxAttempts)) throw error
    log.warn(
      { err: error, cause: error instanceof Error ? error.cause : null, mediaId },
      'processing a media item failed for good',
    )
    await giveUp(services, onSettled, item, error instanceof UnfitFile ? error.message : failureText)
  } finally {
    watch.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const isMissing = (error: unknown) =>
  error instanceof ShortFile || (error instanceof Error && 'code' in error && error.code === 'ENOENT')

/** Moves the work on a media item to another lane. This attempt does not count. */
async function changeLane({ db, jobs }: Pick<Services, 'db' | 'jobs'>, item: MediaRow, lane: Lane) {
  await db.transaction(async (tx) => {
    const [moved] = await tx
      .update(media)
      .set({ lane, attempts: item.attempts - 1 })
      .where(and(eq(media.work, item.work!), isStillClaimed(media, item)))
      .returning()
    if (moved) await enqueueWork({ jobs }, tx, moved)
  })
}

/** The main playlist and the key of a stream; null when it has not been begun. Throws when its key cannot be read. */
async function storedStream(
  { db, media: store, secret }: Pick<Services, 'db' | 'media' | 'secret'>,
  { id: mediaId, durationMs }: MediaRow,
): Promise<StoredStream | null> {
  const rows = await db
    .select()
    .from(mediaFiles)
    .where(
      and(eq(mediaFiles.mediaId, mediaId), inArray(mediaFiles.variant, ['stream', 'stream-key', 'strip'])),
    )
  const [main, sealed] = ['stream', 'stream-key'].map((name) => rows.find(({ variant }) => variant === name))
  if (!main || !sealed?.sealed) return null
  const key = decrypt(sealed.sealed, secret)
  if (!key) throw new Error('SESSION_SECRET differs from the one that sealed the key of this stream')
  const playlist = await buffer(await store.open(main.key))
  const hasStrip = rows.some(({ variant }) => variant === 'strip')
  return {
    playlist: playlist.toString(),
    key: Buffer.from(key, 'base64'),
    durationMs: durationMs ?? 0,
    hasStrip,
  }
}

/** Makes the uploaded file available at `path`, or the only file of a seeded media item. Returns its type. */
async function writeSource(
  { db, media: store }: Pick<Services, 'db' | 'media'>,
  mediaId: string,
  path: string,
): Promise<string> {
  const [file] = await db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.mediaId, mediaId), inArray(mediaFiles.role, ['source', 'whole'])))
    .orderBy(desc(sql`${mediaFiles.role} = 'source'`))
    .limit(1)
  if (!file) throw new Error('the media item has no source file')
  try {
    await store.copyTo(file.key, path)
  } catch (error) {
    throw isMissing(error) || isStorageFull(error) ? error : new NotFetched(error)
  }
  return file.mimeType
}

/** Marks the work as failed. The upload stays for a retry; a media item that was shown before stays visible. */
async function giveUp({ db }: Pick<Services, 'db'>, onSettled: OnSettled, item: MediaRow, problem: string) {
  await db.transaction(async (tx) => {
    const [mediaItem] = await tx
      .update(media)
      .set({
        problem,
        status: sql`case when ${media.status} = 'processing' then 'failed' else ${media.status} end`,
      })
      .where(and(eq(media.work, item.work!), isStillClaimed(media, item)))
      .returning({ id: media.id, status: media.status })
    if (mediaItem) await onSettled(tx, mediaItem)
  })
}
