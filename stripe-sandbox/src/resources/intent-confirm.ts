import type { Params } from '#api/form.ts'
import { at, text } from '#api/params.ts'
import { invalid, isRefusal, refuse, type ErrorBody } from '#api/refusals.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { cardError, pay } from '#resources/paying.ts'
import { methodFrom, methodOf, methodParams } from '#resources/payment-methods.ts'
import { allowedTypes } from './payment-method-types.ts'

type PaymentIntent = Kinds['payment_intent']
type PaymentMethod = Kinds['payment_method']

/** The confirmation parameters of both kinds of intent. */
export const setupParams = [
  'payment_method',
  ...methodParams('payment_method_data.'),
  'payment_method_options.*',
  'return_url',
  'allowed_payment_method_types[]',
  'mandate_data.*',
  'use_stripe_sdk',
]

export const confirmParams = [...setupParams, 'off_session', 'setup_future_usage']

/** 400 `payment_intent_unexpected_state` (or the setup equivalent) with the intent in the error. */
export function unexpectedState(message: string, intent: PaymentIntent | Kinds['setup_intent']): Error {
  const isPayment = intent.object === 'payment_intent'
  const body: ErrorBody = {
    type: 'invalid_request_error',
    code: isPayment ? 'payment_intent_unexpected_state' : 'setup_intent_unexpected_state',
    message,
    ...(isPayment ? { payment_intent: intent } : { setup_intent: intent }),
  }
  return refuse(400, body)
}

/** Rejects a confirmation in a state that does not allow it. */
export function refuseSettled(intent: PaymentIntent | Kinds['setup_intent']): void {
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
  if (intent.status === 'succeeded')
    throw unexpectedState(
      `You cannot confirm this ${name} because it has already succeeded after being previously confirmed.`,
      intent,
    )
  if (intent.status === 'canceled' || intent.status === 'processing')
    throw unexpectedState(
      `You cannot confirm this ${name} because it has a status of ${intent.status}. Only a ${name} with one of ` +
        'the following statuses may be confirmed: requires_confirmation, requires_action, requires_payment_method.',
      intent,
    )
}

/** The payment method of a confirmation, or of the intent; an unreadable card throws Stripe's 402. */
export function chosenMethod(
  world: World,
  intent: PaymentIntent | Kinds['setup_intent'],
  params: Params,
): PaymentMethod {
  const named =
    text(params, 'payment_method') || (at(params, 'payment_method_data') ? '' : intent.payment_method)
  const method = named ? methodOf(world, named) : undefined
  if (!method && !at(params, 'payment_method_data'))
    throw unexpectedState(
      `You cannot confirm this ${intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'} because it's ` +
        'missing a payment method. Confirm it again with a payment method.',
      intent,
    )
  const chosen = method ?? methodFromData(world, intent, params)
  if (chosen.customer && chosen.customer !== intent.customer)
    throw invalid(
      `The customer does not have a payment method with the ID ${chosen.id}. The payment method must be attached to the customer.`,
      'payment_method',
      'resource_missing',
    )
  if (world.store.hidden(chosen.id)['spent'] === true)
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was detached, and may not be used again.',
      'payment_method',
    )
  if (!intent.payment_method_types.includes(chosen.type))
    throw invalid(
      `The PaymentMethod provided (${chosen.type}) is not allowed for this intent. Allowed: ${intent.payment_method_types.join(', ')}.`,
      'payment_method',
      'payment_intent_incompatible_payment_method',
    )
  return chosen
}

function methodFromData(
  world: World,
  intent: PaymentIntent | Kinds['setup_intent'],
  params: Params,
): PaymentMethod {
  try {
    return methodFrom(world, params, 'payment_method_data.')
  } catch (error) {
    if (!isRefusal(error) || error.status !== 402) throw error
    const key = intent.object === 'payment_intent' ? 'payment_intent' : 'setup_intent'
    throw refuse(402, { ...error.body, [key]: intent })
  }
}

/** Confirms a payment intent; a decline is recorded and then thrown as Stripe's 402. */
export function confirmPayment(
  world: World,
  intent: PaymentIntent,
  params: Params,
  offSession: boolean,
): PaymentIntent {
  refuseSettled(intent)
  if (at(params, 'allowed_payment_method_types')) {
    const { allowed, types } = allowedTypes(params)
    intent.allowed_payment_method_types = allowed
    intent.payment_method_types = types
  }
  const method = chosenMethod(world, intent, params)
  const usage = text(params, 'setup_future_usage')
  if (usage === 'off_session' || usage === 'on_session') intent.setup_future_usage = usage
  const decline = pay(world, intent, method, { offSession, returnUrl: text(params, 'return_url') || null })
  if (!decline) return intent
  const charge = intent.last_payment_error?.charge
  throw cardError(decline, {
    payment_intent: intent,
    payment_method: method,
    payment_method_type: method.type,
    ...(charge ? { charge } : {}),
  })
}
