import type { Kinds } from '#engine/wire.ts'
import type { Decline } from '#resources/test-cards.ts'
import type { World } from '#engine/world.ts'

type Invoice = Kinds['invoice']

/** Connected when the sandbox opens, so that payments do not import invoices, nor invoices subscriptions. */
export type Transitions = {
  invoiceSettled(world: World, invoice: Invoice, intent: Kinds['payment_intent']): void
  invoiceNeedsAction(world: World, invoice: Invoice, automatic: boolean): void
  invoiceFailed(world: World, invoice: Invoice, how: { automatic: boolean; decline?: Decline }): void
  triesExhausted(world: World, subscription: Kinds['subscription']): void
}

const connected: Partial<Transitions> = {}

export const connectTransitions = (transitions: Transitions): void =>
  void Object.assign(connected, transitions)

const missing = (name: string): never => {
  throw new Error(`the transition ${name} is not connected`)
}

export const transitions: Transitions = {
  invoiceSettled: (...args) => (connected.invoiceSettled ?? missing('invoiceSettled'))(...args),
  invoiceNeedsAction: (...args) => (connected.invoiceNeedsAction ?? missing('invoiceNeedsAction'))(...args),
  invoiceFailed: (...args) => (connected.invoiceFailed ?? missing('invoiceFailed'))(...args),
  triesExhausted: (...args) => (connected.triesExhausted ?? missing('triesExhausted'))(...args),
}
