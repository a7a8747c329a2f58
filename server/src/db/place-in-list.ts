import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { validate } from 'uuid'
import { invalid } from '#errors.ts'

/** A position in a list sorted by time and id. */
export type Place = { at: Date; id: string }

/** Encodes a position as an opaque cursor. */
export const cursorOf = ({ at, id }: Place) => `${at.toISOString()}_${id}`

const noSuchPlace = () => invalid('This place in the list does not exist.')

/** Validates a cursor that is a row id; throws a 400 refusal otherwise. */
export function parseCursorId(id: string): string {
  if (!validate(id)) throw noSuchPlace()
  return id
}

/** Compares time and id as one tuple, which an index serves. Throws a 400 refusal for an invalid id. */
export const isAfterRow = ([at, id]: [at: PgColumn, id: PgColumn], before: string): SQL =>
  sql`(${at}, ${id}) < ((select last.${sql.identifier(at.name)} from ${at.table} last
    where last.${sql.identifier(id.name)} = ${parseCursorId(before)}), ${before}::uuid)`

/** Decodes a cursor; throws a 400 refusal for an invalid one. */
export function placeOf(cursor: string): Place {
  const [time = '', id = ''] = cursor.split('_')
  const at = new Date(time)
  // JavaScript dates exceed the database's range of four-digit years from 1.
  const isADay = at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999
  if (!isADay || !validate(id) || cursorOf({ at, id }) !== cursor) throw noSuchPlace()
  return { at, id }
}
