import type { CaptionHit } from '@touchline/contract/search.ts'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { notFound } from '#errors.ts'
import { captionsVariant, languageOf } from '#features/media/to-media.ts'
import { isVisibleTo, readerOf } from '#features/posts/reader.ts'
import type { Viewer } from '#http/viewer.ts'
import { findWords, type Source } from './find-words.ts'
import { linesOf } from './lines-of.ts'

/** The newest post of a file, if the viewer may read it. */
const postOf = (mediaId: ReturnType<typeof sql>, viewer: Viewer) => sql`
  select p.id from post_parts part join posts p on p.id = part.post_id
  where part.media_id = ${mediaId} and part.name is null and ${isVisibleTo('p', readerOf(viewer))}
  order by p.created_at desc, p.id desc limit 1`

type Cue = {
  mediaId: string
  variant: string
  number: number
  seconds: number
  text: string
  postId: string
}

const sourceFor = (viewer: Viewer, isAfter = sql`true`): Source => ({
  table: sql`caption_cues`,
  columns: sql`w.media_id, w.variant, w.number, w.created_at`,
  order: sql`w.created_at desc, w.media_id, w.variant, w.number`,
  isAfter,
  joins: sql`join caption_cues cue on (cue.media_id, cue.variant, cue.number) = (w.media_id, w.variant, w.number)
    cross join lateral (${postOf(sql`w.media_id`, viewer)}) post`,
  hit: sql`json_build_object('mediaId', w.media_id, 'variant', w.variant, 'number', w.number,
    'seconds', cue.seconds, 'text', cue.text, 'postId', post.id)`,
})

export const findCaptions = (db: Database, viewer: Viewer, terms: string[], max: number): Promise<Cue[]> =>
  findWords(db, sourceFor(viewer), { terms, max })

const idOf = ({ mediaId, variant, number }: Cue) => `${mediaId}.${languageOf(variant)}.${number}`
const idPattern = /^([\w-]{22})\.([A-Za-z0-9-]{2,20})\.(\d{1,6})$/

/** The cues after one, which may be deleted. Throws 404 unless the viewer may read a post with its file. */
async function afterCursor(db: Database, viewer: Viewer, after: string) {
  const [, mediaId = '', language = '', number = ''] = idPattern.exec(after) ?? []
  const { rows } = await db.execute<{ at: string }>(sql`
    select m.created_at::text as at from media m
    where m.id = ${mediaId} and exists (${postOf(sql`m.id`, viewer)})`)
  if (!rows[0]) throw notFound('Caption')
  const at = sql`${rows[0].at}::timestamptz`
  return sql`w.created_at <= ${at} and (w.created_at < ${at}
    or (w.media_id, w.variant, w.number) > (${mediaId}, ${captionsVariant(language)}, ${Number(number)}::int))`
}

type Page = { terms: string[]; limit: number; after?: string | undefined }

/** Returns a page of captions that contain all terms, those of the newest film first. Throws 404 for an unknown `after`. */
export async function searchCaptions(
  db: Database,
  viewer: Viewer,
  { terms, limit, after }: Page,
): Promise<{ hits: CaptionHit[]; hasMore: boolean }> {
  const source = sourceFor(viewer, after === undefined ? undefined : await afterCursor(db, viewer, after))
  const found = await findWords<Cue>(db, source, { terms, max: limit + 1 })
  const lineOf = await linesOf(
    db,
    found.map(({ postId }) => postId),
  )
  const hits = found.slice(0, limit).flatMap((cue) => {
    const post = lineOf(cue.postId)
    const { mediaId: partId, variant, seconds, text } = cue
    return post ? [{ id: idOf(cue), post, partId, language: languageOf(variant), seconds, text }] : []
  })
  return { hits, hasMore: found.length > limit }
}
