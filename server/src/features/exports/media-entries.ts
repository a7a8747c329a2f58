import { Readable } from 'node:stream'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { media, type MediaFileRow, mediaFiles } from '#features/media/schema.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { exportablePosts } from './may-export.ts'
import type { ZipEntry } from './zip.ts'

type Deps = Pick<Services, 'db' | 'media'>

const extensions: Record<string, string> = {
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

/** A file name in the zip. It never contains user input. */
export const entryName = (name: string, mimeType: string) => `${name}.${extensions[mimeType] ?? 'bin'}`

/** Best version first: the upload, the single file, the widest size. */
const bestFirst = sql`
  case ${mediaFiles.role} when 'source' then 0 when 'whole' then 1 when 'size' then 2 else 3 end,
  ${mediaFiles.width} desc nulls last, ${mediaFiles.mimeType} desc`

/** The exported files of a media item: its best version and its captions. */
async function filesOf(db: Database, mediaId: string) {
  const isWanted = sql`${mediaFiles.role} in ('source', 'whole', 'size', 'captions')`
  const files = await db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.mediaId, mediaId), isWanted))
    .orderBy(bestFirst)
  return files.filter(({ role }, index) => index === 0 || role === 'captions')
}

/** A stored file as a zip entry; null when it is missing in storage. */
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

/** The media of the exportable posts, followed by a list of missing files. */
export async function* mediaEntries(services: Deps, viewer: Viewer): AsyncGenerator<ZipEntry> {
  const { db } = services
  const withMedia = rowsById((after, limit) =>
    db
      .select({ id: posts.id, mediaId: media.id, createdAt: media.createdAt })
      .from(posts)
      .innerJoin(media, eq(media.id, posts.mediaId))
      .where(and(exportablePosts(viewer), gt(posts.id, after)))
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

export async function mediaBytes({ db }: Pick<Services, 'db'>, viewer: Viewer): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${media.bytes}), 0)::float8` })
    .from(posts)
    .innerJoin(media, eq(media.id, posts.mediaId))
    .where(exportablePosts(viewer))
  return found?.bytes ?? 0
}
