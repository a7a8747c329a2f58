import { createHmac } from 'node:crypto'

import type { Store } from '#engine/store.ts'
import type { Delivery, Queue } from '#webhooks/queue.ts'

const together = 8
const timeoutMs = 5000

// How many times the base delay each failed attempt waits; after the last it is given up.
const backOff = [1, 5, 30, 120, 600, 3600]

/** The signature of a payload, always with the real time: receivers refuse old ones. */
function signatureOf(secret: string, payload: string): string {
  const t = Math.floor(Date.now() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex')}`
}

export type Sender = ReturnType<typeof createSender>

/** Sends what is queued, retrying with growing pauses, and can be made to misbehave. */
export function createSender(store: Store, queue: Queue, baseMs: number) {
  const busy = new Set<number>()
  const state = { paused: false, toDrop: 0, duplicate: false, shuffle: false, delayMs: 0 }
  const life = { closed: false }
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []

  async function post(delivery: Delivery): Promise<'arrived' | 'refused' | 'given_up'> {
    const endpoint = store.find('webhook_endpoint', delivery.endpoint)
    const event = store.find('event', delivery.event)
    if (!endpoint || !event || endpoint.status !== 'enabled') return 'given_up'
    const body = JSON.stringify(event)
    const secret = String(store.hidden(endpoint.id)['secret'])
    const send = () =>
      fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (sandbox)',
          'stripe-signature': signatureOf(secret, body),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
      }).then(async (response) => {
        await response.arrayBuffer()
        return response.ok
      })
    const answers = await Promise.allSettled(state.duplicate ? [send(), send()] : [send()])
    const isTaken = answers.some((answer) => answer.status === 'fulfilled' && answer.value)
    return isTaken ? 'arrived' : 'refused'
  }

  async function attempt(delivery: Delivery): Promise<void> {
    busy.add(delivery.seq)
    try {
      if (state.toDrop > 0 && delivery.attempt === 0) {
        state.toDrop -= 1
        queue.finish(delivery, 'dropped')
        return
      }
      const outcome = await post(delivery)
      if (life.closed) return
      const pause = backOff[delivery.attempt]
      if (outcome !== 'refused') queue.finish(delivery, outcome)
      else if (pause === undefined) queue.finish(delivery, 'given_up')
      else queue.retry(delivery.seq, Date.now() + pause * baseMs)
    } finally {
      busy.delete(delivery.seq)
      wake()
    }
  }

  function run(): void {
    timer = undefined
    if (life.closed) return
    const order = state.shuffle ? 'any' : 'oldest first'
    if (!state.paused)
      for (const delivery of queue.due(together - busy.size, busy, order)) void attempt(delivery)
    const next = queue.nextAt(busy)
    if (next === null && busy.size === 0) {
      const done = waiting
      waiting = []
      for (const resolve of done) resolve()
    }
    // With all hands busy, the next one to come back wakes this up.
    if (next !== null && !state.paused && busy.size < together) {
      timer = setTimeout(run, Math.min(Math.max(next - Date.now(), 0), 60_000))
      timer.unref()
    }
  }

  function wake(): void {
    if (life.closed) return
    clearTimeout(timer)
    timer = setTimeout(run, 0)
  }

  return {
    wake,
    /** When a new delivery is due: now, later while delaying, or within a random moment while shuffling. */
    firstAt: () => Date.now() + state.delayMs + (state.shuffle ? Math.random() * Math.max(baseMs, 5) : 0),
    pause(): void {
      state.paused = true
    },
    resume(): void {
      state.paused = false
      wake()
    },
    dropNext(n: number): void {
      state.toDrop = n
    },
    delay(ms: number): void {
      state.delayMs = ms
    },
    /** Takes every switch back; whoever waits for the queue to drain is told. */
    reset(): void {
      Object.assign(state, { paused: false, toDrop: 0, duplicate: false, shuffle: false, delayMs: 0 })
      wake()
    },
    duplicate(on: boolean): void {
      state.duplicate = on
    },
    shuffle(on: boolean): void {
      state.shuffle = on
    },
    /** Resolves when nothing is queued or under way any more; never while paused with a queue. */
    drained(): Promise<void> {
      const promise = new Promise<void>((resolve) => waiting.push(resolve))
      wake()
      return promise
    },
    async close(): Promise<void> {
      life.closed = true
      clearTimeout(timer)
      stopping.abort()
      while (busy.size > 0) await new Promise((resolve) => setTimeout(resolve, 1))
    },
  }
}
