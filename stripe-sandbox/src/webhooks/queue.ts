import type { Store } from '#engine/store.ts'
import type { WireEvent } from '#engine/wire.ts'

export type Delivery = { seq: number; event: string; endpoint: string; attempt: number }

function listeners(store: Store, type: string): string[] {
  const { data } = store.page({ kind: 'webhook_endpoint', where: { state: 'enabled' }, limit: 100 })
  const wants = (events: string[]) => events.includes('*') || events.includes(type)
  return data.filter((endpoint) => wants(endpoint.enabled_events)).map((endpoint) => endpoint.id)
}

/** The queue of deliveries, kept with the state and so written in the same transaction as the event. */
export function createQueue(store: Store) {
  return {
    /** Stores an event and queues it for every endpoint that wants it; `at` is real time in ms. */
    add(event: WireEvent, at: () => number): void {
      const endpoints = listeners(store, event.type)
      store.add({ ...event, pending_webhooks: endpoints.length })
      for (const endpoint of endpoints)
        store
          .sql('INSERT INTO deliveries (event, endpoint, at) VALUES (?, ?, ?)')
          .run(event.id, endpoint, Math.floor(at()))
    },
    /** Queues a stored event once more. */
    again(id: string): void {
      const event = store.find('event', id)
      if (!event) throw new Error(`There is no event ${id} to replay.`)
      for (const endpoint of listeners(store, event.type))
        store
          .sql('INSERT INTO deliveries (event, endpoint, at) VALUES (?, ?, ?)')
          .run(id, endpoint, Date.now())
    },
    /** Deliveries whose time has come, oldest first, or in any order. */
    due(limit: number, busy: ReadonlySet<number>, order: 'oldest first' | 'any'): Delivery[] {
      const rows = store
        .sql(
          `SELECT seq, event, endpoint, attempt FROM deliveries WHERE state = 'waiting' AND at <= ?
           ORDER BY ${order === 'any' ? 'random()' : 'at, seq'} LIMIT ?`,
        )
        .all(Date.now(), limit + busy.size)
      const deliveries = rows.map((row) => ({
        seq: Number(row['seq']),
        event: String(row['event']),
        endpoint: String(row['endpoint']),
        attempt: Number(row['attempt']),
      }))
      return deliveries.filter(({ seq }) => !busy.has(seq)).slice(0, limit)
    },
    /** When the next waiting delivery that is not under way is due (real ms); null when there is none. */
    nextAt(busy: ReadonlySet<number>): number | null {
      const rows = store
        .sql("SELECT seq, at FROM deliveries WHERE state = 'waiting' ORDER BY at, seq LIMIT ?")
        .all(busy.size + 1)
      const next = rows.find((row) => !busy.has(Number(row['seq'])))
      return next ? Number(next['at']) : null
    },
    retry(seq: number, at: number): void {
      store.sql('UPDATE deliveries SET attempt = attempt + 1, at = ? WHERE seq = ?').run(Math.floor(at), seq)
    },
    /** Ends a delivery; one that arrived no longer counts as pending on its event. */
    finish(delivery: Delivery, state: 'arrived' | 'given_up' | 'dropped'): void {
      store.atomically(() => {
        store.sql('UPDATE deliveries SET state = ? WHERE seq = ?').run(state, delivery.seq)
        const event = store.find('event', delivery.event)
        if (state !== 'arrived' || !event || event.pending_webhooks === 0) return
        event.pending_webhooks -= 1
        store.save(event)
      })
    },
    /** Forgets the events older than this many seconds, by their own clock, unless they still wait. */
    prune(now: number, keptSeconds: number): void {
      store
        .sql(
          `DELETE FROM objects WHERE kind = 'event' AND created < ? + coalesce(
             (SELECT json_extract(json, '$.frozen_time') FROM objects clocks WHERE clocks.id = objects.clock), ?)
           AND NOT EXISTS (SELECT 1 FROM deliveries WHERE event = objects.id AND state = 'waiting')`,
        )
        .run(-keptSeconds, now)
      store
        .sql(
          "DELETE FROM deliveries WHERE state != 'waiting' AND event NOT IN (SELECT id FROM objects WHERE kind = 'event')",
        )
        .run()
    },
  }
}
export type Queue = ReturnType<typeof createQueue>
