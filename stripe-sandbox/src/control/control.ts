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
  /** Does everything that has become due by now(), in time order. What fails is left for the next run, and named: rejects. */
  runDue(): Promise<void>
  /** Moves the sandbox's own clock on and does what falls due; refused when `now` was passed at the opening. */
  advance(ms: number): Promise<void>
  /** Forgets every object, queue, stored answer, fault and switch; the keys and the clock stay. */
  reset(): void
  /** Lets the next matching requests of the secret API fail. */
  failNext(fault: Fault): void
  /**
   * Sends what is available (or `amount` of it, in cents) to the bank, where it arrives two days later, or fails with
   * `fails`. Returns the payout's id.
   */
  payOutToBank(how?: { amount?: number; fails?: boolean }): string
  /** Begins the next period of a subscription before its time, and charges for it at once. */
  renewNow(subscriptionId: string): void
  /**
   * Lets requests of the secret API fail by chance, the same ones for the same seed, until told null. Returns the
   * count of what was met, by kind, which goes on counting.
   */
  failRandomly(random: RandomFaults | null): Readonly<Record<string, number>>
  /** Lets a saved card behave like another test card from now on; what it shows of itself stays. */
  changeCard(methodId: string, number: string): void
  /** Gives a saved card a new date, as the network does when the bank has sent another one. */
  renewCard(methodId: string): void
  /**
   * Whether the operator's bank gives what a refund needs beyond what is available, as it does unless told. Without it
   * a card's refund waits for the money, and one to Cash App fails.
   */
  bankDebits(on: boolean): void
  /** The provider takes its monthly fee out of the balance, in cents. Returns the movement. */
  takeServiceFee(amount: number): Kinds['balance_transaction']
  /**
   * The bank takes a payment back, by the id of its charge or intent; a disputed or refunded one is refused. With
   * `isInquiry` it only asks about it: taken back it is when this is called once more.
   */
  dispute(id: string, reason?: DisputeReason, isInquiry?: boolean): Kinds['dispute']
  /** The bank suspects a payment, by the id of its charge or intent. */
  warnOfFraud(id: string): Kinds['radar.early_fraud_warning']
  webhooks: {
    pause(): void
    resume(): void
    /** The next n deliveries never leave. */
    dropNext(n: number): void
    /** Every delivery goes out twice at once. */
    duplicate(on: boolean): void
    /** Events that happen from now on leave this many ms (real time) later; 0 ends it. */
    delay(ms: number): void
    /** Deliveries go out in random order; of those that wait together, in the same one for the same seed. */
    shuffle(on: boolean, seed?: number): void
    /** Resolves when every queued delivery has arrived or was given up. */
    drained(): Promise<void>
    /** Sends a stored event once more to every endpoint that wants it. */
    replay(eventId: string): Promise<void>
  }
}

type Parts = {
  world: World
  faults: Faults
  queue: Queue
  sender: Sender
  runDue: () => Promise<void>
  /** Moves the clock by ms; undefined when the clock is somebody else's. */
  moveClock: ((ms: number) => void) | undefined
}

function chargeMeant(world: World, id: string): Kinds['charge'] {
  const intent = world.store.find('payment_intent', id)
  const charge = world.store.find('charge', intent?.latest_charge ?? id)
  if (!charge || charge.status !== 'succeeded') throw missing('successful charge', id)
  return charge
}

/** The levers that the provider's own API does not have. */
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
