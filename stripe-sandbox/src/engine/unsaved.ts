import type { StatementSync } from 'node:sqlite'

import { columnsOf } from '#engine/columns.ts'
import type { WireObject } from '#engine/wire.ts'

/** What the sandbox knows about an object and never sends. */
export type UnsavedFields = Record<string, string | number | boolean | null>

type Entry = { object?: WireObject; hidden?: UnsavedFields; isNew?: { clock: string } }

/** Most objects change several times in a transaction; each is written once, before a query or at the end. */
export function createUnsaved(sql: (text: string) => StatementSync) {
  const entries = new Map<string, Entry>()

  function entryOf(id: string): Entry {
    let entry = entries.get(id)
    if (!entry) entries.set(id, (entry = {}))
    return entry
  }

  function insert(object: WireObject, hidden: UnsavedFields, clock: string): void {
    const c = columnsOf(object)
    const created = 'created' in object ? (object.created ?? 0) : 0
    sql(
      `INSERT INTO objects (id, kind, created, customer, parent, label, state, json, hidden, clock)
       VALUES (?,?,?,?,?,?,?,?,?,?)`,
    ).run(
      object.id,
      object.object,
      created,
      c.customer,
      c.parent,
      c.label,
      c.state,
      JSON.stringify(object),
      JSON.stringify(hidden),
      clock,
    )
  }

  function update(object: WireObject): void {
    const c = columnsOf(object)
    sql('UPDATE objects SET customer=?, parent=?, label=?, state=?, json=? WHERE id=?').run(
      c.customer,
      c.parent,
      c.label,
      c.state,
      JSON.stringify(object),
      object.id,
    )
  }

  return {
    add(object: WireObject, hidden: UnsavedFields, clock: string): void {
      entries.set(object.id, { object, hidden, isNew: { clock } })
    },
    save(object: WireObject): void {
      entryOf(object.id).object = object
    },
    hide(id: string, hidden: UnsavedFields): void {
      entryOf(id).hidden = hidden
    },
    /** The internal fields of an object that has not been saved yet. */
    hidden: (id: string): UnsavedFields | undefined => entries.get(id)?.hidden,
    flush(): void {
      for (const [id, { object, hidden, isNew }] of entries) {
        if (object && isNew) insert(object, hidden ?? {}, isNew.clock)
        else {
          if (object) update(object)
          if (hidden) sql('UPDATE objects SET hidden = ? WHERE id = ?').run(JSON.stringify(hidden), id)
        }
      }
      entries.clear()
    },
    forget: (id: string): unknown => entries.delete(id),
    clear(): void {
      entries.clear()
    },
  }
}
