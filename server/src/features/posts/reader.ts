import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '#http/viewer.ts'
import type { Audience } from '#live/live.ts'
import type { PostRow } from './schema.ts'

/** Which unready posts a reader sees: their own (`ownId`), or all (`seesAll`). */
export type Reader = { ownId: string | null; seesAll: boolean }

/** Readers who may change a post also see it before it is ready, see `mayChangePost`. */
export const readerOf = (viewer: Pick<Viewer, 'id' | 'role'>): Reader => ({
  ownId: viewer.role === 'creator' ? viewer.id : null,
  seesAll: viewer.role === 'admin',
})

/** The audience of live messages about a post: members, or only its creator before it is ready. */
export const audienceOf = ({ status, creatorId }: Pick<PostRow, 'status' | 'creatorId'>): Audience =>
  status === 'ready' ? 'members' : { person: creatorId }

type OrPlaceholder<Value> = Value | ReturnType<typeof sql.placeholder>

/** SQL condition: the reader may see this row of posts or post counts. `row` is a table name or alias. */
export const isVisibleTo = (
  row: string,
  reader: { ownId: OrPlaceholder<string | null>; seesAll: OrPlaceholder<boolean> },
): SQL => {
  const table = sql.raw(row)
  return sql`(${table}.status = 'ready' or (${table}.status in ('processing', 'failed') and (${table}.creator_id = ${reader.ownId}::uuid or ${reader.seesAll}::boolean)))`
}
