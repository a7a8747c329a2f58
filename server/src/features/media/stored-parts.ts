import type { Attachment, Part } from '@touchline/contract/media.ts'
import { type SQL, sql } from 'drizzle-orm'
import { mediaFiles, type MediaRow } from './schema.ts'
import { addressOf, type MediaView, type StoredVariant, toMedia } from './to-media.ts'

type Row = MediaView &
  Pick<MediaRow, 'kind' | 'status' | 'problem' | 'bytes'> & {
    alt: string | null
    name: string | null
    files: string | null
    /** A picture between the paragraphs of the text, which the gallery leaves out. */
    inText: boolean
    /** How many parts of the gallery are ready. */
    ready: number
  }

export type StoredPart = Row & { kind: Exclude<MediaRow['kind'], 'file'> }

export type StoredParts = { parts: StoredPart[]; attachments: Attachment[] }

const owners = { post_parts: 'posts', draft_parts: 'drafts' } as const

const isPart = (row: Row): row is StoredPart => row.name === null && row.kind !== 'file'

const toAttachment = ({ id, name, bytes }: Row): Attachment[] =>
  name === null ? [] : [{ id, name, bytes, url: addressOf(id, 'attachment') }]

/**
 * The parts and attachments of a post or draft in their order, as a column. `max` limits the parts that are ready;
 * the others are for people who may change the post. The files of a part, narrowest first and without the segments of
 * a stream, are lines of text: a feed page reads dozens of them, and JSON would add a fifth to the cost of its query.
 */
export const storedParts = (table: keyof typeof owners) => decoded(sql<StoredParts>`${selectParts(table)}`)

/** The first `max` ready parts of a post, and all others; null unless `condition` is met. */
export const storedPartsIf = (condition: SQL, max?: number) =>
  decoded(sql<StoredParts | null>`case when ${condition} then ${selectParts('post_parts', max)} end`)

const decoded = <Column extends StoredParts | null>(parts: SQL<Column>) =>
  parts
    .mapWith((rows: Row[]): StoredParts => ({
      parts: rows.filter(isPart),
      attachments: rows.flatMap(toAttachment),
    }))
    .as('parts')

function selectParts(table: keyof typeof owners, max?: number): SQL {
  const owner = owners[table]
  const ownId = sql.raw(`${owner.slice(0, -1)}_id = ${owner}.id`)
  const inText = sql.raw(table === 'post_parts' ? 'p.in_text' : 'false')
  const limit = sql.raw(max === undefined ? 'true' : `(n <= ${max} or status <> 'ready' or in_text)`)
  return sql`coalesce((
    select json_agg(json_build_object(
      'id', id, 'kind', kind, 'status', status, 'problem', problem, 'mimeType', mime_type, 'width', width,
      'height', height, 'placeholder', placeholder, 'durationMs', duration_ms, 'waveform', waveform, 'bytes', bytes,
      'alt', alt, 'name', name, 'inText', in_text, 'ready', ready, 'files', (
        select string_agg(
          concat_ws(e'\\t', f.variant, f.role, f.mime_type, f.width), e'\\n' order by f.width, f.mime_type, f.variant)
        from media_files f
        where f.media_id = shown.id and (f.role <> 'stream' or f.variant = 'stream')
      )) order by name is not null, position)
    from (
      select m.*, p.position, p.alt, p.name, ${inText} as in_text,
        row_number() over (partition by p.name is null, ${inText}, m.status order by p.position) as n,
        count(*) filter (where p.name is null and not ${inText} and m.status = 'ready') over () as ready
      from ${sql.raw(table)} p join media m on m.id = p.media_id where p.${ownId}
    ) as shown
    where name is not null or ${limit}
  ), '[]'::json)`
}

function toVariant(line: string): StoredVariant[] {
  const [variant = '', named, mimeType = '', width] = line.split('\t')
  const role = mediaFiles.role.enumValues.find((known) => known === named)
  return role ? [{ variant, role, mimeType, width: width ? Number(width) : null }] : []
}

const views = new WeakMap<StoredPart, Part>()

/** The public view of a part, created once. Its media is shown once it is ready. */
export function toPart(part: StoredPart): Part {
  const existing = views.get(part)
  if (existing) return existing
  const view: Part = {
    id: part.id,
    mediaType: part.kind,
    mediaAlt: part.alt,
    media: part.status === 'ready' ? toMedia(part, (part.files ?? '').split('\n').flatMap(toVariant)) : null,
    status: part.status,
    ...(part.status === 'failed' && part.problem ? { problem: part.problem } : {}),
  }
  views.set(part, view)
  return view
}

/** The status of a post or draft: it waits until none of its parts is processed, and fails only if all failed. */
export function statusOfParts(parts: Pick<MediaRow, 'status'>[]): MediaRow['status'] {
  if (parts.some(({ status }) => status === 'processing')) return 'processing'
  return parts.length === 0 || parts.some(({ status }) => status === 'ready') ? 'ready' : 'failed'
}
