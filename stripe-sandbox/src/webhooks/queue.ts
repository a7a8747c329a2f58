import { missing } from '#api/refusals.ts'
import type { Store } from '#engine/store.ts'
import type { WireEvent } from '#engine/wire.ts'

/** One event on its way to one endpoint; `attempt` counts the tries before this one. */
export type Delivery = { seq: number; event: string; endpoint: string; attempt: number }

/** How a try ended: `retryAt` (real ms) when it is to be tried again, otherwise it is over. */
export type Outcome = { delivery: Delivery; isTaken: boolean; retryAt?: number }

export type Receiver = { id: string; url: string; secret: string; isEnabled: boolean; events: string[] }

/** The queue of deliveries, kept with the state and so written in the same transaction as the event. */
export function createQueue(store: Store) {
  const known = { revision: -1, receivers: [] as Receiver[] }

  // Read again only when an endpoint has changed: every event asks for them.
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
    /** Stores an event and queues it for every endpoint that wants it; `at` is real time in ms. */
    add(event: WireEvent, at: () => number): void {
      const wanted = wanting(event.type)
      store.add({ ...event, pending_webhooks: wanted.length })
      for (const { id } of wanted) line(event.id, id, at())
    },
    /** Queues a stored event once more; 404 when there is none of this id. */
    again(id: string): void {
      const event = store.find('event', id)
      if (!event) throw missing('event', id, 'event')
      for (const receiver of wanting(event.type)) line(id, receiver.id, Date.now())
    },
    /** Deliveries whose time has come and that are not among `busy`, oldest first. */
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
    /** When the next delivery that is not among `busy` is due (real ms); null when there is none. */
    nextAt(busy: ReadonlySet<number>): number | null {
      const rows = store
        .sql("SELECT seq, at FROM deliveries WHERE state = 'waiting' ORDER BY at, seq LIMIT ?")
        .all(busy.size + 1)
      const next = rows.find((row) => !busy.has(Number(row['seq'])))
      return next ? Number(next['at']) : null
    },
    /** What is to be sent and to whom; undefined when the event or the endpoint is gone. */
    letter({ event, endpoint }: Delivery): { body: string; receiver: Receiver } | undefined {
      const receiver = receivers().find(({ id, isEnabled }) => id === endpoint && isEnabled)
      const body = receiver && store.events.text(event)
      return body ? { body, receiver } : undefined
    },
    /** Writes down how tries ended; what was given up stays pending on its event. */
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
    /** Forgets the events older than this many seconds, by their own clock, unless they still wait. */
    prune(now: number, keptSeconds: number): void {
      for (const [clock, time] of [['', now] as const, ...clocksOf(store)])
        store.events.prune(clock, time - keptSeconds)
    },
  }
}
export type Queue = ReturnType<typeof createQueue>

function clocksOf(store: Store): [string, number][] {
  const { data } = store.page({ kind: 'test_helpers.test_clock', limit: 10_000 })
  return data.map(({ id, frozen_time }) => [id, frozen_time])
}
