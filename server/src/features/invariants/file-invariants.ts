import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { media, mediaFiles } from '#features/media/schema.ts'
import { isOfMedia } from '#media/media-key.ts'
import { type Invariant, toInvariant } from './invariant.ts'
import type { StoredFiles } from '#media/stored-files.ts'
import type { Clock } from '#time/clock.ts'

export type FileServices = { db: Database; clock: Clock; media: Pick<StoredFiles, 'stat' | 'open' | 'list'> }

export const filesIntact = 'Every file that rows name is stored, whole and unchanged'

const batchSize = 500
const concurrency = 8
/** Orphaned files are removed in the night after they are a day old. */
const orphanAgeMs = 48 * 60 * 60_000

type Named = { key: string; bytes: number; sha256: string | null }

/** All files that rows name, sorted by key; `sha256` only for originals. */
async function* namedFiles(db: Database): AsyncGenerator<Named> {
  for (let last = ''; ;) {
    const rows = await db
      .select({ key: mediaFiles.key, bytes: mediaFiles.bytes, role: mediaFiles.role, sha256: media.sha256 })
      .from(mediaFiles)
      .innerJoin(media, eq(media.id, mediaFiles.mediaId))
      .where(and(isNull(mediaFiles.sealed), gt(mediaFiles.key, last)))
      .orderBy(asc(mediaFiles.key))
      .limit(batchSize)
    // Only the checksum of the uploaded original is saved.
    for (const { role, sha256, ...file } of rows) yield { ...file, sha256: role === 'source' ? sha256 : null }
    if (rows.length < batchSize) return
    last = rows.at(-1)!.key
  }
}

const sumOf = async (store: FileServices['media'], key: string) => {
  const hash = createHash('sha256')
  await pipeline(await store.open(key), hash)
  return hash.digest('hex')
}

async function findProblem(
  store: FileServices['media'],
  { key, bytes, sha256 }: Named,
): Promise<string | null> {
  const found = await store.stat(key)
  if (!found) return `${key} is missing`
  if (found.bytes !== bytes) return `${key} has ${found.bytes} bytes instead of ${bytes}`
  if (sha256 !== null && (await sumOf(store, key)) !== sha256) return `${key} is not what was uploaded`
  return null
}

/** The keys that rows still name. Files removed during the check are not missing. */
async function stillNamed(db: Database, keys: string[]): Promise<Set<string>> {
  // One array parameter: a lost storage may have more keys than the 65,535 parameters of a statement.
  const isOneOf = sql`${mediaFiles.key} = any(${sql.param(keys)}::text[])`
  const rows = await db.select({ key: mediaFiles.key }).from(mediaFiles).where(isOneOf)
  return new Set(rows.map(({ key }) => key))
}

async function checkFiles({ db, media: store }: FileServices): Promise<Invariant> {
  const wrong = new Map<string, string>()
  let checked = 0
  const files = namedFiles(db)
  const worker = async () => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      checked += 1
      const problem = await findProblem(store, next.value)
      if (problem) wrong.set(next.value.key, problem)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const named = await stillNamed(db, [...wrong.keys()])
  const violations = [...wrong].filter(([key]) => named.has(key)).map(([, problem]) => problem)
  return toInvariant(filesIntact, checked, violations)
}

async function checkOrphans({ db, media: store, clock }: FileServices): Promise<Invariant> {
  const oldest = clock.now().getTime() - orphanAgeMs
  const left: string[] = []
  let checked = 0
  let some: string[] = []
  const compare = async () => {
    const named = await stillNamed(db, some)
    left.push(...some.filter((key) => !named.has(key)).map((key) => `${key} belongs to nothing`))
    some = []
  }
  for await (const { key, writtenAt } of store.list()) {
    if (!isOfMedia(key)) continue
    checked += 1
    if (writtenAt.getTime() > oldest) continue
    some.push(key)
    if (some.length === batchSize) await compare()
  }
  await compare()
  return toInvariant('No stored file belongs to nothing for more than two days', checked, left)
}

/** The invariants between media rows and stored files. */
export const fileInvariants = async (services: FileServices): Promise<Invariant[]> => [
  await checkFiles(services),
  await checkOrphans(services),
]
