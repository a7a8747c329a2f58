import { newId } from '#engine/ids.ts'
import { refuse } from '#api/refusals.ts'
import type { Store } from '#engine/store.ts'
import type { EventType, WireEvent, WireObject } from '#engine/wire.ts'

export const apiVersion = '2026-10-28.endive'

/** Work that is due at a time of the sandbox's clock. */
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
  | 'delete_clock'
  | 'arrive'

/** What the resources share: state, clock and events. */
export type World = ReturnType<typeof createWorld>

export function createWorld(parts: {
  store: Store
  nowMs: () => number
  publicUrl: () => string
  announced: (event: WireEvent) => void
  /** Called when a test clock starts to advance. */
  advancing: (clock: string) => void
}) {
  const { store } = parts
  const moment = {
    at: null as number | null,
    clock: '',
    request: null as string | null,
    key: null as string | null,
  }

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

  /** Unix seconds of the sandbox's clock, or of the running job. */
  function now(): number {
    return moment.at ?? Math.floor(parts.nowMs() / 1000)
  }

  function atTime<T>(at: number, clock: string, work: () => T): T {
    const outer = { at: moment.at, clock: moment.clock }
    Object.assign(moment, { at, clock })
    store.belongTo(clock)
    try {
      return work()
    } finally {
      Object.assign(moment, outer)
      store.belongTo(outer.clock)
    }
  }

  function frozenTime(clock: string): number | undefined {
    return clock ? store.find('test_helpers.test_clock', clock)?.frozen_time : undefined
  }

  return {
    store,
    advancing: parts.advancing,
    now,
    emit,
    /** Base URL of the browser-facing pages, without a trailing slash. */
    publicUrl: () => parts.publicUrl().replace(/\/$/, ''),
    /** Runs `work` at `at` (unix seconds) of a test clock; '' for the sandbox's own time. */
    atTime,
    /** Runs `work` in the sandbox's own time; objects it creates belong to no test clock. */
    inOwnTime<T>(work: () => T): T {
      return moment.clock === '' ? work() : atTime(Math.floor(parts.nowMs() / 1000), '', work)
    },
    /** Unix seconds by an object's clock. */
    timeOf: (id: string): number => frozenTime(store.ownerOf(id)) ?? now(),
    /** Whether the current work belongs to a test clock. */
    isRehearsed: (): boolean => moment.clock !== '',
    /** Uses the time of the first object with a test clock. Changes get 429 while that clock advances, as at Stripe. */
    inTimeOf<T>(ids: readonly string[], changes: boolean, work: () => T): T {
      const clock = ids.map((id) => store.ownerOf(id)).find(Boolean)
      const found = clock ? store.find('test_helpers.test_clock', clock) : undefined
      if (!clock || !found) return work()
      if (changes && found.status === 'advancing')
        throw refuse(429, {
          type: 'invalid_request_error',
          message: `Test clock advancement underway - cannot perform modifications: ${clock}`,
        })
      return atTime(found.frozen_time, clock, work)
    },
    /** Runs `work` with events that carry this request. */
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
    /** Changes and saves an object, and emits an event when something changed. */
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
    /** Schedules a job, replacing the same job of the same object. */
    schedule(job: Job, id: string, at: number): void {
      store
        .sql(
          'INSERT INTO due (job, id, at, clock) VALUES (?, ?, ?, ?) ON CONFLICT (id, job) DO UPDATE SET at = excluded.at',
        )
        .run(job, id, at, moment.clock)
    },
    isScheduled: (job: Job, id: string): boolean =>
      store.sql('SELECT 1 FROM due WHERE job = ? AND id = ?').get(job, id) !== undefined,
    unschedule(job: Job, id: string): void {
      store.sql('DELETE FROM due WHERE job = ? AND id = ?').run(job, id)
    },
  }
}
