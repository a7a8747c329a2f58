import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '#http/viewer.ts'
import type { Audience } from '#live/live.ts'
import type { PostRow } from './schema.ts'

/** Whose unready posts a reader sees beside everybody's ready ones: their own, or with `seesAll` every one. */
export type Reader = { ownId: string | null; seesAll: boolean }

/** The same people may see a post in the making as may change it, see mayChangePost. */
export const readerOf = (viewer: Pick<Viewer, 'id' | 'role'>): Reader => ({
  ownId: viewer.role === 'creator' ? viewer.id : null,
  seesAll: viewer.role === 'admin',
})

/** Who hears what becomes of a post: of one that members cannot see yet its creator alone. */
export const audienceOf = ({ status, creatorId }: Pick<PostRow, 'status' | 'creatorId'>): Audience =>
  status === 'ready' ? 'members' : { person: creatorId }

type OrPlaceholder<Value> = Value | ReturnType<typeof sql.placeholder>

/** The condition that a row of posts (or of their counts) is there for a reader; `row` is the table's name or alias. */
export const isVisibleTo = (
  row: string,
  reader: { ownId: OrPlaceholder<string | null>; seesAll: OrPlaceholder<boolean> },
): SQL => {
  const table = sql.raw(row)
  return sql`(${table}.status = 'ready' or (${table}.status <> 'removed' and (${table}.creator_id = ${reader.ownId}::uuid or ${reader.seesAll}::boolean)))`
}
