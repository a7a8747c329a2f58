import { createHmac } from 'node:crypto'

import { numbersFrom } from '#engine/seeded-numbers.ts'
import { createPoster } from '#webhooks/post.ts'
import type { Delivery, Outcome, Queue } from '#webhooks/queue.ts'

const together = 8
const settleMs = 5
const most = 200

// Read ahead, so that a long queue is not queried per delivery; a shuffle covers these.
const ahead = 400

// The factors of the base delay after each failed attempt; after the last one the delivery fails.
const backOff = [1, 5, 30, 120, 600, 3600]

/** Signs a payload, always with real time: receivers reject old signatures. */
function signatureOf(secret: string, payload: string): string {
  const t = Math.floor(Date.now() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex')}`
}

export type Sender = ReturnType<typeof createSender>

/** Sends queued deliveries with back-off, and can be made to misbehave. */
export function createSender(queue: Queue, baseMs: number) {
  // Not to be read from the queue again: in progress, or done but not saved yet.
  const busy = new Set<number>()
  const straight = {
    isPaused: false,
    toDrop: 0,
    isDoubled: false,
    isShuffled: false,
    delayMs: 0,
    draw: Math.random,
  }
  const state = { ...straight }
  const life = { isClosed: false }
  const poster = createPoster()
  let underway = 0
  let timer: NodeJS.Timeout | undefined
  let ready: Delivery[] = []
  let ended: Outcome[] = []
  let waiting: (() => void)[] = []

  async function post(delivery: Delivery): Promise<Outcome> {
    const payload = queue.payload(delivery)
    if (!payload) return { delivery, isTaken: false }
    const { body, receiver } = payload
    const send = () => {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (sandbox)',
        'stripe-signature': signatureOf(receiver.secret, body),
      }
      return poster.post(receiver.url, headers, body)
    }
    const answers = await Promise.allSettled(state.isDoubled ? [send(), send()] : [send()])
    const isTaken = answers.some(
      (answer) => answer.status === 'fulfilled' && Math.floor(answer.value / 100) === 2,
    )
    const pause = isTaken ? undefined : backOff[delivery.attempt]
    return { delivery, isTaken, ...(pause === undefined ? {} : { retryAt: Date.now() + pause * baseMs }) }
  }

  async function attempt(delivery: Delivery): Promise<void> {
    busy.add(delivery.seq)
    underway += 1
    const isLost = state.toDrop > 0 && delivery.attempt === 0
    if (isLost) state.toDrop -= 1
    const outcome = isLost ? { delivery, isTaken: false } : await post(delivery)
    underway -= 1
    // Aborted by closing: it is sent again after the next opening.
    if (life.isClosed && !outcome.isTaken) {
      busy.delete(delivery.seq)
      return
    }
    ended.push(outcome)
    if (ended.length === 1) setTimeout(settle, settleMs)
    if (ended.length < most) run()
  }

  // Outcomes within a moment are saved together.
  function settle(): void {
    const outcomes = ended
    ended = []
    queue.settle(outcomes)
    for (const { delivery } of outcomes) busy.delete(delivery.seq)
    run()
  }

  function nextReady(): Delivery | undefined {
    if (ready.length === 0) ready = queue.due(ahead, busy)
    if (!state.isShuffled) return ready.shift()
    // In queue order, independent of any clock: the same draws give the same order.
    ready.sort((one, other) => one.seq - other.seq)
    return ready.splice(Math.floor(state.draw() * ready.length), 1)[0]
  }

  function run(): void {
    clearTimeout(timer)
    timer = undefined
    if (life.isClosed) return
    while (!state.isPaused && underway < together && ended.length < most) {
      const delivery = nextReady()
      if (!delivery) break
      void attempt(delivery)
    }
    // When all workers are busy, the next free one continues here.
    if (underway >= together || ended.length > 0) return
    const next = queue.nextAt(busy)
    if (next === null && busy.size === 0) {
      const done = waiting
      waiting = []
      for (const resolve of done) resolve()
    }
    if (next === null || state.isPaused) return
    timer = setTimeout(run, Math.min(Math.max(next - Date.now(), 0), 60_000))
    timer.unref()
  }

  function wake(): void {
    if (life.isClosed) return
    clearTimeout(timer)
    timer = setTimeout(run, 0)
  }

  return {
    wake,
    /** When a new delivery is due: now, later when delayed, or at a random moment when shuffled. */
    firstAt: () => Date.now() + state.delayMs + (state.isShuffled ? state.draw() * Math.max(baseMs, 5) : 0),
    pause(): void {
      state.isPaused = true
    },
    resume(): void {
      state.isPaused = false
      wake()
    },
    dropNext(n: number): void {
      state.toDrop = n
    },
    delay(ms: number): void {
      state.delayMs = ms
    },
    duplicate(on: boolean): void {
      state.isDoubled = on
    },
    shuffle(on: boolean, seed?: number): void {
      state.isShuffled = on
      state.draw = seed === undefined ? Math.random : numbersFrom(seed)
    },
    /** Resets all switches and discards what was read of the queue. */
    reset(): void {
      Object.assign(state, straight)
      ready = []
      wake()
    },
    /** Resolves when nothing is queued or in progress; never while paused with a queue. */
    drained(): Promise<void> {
      const promise = new Promise<void>((resolve) => waiting.push(resolve))
      wake()
      return promise
    },
    /** Aborts what is in progress; undelivered events stay queued. */
    async close(): Promise<void> {
      life.isClosed = true
      clearTimeout(timer)
      poster.close()
      while (busy.size > 0) await new Promise((resolve) => setTimeout(resolve, 1))
    },
  }
}
