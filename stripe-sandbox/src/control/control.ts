import type { Faults } from '#api/faults.ts'
import type { RandomFaults } from '#api/random-faults.ts'
import { invalid, missing } from '#api/refusals.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { takeServiceFee } from '#resources/balance-transactions.ts'
import { allowDebits } from '#resources/balance.ts'
import { openDispute, type DisputeReason } from '#resources/disputes.ts'
import { warnOfFraud } from '#resources/fraud-warnings.ts'
import { behaveAs, renewByNetwork } from '#resources/payment-methods.ts'
import { payOutToBank } from '#resources/payouts.ts'
import { renewNow } from '#resources/renew-now.ts'
import type { Queue } from '#webhooks/queue.ts'
import type { Sender } from '#webhooks/sender.ts'
import type { Fault } from '#api/fault.ts'

export type SandboxControl = {
  /** Runs in time order. Rejects with the failed jobs, which the next run retries. */
  runDue(): Promise<void>
  /** Advances the sandbox's own clock and runs what is due; rejected when `now` was passed at opening. */
  advance(ms: number): Promise<void>
  /** Deletes all objects, queues, stored responses, faults and switches; keys and clock stay. */
  reset(): void
  /** Makes the next matching requests of the secret API fail. */
  failNext(fault: Fault): void
  /** The money arrives two days later, or fails with `fails`. Returns the payout's id. */
  payOutToBank(how?: { amount?: number; fails?: boolean }): string
  /** Renews a subscription early and charges for it at once. */
  renewNow(subscriptionId: string): void
  /** Reproducible for the same seed; null stops it. Returns a live count of the faults by kind. */
  failRandomly(random: RandomFaults | null): Readonly<Record<string, number>>
  /** Makes a saved card behave like another test card; its visible details stay. */
  changeCard(methodId: string, number: string): void
  /** Gives a saved card a new expiry date, as the network does for a reissued card. */
  renewCard(methodId: string): void
  /** Off, a card's refund waits for money beyond the balance, and one to Cash App fails. On by default. */
  bankDebits(on: boolean): void
  /** Deducts the provider's monthly fee from the balance, in cents. Returns the balance transaction. */
  takeServiceFee(amount: number): Kinds['balance_transaction']
  /** By charge or intent; a disputed or refunded one is rejected. An inquiry is escalated by another call. */
  dispute(id: string, reason?: DisputeReason, isInquiry?: boolean): Kinds['dispute']
  /** Raises an early fraud warning for a payment, by the id of its charge or intent. */
  warnOfFraud(id: string): Kinds['radar.early_fraud_warning']
  webhooks: {
    pause(): void
    resume(): void
    /** Drops the next n deliveries. */
    dropNext(n: number): void
    /** Sends every delivery twice at once. */
    duplicate(on: boolean): void
    /** Delays events from now on by this many ms (real time); 0 stops it. */
    delay(ms: number): void
    /** Delivers in random order, reproducible for the same seed. */
    shuffle(on: boolean, seed?: number): void
    /** Resolves when every queued delivery has arrived or failed for good. */
    drained(): Promise<void>
    /** Resends a stored event to every subscribed endpoint. */
    replay(eventId: string): Promise<void>
  }
}

type Parts = {
  world: World
  faults: Faults
  queue: Queue
  sender: Sender
  runDue: () => Promise<void>
  /** Advances the clock by ms; undefined when the clock is external. */
  moveClock: ((ms: number) => void) | undefined
}

function chargeMeant(world: World, id: string): Kinds['charge'] {
  const intent = world.store.find('payment_intent', id)
  const charge = world.store.find('charge', intent?.latest_charge ?? id)
  if (!charge || charge.status !== 'succeeded') throw missing('successful charge', id)
  return charge
}

/** Controls that the provider's own API lacks. */
export function createControl(parts: Parts): SandboxControl {
  const { world, faults, queue, sender, runDue } = parts
  const { store } = world
  const onPayment = <T>(id: string, work: (charge: Kinds['charge']) => T): T =>
    store.atomically(() => world.inTimeOf([id], true, () => work(chargeMeant(world, id))))
  return {
    runDue,
    async advance(ms) {
      if (!parts.moveClock)
        throw invalid('The clock belongs to the program that opened this sandbox: move it there.')
      if (!(ms >= 0)) throw invalid('A clock moves forward only.', 'ms')
      parts.moveClock(ms)
      await runDue()
    },
    reset() {
      faults.clear()
      sender.reset()
      store.atomically(() => {
        store.empty()
        allowDebits(world, true)
      })
    },
    failNext: (fault) => faults.add(fault),
    payOutToBank: (how = {}) => store.atomically(() => payOutToBank(world, how)),
    renewNow: (id) => store.atomically(() => world.inTimeOf([id], true, () => renewNow(world, id))),
    failRandomly: (random) => faults.strike(random),
    changeCard: (methodId, number) => store.atomically(() => behaveAs(world, methodId, number)),
    renewCard: (methodId) =>
      void store.atomically(() => world.inTimeOf([methodId], true, () => renewByNetwork(world, methodId))),
    bankDebits: (on) => store.atomically(() => allowDebits(world, on)),
    takeServiceFee(amount) {
      if (!Number.isInteger(amount) || amount < 1) throw invalid('A fee is a number of cents.', 'amount')
      return store.atomically(() => takeServiceFee(world, amount, 'Billing - Usage Fee'))
    },
    dispute: (id, reason = 'fraudulent', isInquiry = false) =>
      onPayment(id, (charge) => openDispute(world, charge, reason, isInquiry)),
    warnOfFraud: (id) => onPayment(id, (charge) => warnOfFraud(world, charge)),
    webhooks: {
      pause: () => sender.pause(),
      resume: () => sender.resume(),
      dropNext: (n) => sender.dropNext(n),
      duplicate: (on) => sender.duplicate(on),
      delay: (ms) => sender.delay(ms),
      shuffle: (on, seed) => sender.shuffle(on, seed),
      drained: () => sender.drained(),
      async replay(eventId) {
        queue.again(eventId)
        sender.wake()
      },
    },
  }
}
