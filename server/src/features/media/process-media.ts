import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { PossiblyUnfitFile, ProgramFailed, UnfitFile } from '#media/program-failed.ts'
import { isStorageFull, NotStored, ShortFile } from '#media/storage-errors.ts'
import type { Services } from '#services.ts'
import type { MediaWork } from './enqueue-work.ts'
import { prepareFiles, streamFiles } from './make-files.ts'
import { type OnSettled, publishFiles } from './publish-files.ts'
import { media, mediaFiles, type MediaRow } from './schema.ts'
import { Refusal } from '#errors.ts'

/** What was uploaded could not be fetched from where it is kept; `cause` says why. */
class NotFetched extends Error {
  constructor(cause: unknown) {
    super('what was uploaded could not be fetched', { cause })
    this.name = 'NotFetched'
  }
}

const outside = new Set<ProgramFailed['reason']>(['ended', 'storage_full'])

/** Whether work on a file failed for what has nothing to do with it: a full disk, a bucket that is away, a site that stops. */
const isNotItsFault = (error: unknown): boolean =>
  error instanceof NotFetched ||
  error instanceof NotStored ||
  isStorageFull(error) ||
  (error instanceof Refusal && error.status === 507) ||
  (error instanceof ProgramFailed && outside.has(error.reason))

const lookMs = 1000

/** Looks every second whether a media item is still there; when it was removed, `signal` ends the work on it. */
function watchOver({ db, log }: Pick<Services, 'db' | 'log'>, mediaId: string) {
  const gone = new AbortController()
  const look = async () => {
    const rows = await db.select({ id: media.id }).from(media).where(eq(media.id, mediaId))
    if (rows.length === 0) gone.abort()
  }
  const timer = setInterval(
    () =>
      void look().catch((error: unknown) => log.warn({ err: error }, 'a media item could not be looked for')),
    lookMs,
  )
  return { signal: gone.signal, stop: () => clearInterval(timer) }
}

type Deps = Pick<Services, 'db' | 'media' | 'jobs' | 'log' | 'programs' | 'images' | 'secret'>

const maxAttempts = 3
/** A program that was killed says nothing about its file: the machine may be short of memory for some minutes. */
const maxKills = 8
const gaveUp = 'This file could not be prepared. Please try again.'

/**
 * Does the work a media item waits for, from a private folder that is gone afterwards. What is begun is counted first, so
 * that a file that ends the whole process is given up as well. Rejects when it failed and is to be tried again;
 * nothing to do, nobody's media item any more or somebody else's work by now is fine.
 */
export async function processMedia(
  services: Deps,
  onSettled: OnSettled,
  { mediaId, work }: { mediaId: string; work: MediaWork },
): Promise<void> {
  const { db, media: store, log } = services
  const isWaiting = and(eq(media.id, mediaId), eq(media.work, work), isNull(media.problem))
  const [begun] = await db
    .update(media)
    .set({ tries: sql`${media.tries} + 1` })
    .where(and(isWaiting, lt(media.tries, maxKills)))
    .returning()
  if (!begun) {
    const [exhausted] = await db.select().from(media).where(isWaiting)
    if (exhausted) await giveUp(services, onSettled, exhausted, gaveUp)
    return
  }

  const folder = store.tempPath()
  const watch = watchOver(services, mediaId)
  try {
    await mkdir(folder, { mode: 0o700 })
    const mimeType = await layOut(services, mediaId, join(folder, 'source'))
    const make = work === 'prepare' ? prepareFiles : streamFiles
    const made = await make(services, { folder, kind: begun.kind, mimeType, signal: watch.signal })
    await publishFiles(services, begun, made, onSettled)
  } catch (error) {
    if (watch.signal.aborted) return
    if (isNotItsFault(error)) {
      await db
        .update(media)
        .set({ tries: begun.tries - 1 })
        .where(eq(media.id, mediaId))
      throw error
    }
    const isSure = error instanceof UnfitFile && !(error instanceof PossiblyUnfitFile && begun.tries === 1)
    const wasKilled = error instanceof ProgramFailed && error.reason === 'died'
    if (!isSure && begun.tries < (wasKilled ? maxKills : maxAttempts)) throw error
    log.warn(
      { err: error, cause: error instanceof Error ? error.cause : null, mediaId },
      'a media item was given up',
    )
    await giveUp(services, onSettled, begun, error instanceof UnfitFile ? error.message : gaveUp)
  } finally {
    watch.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const isLost = (error: unknown) =>
  error instanceof ShortFile || (error instanceof Error && 'code' in error && error.code === 'ENOENT')

/** Writes what was uploaded to `path`; of a history, what is shown so far. Returns its type. */
async function layOut({ db, media: store }: Deps, mediaId: string, path: string): Promise<string> {
  const [file] = await db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.mediaId, mediaId), inArray(mediaFiles.role, ['source', 'whole'])))
    .orderBy(desc(sql`${mediaFiles.role} = 'source'`))
    .limit(1)
  if (!file) throw new Error('there is no file to work on')
  try {
    await pipeline(await store.open(file.key), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    throw isLost(error) || isStorageFull(error) ? error : new NotFetched(error)
  }
  return file.mimeType
}

/** Keeps what was uploaded, for another try or until it is removed. What could be shown before still can. */
async function giveUp({ db }: Deps, onSettled: OnSettled, { id, tries, work }: MediaRow, problem: string) {
  await db.transaction(async (tx) => {
    const [mediaItem] = await tx
      .update(media)
      .set({
        problem,
        status: sql`case when ${media.status} = 'processing' then 'failed' else ${media.status} end`,
      })
      .where(and(eq(media.id, id), eq(media.work, work!), eq(media.tries, tries)))
      .returning({ id: media.id, status: media.status })
    if (mediaItem) await onSettled(tx, mediaItem)
  })
}
