import { refuse, type ErrorBody, type Refusal } from '#api/refusals.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { addCharge } from '#resources/charges.ts'
import { transitions } from '#engine/transitions.ts'
import { attach, behaviourOf, declineOf } from '#resources/payment-methods.ts'
import { redirectTo } from '#resources/next-actions.ts'
import { type Decline, expired } from '#resources/test-cards.ts'

type PaymentIntent = Kinds['payment_intent']
type PaymentMethod = Kinds['payment_method']

type PayHow = {
  /** Off session: a challenge is a decline. */
  offSession: boolean
  returnUrl?: string | null
  /** The challenge was passed. */
  authenticated?: boolean
  /** An automatic attempt on an invoice: a challenge leaves the intent waiting for the customer. */
  automatic?: boolean
}

const needsAuthentication: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
const failedAuthentication: Decline = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** The 402 of a decline, with the intent's current state. */
export function cardError(decline: Decline, extra: Partial<ErrorBody> = {}): Refusal {
  return refuse(402, { type: 'card_error', ...decline, ...extra })
}

function invoiceOf(world: World, intent: PaymentIntent): Kinds['invoice'] | undefined {
  return world.store.find('invoice', String(world.store.hidden(intent.id)['invoice'] ?? ''))
}

function fail(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  charge: string | null,
  automatic: boolean,
): Decline {
  intent.last_payment_error = {
    type: 'card_error',
    ...decline,
    ...(charge ? { charge } : {}),
    payment_method: method,
    payment_method_type: method.type,
  }
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.processing = null
  if (charge) intent.latest_charge = charge
  world.store.save(intent)
  world.emit('payment_intent.payment_failed', intent)
  const invoice = invoiceOf(world, intent)
  if (invoice) transitions.invoiceFailed(world, invoice, { automatic, decline })
  return decline
}

function succeed(world: World, intent: PaymentIntent, method: PaymentMethod, how: PayHow): void {
  const card = behaviourOf(world, method)
  if (intent.setup_future_usage && intent.customer) {
    attach(world, method, intent.customer)
    world.store.hide(method.id, { setUp: true })
  } else if (!method.customer) {
    world.store.hide(method.id, { spent: true })
  }
  const charge = addCharge(world, intent, method, {
    decline: null,
    authenticated: how.authenticated === true,
    card,
  })
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.latest_charge = charge.id
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = null
  intent.processing = null
  world.store.save(intent)
  world.emit('payment_intent.succeeded', intent)
  const invoice = invoiceOf(world, intent)
  if (invoice) transitions.invoiceSettled(world, invoice, intent)
}

function wait(world: World, intent: PaymentIntent, method: PaymentMethod, how: PayHow): void {
  intent.status = 'requires_action'
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = redirectTo(world, intent.id, method.type, how.returnUrl ?? null)
  world.store.save(intent)
  world.store.hide(intent.id, { returnUrl: how.returnUrl ?? null })
  world.emit('payment_intent.requires_action', intent)
  const invoice = invoiceOf(world, intent)
  if (invoice) transitions.invoiceNeedsAction(world, invoice, how.automatic === true)
}

/** Afterwards the intent is succeeded, waits for the customer, or is back, with the decline returned. */
export function pay(world: World, intent: PaymentIntent, method: PaymentMethod, how: PayHow): Decline | null {
  const card = behaviourOf(world, method)
  const decline = declineOf(world, method)
  const isSetUp = world.store.hidden(method.id)['setUp'] === true
  const challenges = card
    ? card.authenticates === 'always' ||
      (card.authenticates === 'unless_set_up' && !(how.offSession && isSetUp))
    : !isSetUp
  if (challenges && !how.authenticated && decline !== expired) {
    if (how.offSession && !how.automatic) return fail(world, intent, method, needsAuthentication, null, false)
    wait(world, intent, method, how)
    return how.automatic ? needsAuthentication : null
  }
  if (decline) {
    const charge = addCharge(world, intent, method, { decline, authenticated: false, card })
    return fail(world, intent, method, decline, charge.id, how.automatic === true)
  }
  succeed(world, intent, method, how)
  return null
}

const declinedInWallet: Decline = {
  code: 'payment_intent_payment_attempt_failed',
  message: 'The customer declined the payment in Cash App.',
}
const expiredInWallet: Decline = {
  code: 'payment_intent_payment_attempt_expired',
  message: 'The payment was not authorized in Cash App in time.',
}

/** The customer failed the challenge, rejected the wallet's request, or let it expire. */
export function failAction(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  isExpired = false,
): Decline {
  const inWallet = isExpired ? expiredInWallet : declinedInWallet
  const decline = method.type === 'card' ? failedAuthentication : inWallet
  return fail(world, intent, method, decline, null, false)
}

/** The wallet accepted and the payment is processing; it settles at `at` (unix seconds). */
export function scheduleProcessing(world: World, intent: PaymentIntent, at: number, succeeds: boolean): void {
  intent.status = 'processing'
  intent.next_action = null
  world.store.save(intent)
  world.schedule(succeeds ? 'settle' : 'bounce', intent.id, at)
  world.emit('payment_intent.processing', intent)
}
