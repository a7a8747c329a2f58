import type { PostLine } from '@touchline/contract/post-line.ts'
import { type SQL, sql } from 'drizzle-orm'
import { addressOf } from '#features/media/to-media.ts'

const excerptLength = 120

type Still = { mediaId: string; variant: string }

/** The smallest still of a post `p`, as JSON. */
export const stillOf = (postId: SQL) => sql`(
  select json_build_object('mediaId', f.media_id, 'variant', f.variant)
  from post_parts part join media_files f on f.media_id = part.media_id
  where part.post_id = ${postId} and part.name is null and f.role in ('size', 'poster')
  order by part.in_text, part.position, f.width, f.mime_type desc limit 1)`

/** The columns of `PostLine` for a post `p`. */
export const postLineColumns = sql`p.id, p.title, left(p.content, ${excerptLength}) as excerpt,
  p.media_type as "mediaType", p.created_at as "createdAt", ${stillOf(sql`p.id`)} as still`

export type PostLineRow = Omit<PostLine, 'thumbnailUrl'> & { still: Still | null }

export const stillUrl = (still: Still | null) => still && addressOf(still.mediaId, still.variant)

export const toPostLine = ({ id, title, excerpt, mediaType, createdAt, still }: PostLineRow): PostLine => ({
  id,
  title,
  excerpt,
  mediaType,
  thumbnailUrl: stillUrl(still),
  createdAt: new Date(createdAt).toISOString(),
})
