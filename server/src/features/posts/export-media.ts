import { Readable } from 'node:stream'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { media, type MediaFileRow, mediaFiles } from '#features/media/schema.ts'
import { entryName, storedEntry } from '#features/media/stored-entry.ts'
import type { ZipEntry } from '#files/zip.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { exportablePosts } from './exported-posts.ts'
import { postParts, posts } from './schema.ts'

type Deps = Pick<Services, 'db' | 'media'>

/** Best version first: the upload, the single file, the widest size. */
const bestFirst = sql`
  case ${mediaFiles.role} when 'source' then 0 when 'attachment' then 0 when 'whole' then 1 when 'size' then 2 else 3 end,
  ${mediaFiles.width} desc nulls last, ${mediaFiles.mimeType} desc`

async function filesOf(db: Database, mediaId: string) {
  const isWanted = sql`${mediaFiles.role} in ('source', 'whole', 'size', 'captions', 'attachment')`
  const files = await db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.mediaId, mediaId), isWanted))
    .orderBy(bestFirst)
  return files.filter(({ role }, index) => index === 0 || role === 'captions')
}

/** An attachment keeps its extension. */
const nameOf = ({ mediaId, role, variant, mimeType }: MediaFileRow, attachedAs: string | null) => {
  const [, extension] = /\.([A-Za-z0-9]{1,8})$/.exec(attachedAs ?? '') ?? []
  if (extension) return `media/${mediaId}.${extension}`
  return entryName(role === 'captions' ? `media/${mediaId}-${variant}` : `media/${mediaId}`, mimeType)
}

/** Posts may share a file, which is one file in the zip. */
const isFirstUse = sql`not exists (
  select from post_parts other where other.media_id = ${postParts.mediaId} and other.post_id < ${postParts.postId})`

const hasParts = sql`exists (select from post_parts where post_id = posts.id)`

/** The media of the exportable posts, followed by a list of missing files. */
export async function* exportMedia(services: Deps, viewer: Viewer): AsyncGenerator<ZipEntry> {
  const { db } = services
  const withMedia = rowsById((after, limit) =>
    db
      .select({ id: posts.id, createdAt: posts.createdAt })
      .from(posts)
      .where(and(exportablePosts(viewer), gt(posts.id, after), hasParts))
      .orderBy(posts.id)
      .limit(limit),
  )
  const missing: string[] = []
  let writtenAt = new Date(0)
  for await (const post of withMedia) {
    writtenAt = post.createdAt
    const parts = await db
      .select({ id: postParts.mediaId, name: postParts.name })
      .from(postParts)
      .where(and(eq(postParts.postId, post.id), isFirstUse))
      .orderBy(postParts.mediaId)
    for (const part of parts)
      for (const file of await filesOf(db, part.id)) {
        const name = nameOf(file, part.name)
        const entry = await storedEntry(services, file, { name, writtenAt })
        if (entry) yield entry
        else missing.push(name)
      }
  }
  const list = `${JSON.stringify(missing, null, 2)}\n`
  if (missing.length > 0)
    yield { name: 'missing-media.json', writtenAt, open: async () => Readable.from([list]) }
}

/** The size of the media of the exportable posts. */
export async function exportedBytes({ db }: Pick<Services, 'db'>, viewer: Viewer): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${media.bytes}), 0)::float8` })
    .from(posts)
    .innerJoin(postParts, eq(postParts.postId, posts.id))
    .innerJoin(media, eq(media.id, postParts.mediaId))
    .where(and(exportablePosts(viewer), isFirstUse))
  return found?.bytes ?? 0
}
