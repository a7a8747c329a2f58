import { newId } from '#engine/ids.ts'
import type { Store } from '#engine/store.ts'
import type { EventType, WireEvent, WireObject } from '#engine/wire.ts'

export const apiVersion = '2026-10-28.endive'

/** Work that falls due at a time of the sandbox's clock. */
export type Job =
  | 'renew'
  | 'finalize'
  | 'retry'
  | 'end'
  | 'expire'
  | 'settle'
  | 'bounce'
  | 'dispute'
  | 'fraud_warning'
  | 'refund'
  | 'arrive'
  | 'prune'

/** What the resources work with: the state, the clock, the events. */
export type World = ReturnType<typeof createWorld>

export function createWorld(parts: {
  store: Store
  nowMs: () => number
  publicUrl: () => string
  announced: (event: WireEvent) => void
}) {
  const { store } = parts
  const moment = { at: null as number | null, request: null as string | null, key: null as string | null }

  function emit(type: EventType, object: object, previous?: object): void {
    const event: WireEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: now(),
      data: previous ? { object, previous_attributes: previous } : { object },
      livemode: false,
      pending_webhooks: 0,
      request: { id: moment.request, idempotency_key: moment.key },
      type,
    }
    parts.announced(event)
  }

  /** Unix seconds of the sandbox's clock, or of the job being run. */
  function now(): number {
    return moment.at ?? Math.floor(parts.nowMs() / 1000)
  }

  return {
    store,
    now,
    emit,
    /** Base of the browser-facing pages, without a slash at the end. */
    publicUrl: () => parts.publicUrl().replace(/\/$/, ''),
    /** Runs `work` as if it were `at` (unix seconds). */
    atTime<T>(at: number, work: () => T): T {
      moment.at = at
      try {
        return work()
      } finally {
        moment.at = null
      }
    },
    /** Runs `work` with events carrying this request. */
    onRequest<T>(request: string, key: string | null, work: () => T): T {
      moment.request = request
      moment.key = key
      try {
        return work()
      } finally {
        moment.request = null
        moment.key = null
      }
    },
    /** Changes an object, writes it, and tells of it when something really changed. */
    amend<T extends WireObject>(object: T, patch: Partial<T>, type?: EventType): T {
      const previous: Record<string, unknown> = {}
      const before: Record<string, unknown> = { ...object }
      for (const [key, value] of Object.entries(patch))
        if (JSON.stringify(before[key]) !== JSON.stringify(value)) previous[key] = before[key]
      if (Object.keys(previous).length === 0) return object
      Object.assign(object, patch)
      store.save(object)
      if (type) emit(type, object, previous)
      return object
    },
    /** Puts a job on the calendar, replacing the one of the same name for the same object. */
    schedule(job: Job, id: string, at: number): void {
      store
        .sql(
          'INSERT INTO due (job, id, at) VALUES (?, ?, ?) ON CONFLICT (job, id) DO UPDATE SET at = excluded.at',
        )
        .run(job, id, at)
    },
    unschedule(job: Job, id: string): void {
      store.sql('DELETE FROM due WHERE job = ? AND id = ?').run(job, id)
    },
  }
}
