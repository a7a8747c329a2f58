import { createFaults } from '#api/faults.ts'
import { deleteOldResponses } from './api/stored-responses.ts'
import { createBrowserApi } from '#api/browser-api.ts'
import { toApiRequest, type RequestHandler } from '#api/exchange.ts'
import { createSecretApi } from '#api/secret-api.ts'
import { createControl, type SandboxControl } from '#control/control.ts'
import { createCalendar } from '#engine/calendar.ts'
import { newId, randomText } from '#engine/ids.ts'
import { openListener } from '#api/listener.ts'
import { aheadMs, openStore, type Store } from '#engine/store.ts'
import { connectTransitions } from '#engine/transitions.ts'
import { createWorld } from '#engine/world.ts'
import { day } from '#resources/balance-transactions.ts'
import { invoiceFailed, invoiceNeedsAction, invoiceSettled } from '#resources/invoice-life.ts'
import { jobs } from '#resources/jobs.ts'
import { applyExhaustedRetries } from '#resources/subscription-life.ts'
import { createQueue } from '#webhooks/queue.ts'
import { createSender } from '#webhooks/sender.ts'

export type SandboxOptions = {
  /** SQLite file or ':memory:'. */
  file: string
  /** Base URL of the browser-facing paths, e.g. 'http://localhost:3000/sandbox'; read on each use. */
  publicUrl: () => string
  /** Epoch ms, possibly ahead of real time. Without it the sandbox has its own clock: `control.advance`. */
  now?: () => number
  /** Base delay of webhook retries, 1000 ms by default. */
  webhookDelayMs?: number
}

export type Sandbox = {
  secretKey: string
  publishableKey: string
  /** The secret-key API: `/v1/…`. */
  secret(request: Request): Promise<Response>
  /** The same in plain parts, for a custom listener. */
  answer: RequestHandler
  /** The browser-facing API and pages, with paths after the prefix: `/v1/payment_intents/:id`, `/3ds/:id`. */
  browser(request: Request): Promise<Response>
  /** The secret API on a free port of 127.0.0.1. */
  listen(): Promise<{ port: number; host: string }>
  control: SandboxControl
  /** Stops the listener and sender; queued events are sent after the next opening. */
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

/** Opens a sandbox on its file; the first opening creates its keys. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = openStore(options.file)
  const secretKey = madeOnce(store, 'secret_key', () => `sk_test_sandbox_${randomText(48)}`)
  const publishableKey = madeOnce(store, 'publishable_key', () => `pk_test_sandbox_${randomText(48)}`)
  madeOnce(store, 'account_id', () => newId('acct'))
  madeOnce(store, 'page_key', () => randomText(48))

  connectTransitions({
    invoiceSettled,
    invoiceNeedsAction,
    invoiceFailed,
    triesExhausted: applyExhaustedRetries,
  })
  const queue = createQueue(store)
  const sender = createSender(queue, options.webhookDelayMs ?? 1000)
  const world = createWorld({
    store,
    nowMs: options.now ?? (() => Date.now() + aheadMs(store)),
    publicUrl: options.publicUrl,
    announced(event) {
      queue.add(event, sender.firstAt)
      sender.wake()
    },
    advancing: (clock) => calendar.advance(clock),
  })
  const faults = createFaults()
  const calendar = createCalendar(world, jobs, () => {
    queue.prune(world.now(), eventsKeptSeconds)
    deleteOldResponses(world)
  })
  const { data: clocks } = store.page({
    kind: 'test_helpers.test_clock',
    where: { state: 'advancing' },
    limit: 1000,
  })
  for (const clock of clocks) calendar.advance(clock.id)
  const secret = createSecretApi(world, secretKey, faults)
  const listener = openListener(secret)
  sender.wake()

  return {
    secretKey,
    publishableKey,
    async secret(request) {
      const { status, headers, body } = await secret(await toApiRequest(request))
      return new Response(body, { status, headers })
    },
    browser: createBrowserApi(world),
    listen: () => listener.listen(),
    answer: secret,
    control: createControl({
      world,
      faults,
      queue,
      sender,
      runDue: () => calendar.runDue(),
      moveClock: options.now
        ? undefined
        : (ms) => store.setFact('clock_ahead_ms', String(aheadMs(store) + ms)),
    }),
    async close() {
      await calendar.close()
      await listener.close()
      await sender.close()
      store.close()
    },
  }
}
