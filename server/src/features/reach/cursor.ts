import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { invalid } from '#errors.ts'

/** A place in a list that is ordered by a moment, or a day, and an id: `2026-11-22T10:00:00.000Z_…`. */
export const cursorAt = (at: string, id: string) => `${at}_${id}`

/** The pair a cursor names, for a comparison of rows; throws a 400 refusal for a cursor that is none. */
export function pairAt(cursor: string): SQL {
  const [time = '', id = ''] = cursor.split('_')
  const at = new Date(time)
  if (Number.isNaN(at.getTime()) || !validate(id)) throw invalid('This place in the list does not exist.')
  return sql`(${at.toISOString()}::timestamptz, ${id}::uuid)`
}
