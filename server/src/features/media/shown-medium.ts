import { type SQL, sql } from 'drizzle-orm'
import { media } from './schema.ts'
import type { StoredVariant } from './to-media.ts'

/** What queries that join media bring along of it. */
export const shownMedium = {
  id: media.id,
  mimeType: media.mimeType,
  width: media.width,
  height: media.height,
  placeholder: media.placeholder,
  durationMs: media.durationMs,
  waveform: media.waveform,
  problem: media.problem,
}

/** The files of the medium that `mediaId` names, narrowest first; of a stream its first playlist alone. */
export const storedVariants = (mediaId: SQL) =>
  sql<StoredVariant[] | null>`(
    select json_agg(
      json_build_object('variant', f.variant, 'role', f.role, 'width', f.width, 'mimeType', f.mime_type)
      order by f.width, f.mime_type, f.variant)
    from media_files f
    where f.media_id = ${mediaId} and (f.role <> 'stream' or f.variant = 'stream')
  )`.as('variants')
