import type { Sandbox } from '@touchline/stripe-sandbox/sandbox.ts'
import { TestRunner } from 'vitest'
import type { MovingClock } from '#time/clock.ts'
import type { Services } from '#services.ts'
import type { Forwarder } from './forward-events.ts'

const heldIn = new WeakMap<object, Forwarder>()

/** Skips the running test, with a reason: it needs the sandbox. */
export function skipAtStripe(why: string): never {
  const test = TestRunner.getCurrentTest()
  // Otherwise the rest of the test would release the events.
  if (test) {
    heldIn.get(test)?.resume()
    test.context.skip(why)
  }
  throw new Error(`At Stripe itself this is not possible: it ${why}.`)
}

/** Skips the running test at Stripe, for a reason like "counts everything in the account". */
export function onlyInSandbox({ services }: { services: Pick<Services, 'payments'> }, why: string): void {
  if (services.payments.provider === 'stripe') skipAtStripe(why)
}

const skipping = (why: string) => (): never => skipAtStripe(why)

/** The test clock of Stripe runs with real time and cannot be moved. */
export const clockAtStripe = (clock: MovingClock): MovingClock => ({
  ...clock,
  advance: skipping('moves the clock'),
  set: skipping('moves the clock'),
})

/** Returns `known`, with every other property replaced by a function that skips the test. */
function orSkip<Whole extends object>(known: Partial<Whole>): Whole {
  const handler: ProxyHandler<Partial<Whole>> = {
    get: (target, name) =>
      name === 'then'
        ? undefined
        : (Reflect.get(target, name) ?? skipping(`uses a switch of the sandbox (${String(name)})`)),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new Proxy(known, handler) as Whole
}

/** Delays, releases and duplicates events. All other controls skip the test with a reason. */
export function controlsAtStripe(events: Forwarder): Sandbox {
  const webhooks = orSkip<Sandbox['control']['webhooks']>({
    pause() {
      const test = TestRunner.getCurrentTest()
      if (test) heldIn.set(test, events)
      events.pause()
    },
    resume: () => events.resume(),
    duplicate: (on) => events.duplicate(on),
    drained: () => events.drained(),
    // Stripe promises no order, so events are delivered as listed.
    shuffle: () => undefined,
  })
  const control = orSkip<Sandbox['control']>({ webhooks })
  return orSkip<Sandbox>({ control, close: async () => undefined })
}
