import type { DatabaseSync } from 'node:sqlite'

import { createEventLog } from '#engine/event-log.ts'
import { openToRead, openToWrite } from '#engine/open-file.ts'
import { idsOfPage, type PageQuery } from '#engine/pages.ts'
import { createUnsaved, type UnsavedFields } from '#engine/unsaved.ts'
import type { Kind, Kinds, WireObject } from '#engine/wire.ts'

export type Store = ReturnType<typeof openStore>

function isA<K extends Kind>(object: WireObject, kind: K): object is Kinds[K] {
  return object.object === kind
}

/**
 * Within a transaction an id always gives the same object, so one function sees another's changes. With `readOnly` a
 * transaction sees what other processes have committed; throws when the file is not a sandbox's.
 */
export function openStore(file: string, { readOnly = false } = {}) {
  const db = readOnly ? openToRead(file) : openToWrite(file)
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  function prepared(text: string) {
    let statement = statements.get(text)
    if (!statement) statements.set(text, (statement = db.prepare(text)))
    return statement
  }
  const unsaved = createUnsaved(prepared)
  const events = createEventLog(prepared)
  const loaded = new Map<string, WireObject>()
  const revisions = new Map<Kind | 'any', number>()
  const clocks = { revision: -1, isAny: false }
  let depth = 0
  let owner = ''

  /** A prepared statement. Pending changes are saved before it runs. */
  function sql(text: string) {
    if (text.trimStart().startsWith('SELECT')) flush()
    return prepared(text)
  }

  // A reader's incidental changes, such as expiring a code, are discarded with its transaction.
  function flush(): void {
    if (!readOnly) unsaved.flush()
  }

  function commit(): void {
    flush()
    prepared('COMMIT').run()
  }

  function touch(kind: Kind | 'any'): void {
    revisions.set(kind, (revisions.get(kind) ?? 0) + 1)
  }

  const revision = (kind: Kind): number => (revisions.get(kind) ?? 0) + (revisions.get('any') ?? 0)

  function findAny(id: string): WireObject | undefined {
    if (id.startsWith('evt_')) return events.find(id)
    const known = loaded.get(id)
    if (known) return known
    const row = prepared('SELECT json FROM objects WHERE id = ?').get(id)
    if (!row) return undefined
    const object: WireObject = JSON.parse(String(row['json']))
    if (depth > 0) loaded.set(id, object)
    return object
  }

  function find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const object = findAny(id)
    return object && isA(object, kind) ? object : undefined
  }

  function hidden(id: string): UnsavedFields {
    const known = unsaved.hidden(id)
    if (known) return known
    const row = prepared('SELECT hidden FROM objects WHERE id = ?').get(id)
    const values: UnsavedFields = row ? JSON.parse(String(row['hidden'])) : {}
    return values
  }

  function hasClocks(): boolean {
    const now = revision('test_helpers.test_clock')
    if (now !== clocks.revision) {
      const row = sql("SELECT 1 FROM objects WHERE kind = 'test_helpers.test_clock' LIMIT 1").get()
      Object.assign(clocks, { revision: now, isAny: row !== undefined })
    }
    return clocks.isAny
  }

  function written(): void {
    if (depth === 0) flush()
  }

  return {
    sql,
    events,
    revision,
    find,
    findAny,
    /** Assigns new objects to this test clock; '' for none. */
    belongTo(clock: string): void {
      owner = clock
    },
    /** The test clock of an object, directly or through its customer; '' for none. */
    ownerOf(id: string): string {
      if (!hasClocks()) return ''
      const row = sql(
        `SELECT coalesce(nullif(own.clock, ''), theirs.clock, '') AS clock
         FROM objects own LEFT JOIN objects theirs ON theirs.id = own.customer WHERE own.id = ?`,
      ).get(id)
      return row ? String(row['clock']) : ''
    },
    /** Saves a new object; `values` are internal fields. */
    add<T extends WireObject>(object: T, values: UnsavedFields = {}): T {
      if (object.object === 'event') {
        events.add(object, owner)
        return object
      }
      touch(object.object)
      unsaved.add(object, values, object.object === 'test_helpers.test_clock' ? object.id : owner)
      if (depth > 0) loaded.set(object.id, object)
      written()
      return object
    },
    save(object: WireObject): void {
      touch(object.object)
      unsaved.save(object)
      if (depth > 0) loaded.set(object.id, object)
      written()
    },
    remove(id: string): void {
      touch('any')
      loaded.delete(id)
      unsaved.forget(id)
      prepared('DELETE FROM objects WHERE id = ?').run(id)
    },
    hidden,
    hide(id: string, values: UnsavedFields): void {
      unsaved.hide(id, { ...hidden(id), ...values })
      written()
    },
    /** One page, newest first, and whether there are more. */
    page<K extends Kind>(query: PageQuery & { kind: K }): { data: Kinds[K][]; more: boolean } {
      const { ids, more } = idsOfPage(sql, query)
      return { data: ids.map((id) => find(query.kind, id)!), more }
    },
    fact(name: string): string | undefined {
      const value = prepared('SELECT value FROM facts WHERE name = ?').get(name)?.['value']
      return value === undefined ? undefined : String(value)
    },
    setFact(name: string, value: string): void {
      prepared(
        'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      ).run(name, value)
    },
    /** Runs `work` in one transaction; an error for which `keep` returns false rolls back. */
    atomically<T>(work: () => T, keep: (error: unknown) => boolean = () => false): T {
      if (depth > 0) return work()
      // A reader blocks no writer and starts with a fresh view.
      prepared(readOnly ? 'BEGIN' : 'BEGIN IMMEDIATE').run()
      if (readOnly) touch('any')
      depth = 1
      try {
        const result = work()
        commit()
        return result
      } catch (error) {
        touch('any')
        if (keep(error)) commit()
        throw error
      } finally {
        // Some error prevented saving; a full disk may have ended the transaction already.
        if (db.isTransaction) prepared('ROLLBACK').run()
        depth = 0
        unsaved.clear()
        loaded.clear()
      }
    },
    /** Deletes everything but the keys and the clock. */
    empty(): void {
      touch('any')
      loaded.clear()
      unsaved.clear()
      for (const table of ['objects', 'events', 'event_bodies', 'answers', 'due', 'deliveries'])
        prepared(`DELETE FROM ${table}`).run()
    },
    close(): void {
      statements.clear()
      db.close()
    },
  }
}

/** How far the sandbox's own clock is ahead of real time, in ms. */
export const aheadMs = (store: Store): number => Number(store.fact('clock_ahead_ms') ?? 0)
