import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

import { columnsOf, type Columns } from '#engine/columns.ts'
import { schema } from '#engine/schema.ts'
import type { Kind, Kinds, WireObject } from '#engine/wire.ts'

/** What the sandbox knows about an object and never sends. */
type Hidden = Record<string, string | number | boolean | null>

export type PageQuery = {
  kind: Kind
  where?: Partial<Columns>
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

export type Store = ReturnType<typeof openStore>

function isA<K extends Kind>(object: WireObject, kind: K): object is Kinds[K] {
  return object.object === kind
}

/**
 * Opens the state: JSON objects with the columns they are looked up by. Within one transaction an id always
 * gives the same object, so a change made by one function is seen by the next.
 */
export function openStore(file: string) {
  // The file holds the keys: nobody else on the machine is to read it.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file)
  db.exec(schema)
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  function sql(text: string) {
    let statement = statements.get(text)
    if (!statement) {
      statement = db.prepare(text)
      statements.set(text, statement)
    }
    return statement
  }
  const loaded = new Map<string, WireObject>()
  let depth = 0

  function findAny(id: string): WireObject | undefined {
    const known = loaded.get(id)
    if (known) return known
    const row = sql('SELECT json FROM objects WHERE id = ?').get(id)
    if (!row) return undefined
    const object: WireObject = JSON.parse(String(row['json']))
    if (depth > 0) loaded.set(id, object)
    return object
  }

  function find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const object = findAny(id)
    return object && isA(object, kind) ? object : undefined
  }

  return {
    db,
    sql,
    find,
    /** Whatever has this id. */
    findAny,
    /** Writes a new object; `hidden` stays inside. */
    add<T extends WireObject>(object: T, hidden: Hidden = {}): T {
      const c = columnsOf(object)
      sql(
        'INSERT INTO objects (id, kind, created, customer, parent, label, state, json, hidden) VALUES (?,?,?,?,?,?,?,?,?)',
      ).run(
        object.id,
        object.object,
        'created' in object ? (object.created ?? 0) : 0,
        c.customer,
        c.parent,
        c.label,
        c.state,
        JSON.stringify(object),
        JSON.stringify(hidden),
      )
      if (depth > 0) loaded.set(object.id, object)
      return object
    },
    /** Writes a changed object back. */
    save(object: WireObject): void {
      const c = columnsOf(object)
      sql('UPDATE objects SET customer=?, parent=?, label=?, state=?, json=? WHERE id=?').run(
        c.customer,
        c.parent,
        c.label,
        c.state,
        JSON.stringify(object),
        object.id,
      )
    },
    remove(id: string): void {
      loaded.delete(id)
      sql('DELETE FROM objects WHERE id = ?').run(id)
    },
    hidden(id: string): Hidden {
      const row = sql('SELECT hidden FROM objects WHERE id = ?').get(id)
      const hidden: Hidden = row ? JSON.parse(String(row['hidden'])) : {}
      return hidden
    },
    hide(id: string, values: Hidden): void {
      sql('UPDATE objects SET hidden = json_patch(hidden, ?) WHERE id = ?').run(JSON.stringify(values), id)
    },
    /** One page, newest first, and whether there is more. */
    page<K extends Kind>(query: PageQuery & { kind: K }): { data: Kinds[K][]; more: boolean } {
      const conditions = ['kind = ?']
      const values: SQLInputValue[] = [query.kind]
      const also = (condition: string, ...more: SQLInputValue[]) => {
        conditions.push(condition)
        values.push(...more)
      }
      for (const [column, value] of Object.entries(query.where ?? {}))
        if (value !== null && value !== undefined) also(`${column} = ?`, value)
      if (query.after) also('seq < (SELECT seq FROM objects WHERE id = ?)', query.after)
      if (query.before) also('seq > (SELECT seq FROM objects WHERE id = ?)', query.before)
      if (query.createdFrom !== undefined) also('created >= ?', query.createdFrom)
      if (query.createdTo !== undefined) also('created <= ?', query.createdTo)
      if (query.exceptState) also('state IS NOT ?', query.exceptState)
      if (query.states) also(`state IN (${query.states.map(() => '?').join()})`, ...query.states)
      if (query.labels) also(`label IN (${query.labels.map(() => '?').join()})`, ...query.labels)
      const order = query.before ? 'ASC' : 'DESC'
      const rows = sql(
        `SELECT id FROM objects WHERE ${conditions.join(' AND ')} ORDER BY seq ${order} LIMIT ?`,
      ).all(...values, query.limit + 1)
      const more = rows.length > query.limit
      const ids = rows.slice(0, query.limit).map((row) => String(row['id']))
      if (query.before) ids.reverse()
      return { data: ids.map((id) => find(query.kind, id)!), more }
    },
    fact(name: string): string | undefined {
      const value = sql('SELECT value FROM facts WHERE name = ?').get(name)?.['value']
      return value === undefined ? undefined : String(value)
    },
    setFact(name: string, value: string): void {
      sql(
        'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      ).run(name, value)
    },
    /** Runs `work` in one transaction; an error for which `keep` says no undoes everything. */
    atomically<T>(work: () => T, keep: (error: unknown) => boolean = () => false): T {
      if (depth > 0) return work()
      sql('BEGIN IMMEDIATE').run()
      depth = 1
      try {
        const result = work()
        sql('COMMIT').run()
        return result
      } catch (error) {
        sql(keep(error) ? 'COMMIT' : 'ROLLBACK').run()
        throw error
      } finally {
        depth = 0
        loaded.clear()
      }
    },
    /** Forgets everything but the keys and the clock. */
    empty(): void {
      loaded.clear()
      for (const table of ['objects', 'answers', 'due', 'deliveries']) sql(`DELETE FROM ${table}`).run()
    },
    close(): void {
      statements.clear()
      db.close()
    },
  }
}
