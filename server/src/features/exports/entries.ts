import { Readable } from 'node:stream'
import type { DataType } from '@touchline/contract/exports.ts'
import { and, eq } from 'drizzle-orm'
import { mediaFiles } from '#features/media/schema.ts'
import { squareVariant } from '#features/media/square-variant.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { entryName, mediaEntries, storedEntry } from './media-entries.ts'
import { commentsBy, likesBy, playedBy, profileOf, seenBy, tipsOf } from './own-data.ts'
import { analyticsFor, postsFor, subscribersAt } from './staff-data.ts'
import type { ZipEntry } from './zip.ts'

/** Streams rows as a JSON array, one row per line. */
async function* toJsonList(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

type Deps = Pick<Services, 'db' | 'media' | 'clock'>

/** The order of the lists in the zip. Media come last because they take longest. */
const lists: Partial<Record<DataType, (services: Deps, viewer: Viewer) => AsyncIterable<unknown>>> = {
  comments: ({ db }, viewer) => commentsBy(db, viewer),
  likes: ({ db }, viewer) => likesBy(db, viewer),
  tips: ({ db }, viewer) => tipsOf(db, viewer),
  posts: ({ db }, viewer) => postsFor(db, viewer),
  analytics: ({ db }, viewer) => analyticsFor(db, viewer),
  subscribers: ({ db, clock }) => subscribersAt(db, clock),
}

/** The entries of the zip. Each is read when it is written. */
export async function* entriesOf(
  services: Deps,
  viewer: Viewer,
  types: DataType[],
): AsyncGenerator<ZipEntry> {
  const writtenAt = services.clock.now()
  if (types.includes('profile')) yield* profileEntries(services, viewer, writtenAt)
  for (const [type, rowsOf] of Object.entries(lists))
    if (types.some((chosen) => chosen === type))
      yield listEntry(type, writtenAt, () => rowsOf(services, viewer))
  if (types.includes('media')) yield* mediaEntries(services, viewer)
}

const listEntry = (name: string, writtenAt: Date, rows: () => AsyncIterable<unknown>): ZipEntry => ({
  name: `${name}.json`,
  writtenAt,
  open: async () => Readable.from(toJsonList(rows())),
})

async function* profileEntries(services: Deps, viewer: Viewer, writtenAt: Date): AsyncGenerator<ZipEntry> {
  const { db } = services
  const text = `${JSON.stringify(await profileOf(db, viewer), null, 2)}\n`
  yield { name: 'profile.json', writtenAt, open: async () => Readable.from([text]) }
  yield listEntry('seen', writtenAt, () => seenBy(db, viewer))
  yield listEntry('played', writtenAt, () => playedBy(db, viewer))
  if (!viewer.avatarId) return
  const isPicture = and(eq(mediaFiles.mediaId, viewer.avatarId), eq(mediaFiles.variant, squareVariant))
  const [file] = await db.select().from(mediaFiles).where(isPicture)
  const name = file && entryName('profile-picture', file.mimeType)
  const entry = file && name ? await storedEntry(services, file, { name, writtenAt }) : null
  if (entry) yield entry
}
