import type { SQLInputValue, StatementSync } from 'node:sqlite'

import type { Columns } from '#engine/columns.ts'
import type { Kind } from '#engine/wire.ts'

export type PageQuery = {
  kind: Kind
  /** Null and undefined match anything. `clock: ''` selects objects without a test clock. */
  where?: Partial<Columns & { clock: string }>
  after?: string | undefined
  before?: string | undefined
  createdFrom?: number | undefined
  createdTo?: number | undefined
  states?: readonly string[] | undefined
  labels?: readonly string[] | undefined
  exceptState?: string | undefined
  limit: number
}

export type PageFilter = Partial<Omit<PageQuery, 'kind'>>

const isPending = 'EXISTS (SELECT 1 FROM deliveries WHERE event = events.id)'

/** The ids of one page, newest first, and whether there are more. */
export function idsOfPage(
  sql: (text: string) => StatementSync,
  query: PageQuery,
): { ids: string[]; more: boolean } {
  const table = query.kind === 'event' ? 'events' : 'objects'
  const conditions: string[] = []
  const values: SQLInputValue[] = []
  const also = (condition: string, ...more: SQLInputValue[]) => {
    conditions.push(condition)
    values.push(...more)
  }
  const hasState = (value: string) =>
    table === 'events' ? also(value === 'pending' ? isPending : `NOT ${isPending}`) : also('state = ?', value)

  if (table === 'objects') also('kind = ?', query.kind)
  const { state, ...others } = query.where ?? {}
  if (state) hasState(state)
  for (const [column, value] of Object.entries(others))
    if (value !== null && value !== undefined) also(`${column} = ?`, value)
  if (query.after) also(`seq < (SELECT seq FROM ${table} WHERE id = ?)`, query.after)
  if (query.before) also(`seq > (SELECT seq FROM ${table} WHERE id = ?)`, query.before)
  if (query.createdFrom !== undefined) also('created >= ?', query.createdFrom)
  if (query.createdTo !== undefined) also('created <= ?', query.createdTo)
  if (query.exceptState) also('state IS NOT ?', query.exceptState)
  if (query.states) also(`state IN (${query.states.map(() => '?').join()})`, ...query.states)
  if (query.labels) also(`label IN (${query.labels.map(() => '?').join()})`, ...query.labels)
  const wanted = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const order = query.before ? 'ASC' : 'DESC'
  const rows = sql(`SELECT id FROM ${table} ${wanted} ORDER BY seq ${order} LIMIT ?`).all(
    ...values,
    query.limit + 1,
  )
  const ids = rows.slice(0, query.limit).map((row) => String(row['id']))
  if (query.before) ids.reverse()
  return { ids, more: rows.length > query.limit }
}
