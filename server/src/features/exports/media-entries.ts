import { Readable } from 'node:stream'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { media, type MediaFileRow, mediaFiles } from '#features/media/schema.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { postsWithin } from './may-export.ts'
import type { ZipEntry } from './zip.ts'

type Deps = Pick<Services, 'db' | 'media'>

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'text/vtt': 'vtt',
}

/** The name of a file in the zip: made of ours alone, whatever its post or its file was called. */
export const entryName = (name: string, mimeType: string) => `${name}.${endings[mimeType] ?? 'bin'}`

/** What is best of a media item first: as it was uploaded, in one file, the widest of its sizes. */
const bestFirst = sql`
  case ${mediaFiles.role} when 'source' then 0 when 'whole' then 1 when 'size' then 2 else 3 end,
  ${mediaFiles.width} desc nulls last, ${mediaFiles.mimeType} desc`

/** The files of a media item that are exported: the best there is of it, and its captions. */
async function filesOf(db: Database, mediaId: string) {
  const isWanted = sql`${mediaFiles.role} in ('source', 'whole', 'size', 'captions')`
  const files = await db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.mediaId, mediaId), isWanted))
    .orderBy(bestFirst)
  return files.filter(({ role }, index) => index === 0 || role === 'captions')
}

/** A stored file as an entry; null when the storage has lost it. */
export async function storedEntry(
  { media: store }: Pick<Services, 'media'>,
  file: Pick<MediaFileRow, 'key' | 'mimeType'>,
  { name, writtenAt }: Pick<ZipEntry, 'name' | 'writtenAt'>,
): Promise<ZipEntry | null> {
  const found = await store.stat(file.key)
  return found && { name, writtenAt, bytes: found.bytes, open: () => store.open(file.key) }
}

const nameOf = ({ mediaId, role, variant, mimeType }: MediaFileRow) =>
  entryName(role === 'captions' ? `media/${mediaId}-${variant}` : `media/${mediaId}`, mimeType)

/** The media of the posts within the viewer's reach, file by file, and at the end a list of what is missing. */
export async function* mediaEntries(services: Deps, viewer: Viewer): AsyncGenerator<ZipEntry> {
  const { db } = services
  const withMedia = rowsById((after, limit) =>
    db
      .select({ id: posts.id, mediaId: media.id, createdAt: media.createdAt })
      .from(posts)
      .innerJoin(media, eq(media.id, posts.mediaId))
      .where(and(postsWithin(viewer), gt(posts.id, after)))
      .orderBy(posts.id)
      .limit(limit),
  )
  const missing: string[] = []
  let writtenAt = new Date(0)
  for await (const post of withMedia) {
    writtenAt = post.createdAt
    for (const file of await filesOf(db, post.mediaId)) {
      const entry = await storedEntry(services, file, { name: nameOf(file), writtenAt })
      if (entry) yield entry
      else missing.push(nameOf(file))
    }
  }
  const list = `${JSON.stringify(missing, null, 2)}\n`
  if (missing.length > 0)
    yield { name: 'missing-media.json', writtenAt, open: async () => Readable.from([list]) }
}

/** How many bytes the media within the viewer's reach have. */
export async function mediaBytes({ db }: Pick<Services, 'db'>, viewer: Viewer): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${media.bytes}), 0)::float8` })
    .from(posts)
    .innerJoin(media, eq(media.id, posts.mediaId))
    .where(postsWithin(viewer))
  return found?.bytes ?? 0
}
