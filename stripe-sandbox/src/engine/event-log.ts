import type { StatementSync } from 'node:sqlite'

import type { WireEvent } from '#engine/wire.ts'

/** Has a table of its own: events are many, never change, and few are read. */
export function createEventLog(sql: (text: string) => StatementSync) {
  function text(id: string): string | undefined {
    const row = sql('SELECT json FROM events JOIN event_bodies USING (seq) WHERE id = ?').get(id)
    return row ? String(row['json']) : undefined
  }

  return {
    add(event: WireEvent, clock: string): void {
      const { lastInsertRowid } = sql(
        'INSERT INTO events (id, created, label, clock) VALUES (?, ?, ?, ?)',
      ).run(event.id, event.created, event.type, clock)
      sql('INSERT INTO event_bodies (seq, json) VALUES (?, ?)').run(lastInsertRowid, JSON.stringify(event))
    },
    /** The event's JSON as it was written. */
    text,
    find(id: string): WireEvent | undefined {
      const json = text(id)
      if (json === undefined) return undefined
      const event: WireEvent = JSON.parse(json)
      const row = sql('SELECT count(*) AS pending FROM deliveries WHERE event = ?').get(id)
      return { ...event, pending_webhooks: Number(row?.['pending']) }
    },
    /** Events of a deleted test clock age by the sandbox's own clock from now on (unix seconds). */
    adopt(clock: string, now: number): void {
      sql("UPDATE events SET clock = '', created = min(created, ?) WHERE clock = ?").run(now, clock)
    },
    /** Deletes this clock's events from before `created` (unix seconds), unless they are still queued. */
    prune(clock: string, created: number): void {
      const old = sql(
        `SELECT seq, id FROM events WHERE clock = ? AND created < ?
         AND NOT EXISTS (SELECT 1 FROM deliveries WHERE event = events.id AND state = 'waiting')`,
      ).all(clock, created)
      for (const { seq, id } of old) {
        sql('DELETE FROM deliveries WHERE event = ?').run(id!)
        sql('DELETE FROM event_bodies WHERE seq = ?').run(seq!)
        sql('DELETE FROM events WHERE seq = ?').run(seq!)
      }
    },
  }
}
