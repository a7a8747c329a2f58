import { type SQL, sql } from 'drizzle-orm'
import { media, mediaFiles } from './schema.ts'
import type { StoredVariant } from './to-media.ts'

export const mediaColumns = {
  id: media.id,
  mimeType: media.mimeType,
  width: media.width,
  height: media.height,
  placeholder: media.placeholder,
  durationMs: media.durationMs,
  waveform: media.waveform,
  problem: media.problem,
}

/** Selects lines of text, narrowest first: a feed page reads dozens, and JSON would add a fifth to the cost. */
export const storedVariants = (mediaId: SQL) =>
  sql<StoredVariant[] | null>`(
    select string_agg(
      concat_ws(e'\\t', f.variant, f.role, f.mime_type, f.width), e'\\n' order by f.width, f.mime_type, f.variant)
    from media_files f
    where f.media_id = ${mediaId} and (f.role <> 'stream' or f.variant = 'stream')
  )`
    .mapWith((lines: string) => lines.split('\n').flatMap(toVariant))
    .as('variants')

function toVariant(line: string): StoredVariant[] {
  const [variant = '', named, mimeType = '', width] = line.split('\t')
  const role = mediaFiles.role.enumValues.find((known) => known === named)
  return role ? [{ variant, role, mimeType, width: width ? Number(width) : null }] : []
}
