import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { validate } from 'uuid'
import { invalid } from '#errors.ts'

/** Where a list goes on that is sorted by time and id. */
export type Place = { at: Date; id: string }

/** A place as the cursor a caller is given, for whom it means nothing. */
export const cursorOf = ({ at, id }: Place) => `${at.toISOString()}_${id}`

const noSuchPlace = () => invalid('This place in the list does not exist.')

/** The id of the row that a list goes on after; throws a 400 refusal for what is no id. */
export function parseCursorId(id: string): string {
  if (!validate(id)) throw noSuchPlace()
  return id
}

/**
 * The condition of what follows the row of id `before` in a list of one table, newest first, sorted by time and id.
 * Compared as two values, which an index on both serves; throws a 400 refusal for what is no id.
 */
export const isAfterRow = ([at, id]: [at: PgColumn, id: PgColumn], before: string): SQL =>
  sql`(${at}, ${id}) < ((select last.${sql.identifier(at.name)} from ${at.table} last
    where last.${sql.identifier(id.name)} = ${parseCursorId(before)}), ${before}::uuid)`

/** The place of a cursor; throws a 400 refusal for one that was made up. */
export function placeOf(cursor: string): Place {
  const [time = '', id = ''] = cursor.split('_')
  const at = new Date(time)
  // Dates reach further than the database's days with four digits, which begin with the year 1.
  const isADay = at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999
  if (!isADay || !validate(id) || cursorOf({ at, id }) !== cursor) throw noSuchPlace()
  return { at, id }
}
