import { createFaults, type Fault } from '#api/faults.ts'
import type { RandomFaults } from '#api/random-faults.ts'
import { forgetOldAnswers } from '#api/answers.ts'
import { createBrowserApi } from '#api/browser-api.ts'
import { createSecretApi } from '#api/secret-api.ts'
import { createCalendar } from '#engine/calendar.ts'
import { randomText } from '#engine/ids.ts'
import { openListener } from '#api/listener.ts'
import { openStore, type Store } from '#engine/store.ts'
import { createWorld } from '#engine/world.ts'
import { day } from '#resources/balance-transactions.ts'
import { jobs } from '#resources/jobs.ts'
import { createQueue } from '#webhooks/queue.ts'
import { createSender } from '#webhooks/sender.ts'

export type SandboxOptions = {
  /** SQLite file or ':memory:'. */
  file: string
  /** Base of the browser-facing prefix, e.g. 'http://localhost:3000/sandbox'; read each time it is needed. */
  publicUrl: () => string
  /** Epoch ms; may run ahead of or behind the real time. */
  now?: () => number
  /** Base of the back-off between webhook attempts, 1000 ms unless told. */
  webhookDelayMs?: number
}

export type SandboxControl = {
  /** Does everything that has become due by now(), in time order. */
  runDue(): Promise<void>
  /** Lets the next matching requests of the secret API fail. */
  failNext(fault: Fault): void
  /**
   * Lets requests of the secret API fail by chance, the same ones for the same seed, until told null. Returns the
   * count of what was met, by kind, which goes on counting.
   */
  failRandomly(random: RandomFaults | null): Readonly<Record<string, number>>
  webhooks: {
    pause(): void
    resume(): void
    /** The next n deliveries never leave. */
    dropNext(n: number): void
    /** Every delivery goes out twice at once. */
    duplicate(on: boolean): void
    /** Deliveries go out in random order. */
    shuffle(on: boolean): void
    /** Resolves when every queued delivery has arrived or was given up. */
    drained(): Promise<void>
    replay(eventId: string): Promise<void>
  }
}

export type Sandbox = {
  secretKey: string
  publishableKey: string
  /** The API for the holder of the secret key: `/v1/…`. */
  secret(request: Request): Promise<Response>
  /** What a browser may reach, the path beginning after the prefix: `/v1/payment_intents/:id`, `/3ds/:id`. */
  browser(request: Request): Promise<Response>
  /** The secret API on a free port of 127.0.0.1. */
  listen(): Promise<{ port: number; host: string }>
  control: SandboxControl
  /** Stops the listener and the sender; what is queued goes out after the next opening. */
  close(): Promise<void>
}

const eventsKeptSeconds = 30 * day

function madeOnce(store: Store, name: string, make: () => string): string {
  const known = store.fact(name)
  if (known) return known
  const value = make()
  store.setFact(name, value)
  return value
}

/** Opens the sandbox over its file; keys are made at the first opening. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = openStore(options.file)
  const secretKey = madeOnce(store, 'secret_key', () => `sk_test_sandbox_${randomText(48)}`)
  const publishableKey = madeOnce(store, 'publishable_key', () => `pk_test_sandbox_${randomText(48)}`)
  madeOnce(store, 'page_key', () => randomText(48))
  forgetOldAnswers(store)

  const queue = createQueue(store)
  const sender = createSender(store, queue, options.webhookDelayMs ?? 1000)
  const world = createWorld({
    store,
    nowMs: options.now ?? Date.now,
    publicUrl: options.publicUrl,
    announced(event) {
      queue.add(event, sender.firstAt)
      sender.wake()
    },
  })
  const faults = createFaults()
  const runDue = createCalendar(world, {
    ...jobs,
    prune() {
      queue.prune(world.now() - eventsKeptSeconds)
      forgetOldAnswers(store)
      world.schedule('prune', 'events', world.now() + day)
    },
  })
  if (!store.sql("SELECT 1 FROM due WHERE job = 'prune'").get())
    world.schedule('prune', 'events', world.now() + day)
  const secret = createSecretApi(world, secretKey, faults)
  const listener = openListener(secret)
  sender.wake()

  return {
    secretKey,
    publishableKey,
    secret,
    browser: createBrowserApi(world),
    listen: () => listener.listen(),
    control: {
      runDue,
      failNext: (fault) => faults.add(fault),
      failRandomly: (random) => faults.strike(random),
      webhooks: {
        pause: () => sender.pause(),
        resume: () => sender.resume(),
        dropNext: (n) => sender.dropNext(n),
        duplicate: (on) => sender.duplicate(on),
        shuffle: (on) => sender.shuffle(on),
        drained: () => sender.drained(),
        async replay(eventId) {
          queue.again(eventId)
          sender.wake()
        },
      },
    },
    async close() {
      await listener.close()
      await sender.close()
      store.close()
    },
  }
}
