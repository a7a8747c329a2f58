import { missing } from '#api/refusals.ts'
import type { Store } from '#engine/store.ts'
import type { WireEvent } from '#engine/wire.ts'

/** One event for one endpoint; `attempt` counts the previous attempts. */
export type Delivery = { seq: number; event: string; endpoint: string; attempt: number }

/** The outcome of an attempt: `retryAt` (real ms) for another one, otherwise it is done. */
export type Outcome = { delivery: Delivery; isTaken: boolean; retryAt?: number }

export type Receiver = { id: string; url: string; secret: string; isEnabled: boolean; events: string[] }

/** The queue of deliveries, saved with the state in the event's transaction. */
export function createQueue(store: Store) {
  const known = { revision: -1, receivers: [] as Receiver[] }

  // Every event needs the endpoints, so they are cached until one changes.
  function receivers(): Receiver[] {
    const revision = store.revision('webhook_endpoint')
    if (revision === known.revision) return known.receivers
    const { data } = store.page({ kind: 'webhook_endpoint', limit: 100 })
    known.receivers = data.map(({ id, url, status, enabled_events: events }) => {
      const secret = String(store.hidden(id)['secret'])
      return { id, url, secret, isEnabled: status === 'enabled', events }
    })
    known.revision = revision
    return known.receivers
  }

  function wanting(type: string): Receiver[] {
    return receivers().filter(
      ({ isEnabled, events }) => isEnabled && (events.includes('*') || events.includes(type)),
    )
  }

  function line(event: string, endpoint: string, at: number): void {
    store
      .sql('INSERT INTO deliveries (event, endpoint, at) VALUES (?, ?, ?)')
      .run(event, endpoint, Math.floor(at))
  }

  return {
    /** Saves an event and queues it for every subscribed endpoint; `at` is real time in ms. */
    add(event: WireEvent, at: () => number): void {
      const wanted = wanting(event.type)
      store.add({ ...event, pending_webhooks: wanted.length })
      for (const { id } of wanted) line(event.id, id, at())
    },
    /** Requeues a stored event; 404 when it does not exist. */
    again(id: string): void {
      const event = store.find('event', id)
      if (!event) throw missing('event', id, 'event')
      for (const receiver of wanting(event.type)) line(id, receiver.id, Date.now())
    },
    /** The due deliveries that are not in `busy`, oldest first. */
    due(limit: number, busy: ReadonlySet<number>): Delivery[] {
      const rows = store
        .sql(
          `SELECT seq, event, endpoint, attempt FROM deliveries WHERE state = 'waiting' AND at <= ?
           ORDER BY at, seq LIMIT ?`,
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
    /** When the next delivery not in `busy` is due (real ms); null without one. */
    nextAt(busy: ReadonlySet<number>): number | null {
      const rows = store
        .sql("SELECT seq, at FROM deliveries WHERE state = 'waiting' ORDER BY at, seq LIMIT ?")
        .all(busy.size + 1)
      const next = rows.find((row) => !busy.has(Number(row['seq'])))
      return next ? Number(next['at']) : null
    },
    /** The payload and recipient of a delivery; undefined when the event or endpoint is gone. */
    payload({ event, endpoint }: Delivery): { body: string; receiver: Receiver } | undefined {
      const receiver = receivers().find(({ id, isEnabled }) => id === endpoint && isEnabled)
      const body = receiver && store.events.text(event)
      return body ? { body, receiver } : undefined
    },
    /** Saves the outcomes of attempts; a failed delivery stays pending on its event. */
    settle(outcomes: readonly Outcome[]): void {
      store.atomically(() => {
        for (const { delivery, isTaken, retryAt } of outcomes) {
          if (retryAt !== undefined) {
            store
              .sql('UPDATE deliveries SET attempt = attempt + 1, at = ? WHERE seq = ?')
              .run(Math.floor(retryAt), delivery.seq)
            continue
          }
          if (isTaken) store.sql('DELETE FROM deliveries WHERE seq = ?').run(delivery.seq)
          else store.sql("UPDATE deliveries SET state = 'given_up' WHERE seq = ?").run(delivery.seq)
        }
      })
    },
    /** Deletes events older than this many seconds, by their own clock, unless they are queued. */
    prune(now: number, retentionSeconds: number): void {
      for (const [clock, time] of [['', now] as const, ...clocksOf(store)])
        store.events.prune(clock, time - retentionSeconds)
    },
  }
}
export type Queue = ReturnType<typeof createQueue>

function clocksOf(store: Store): [string, number][] {
  const { data } = store.page({ kind: 'test_helpers.test_clock', limit: 10_000 })
  return data.map(({ id, frozen_time }) => [id, frozen_time])
}
