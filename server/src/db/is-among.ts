import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * The condition that `id` is one of a prepared statement's `ids`, an array. They come from a subquery: a visible number
 * of them would make the planner replan every time.
 */
export const isAmong = (id: PgColumn): SQL =>
  sql`${id} = any(array(select unnest(${sql.placeholder('ids')}::uuid[])))`
