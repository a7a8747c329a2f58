import type { Params } from '#api/form.ts'
import { at, flag, metadata, oneOf, required, text, integer } from '#api/params.ts'
import { invalid, malformed, noSuchResource } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import { newId, randomText } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { confirmParams, confirmPayment, unexpectedState } from '#resources/intent-confirm.ts'
import { methodOf } from '#resources/payment-methods.ts'
import { liveCustomer } from './live-customer.ts'
import { allowedTypes } from './payment-method-types.ts'

type PaymentIntent = Kinds['payment_intent']

/** 400 for a parameter that this API version no longer has. */
export function refuseOldTypes(params: Params): void {
  if (at(params, 'payment_method_types') !== undefined)
    throw invalid(
      'The `payment_method_types` parameter is no longer supported. Use `allowed_payment_method_types` instead.',
      'payment_method_types',
      'payment_method_types_no_longer_supported',
    )
}

type Asked = Pick<PaymentIntent, 'amount' | 'currency' | 'customer'> &
  Partial<
    Pick<
      PaymentIntent,
      'description' | 'metadata' | 'receipt_email' | 'setup_future_usage' | 'transfer_group'
    >
  > & {
    allowed: string[] | null
    types: string[]
    automatic?: boolean
    paymentMethod?: string | null
    invoice?: string
  }

/** Saves a new intent; `invoice` links it to the invoice it pays. */
export function addPaymentIntent(world: World, asked: Asked): PaymentIntent {
  const id = newId('pi')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: asked.allowed,
    amount: asked.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: asked.automatic ? { allow_redirects: 'always', enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: world.now(),
    currency: asked.currency,
    customer: asked.customer,
    customer_account: null,
    description: asked.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: asked.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: asked.paymentMethod ?? null,
    payment_method_configuration_details: null,
    payment_method_options: asked.types.includes('card')
      ? {
          card: {
            installments: null,
            mandate_options: null,
            network: null,
            request_three_d_secure: 'automatic',
          },
        }
      : {},
    payment_method_types: asked.types,
    payment_record: null,
    processing: null,
    receipt_email: asked.receipt_email ?? null,
    review: null,
    setup_future_usage: asked.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: asked.paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    transfer_group: asked.transfer_group ?? null,
  }
  world.store.add(intent, { invoice: asked.invoice ?? null })
  world.emit('payment_intent.created', intent)
  return intent
}

function create(world: World, params: Params): PaymentIntent {
  refuseOldTypes(params)
  const amount = integer(params, 'amount')
  if (amount === undefined) throw malformed('Missing required param: amount.', 'amount', 'parameter_missing')
  const currency = required(params, 'currency').toLowerCase()
  if (amount < 50) throw malformed('Amount must be at least $0.50 usd', 'amount', 'amount_too_small')
  if (amount > 99_999_999)
    throw malformed('Amount must be no more than $999,999.99', 'amount', 'amount_too_large')
  const confirms = flag(params, 'confirm') ?? false
  const offSession = offSessionOf(params)
  if (!confirms && (offSession || text(params, 'return_url')))
    throw invalid('`off_session` and `return_url` may only be given when `confirm` is true.')
  if (oneOf(params, 'capture_method', ['automatic', 'automatic_async', 'manual']) === 'manual')
    throw noSuchResource('Manual capture', 'capture_method')
  const customer = text(params, 'customer') || null
  if (customer) liveCustomer(world, customer, 'customer')
  const named = text(params, 'payment_method')
  const method = named ? methodOf(world, named) : null
  const intent = addPaymentIntent(world, {
    amount,
    currency,
    customer,
    description: text(params, 'description') || null,
    metadata: metadata(params),
    receipt_email: text(params, 'receipt_email') || null,
    setup_future_usage: oneOf(params, 'setup_future_usage', ['off_session', 'on_session']) ?? null,
    transfer_group: text(params, 'transfer_group') || null,
    ...allowedTypes(params),
    automatic: flag(params, 'automatic_payment_methods.enabled') ?? false,
    paymentMethod: method?.id ?? null,
  })
  if (!confirms) return intent
  // A token like `pm_card_visa` has just become a payment method.
  const { payment_method: _, ...rest } = params
  return confirmPayment(world, intent, rest, offSession)
}

function offSessionOf(params: Params): boolean {
  const value = text(params, 'off_session')
  if (value === 'one_off' || value === 'recurring') return true
  return flag(params, 'off_session') ?? false
}

export function cancelIntent(
  world: World,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the ` +
        'following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.',
      intent,
    )
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: world.now(),
    cancellation_reason: reason,
    next_action: null,
  })
  world.store.save(intent)
  world.emit('payment_intent.canceled', intent)
  return intent
}

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const

export const paymentIntentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    takes: [
      ...confirmParams,
      'amount',
      'currency',
      'customer',
      'description',
      'receipt_email',
      'transfer_group',
      'capture_method',
      'confirm',
      'automatic_payment_methods.enabled',
      'automatic_payment_methods.allow_redirects',
      'payment_method_types[]',
      'metadata.*',
    ],
    run: (world, { params }) => create(world, params),
  },
  listRoute('/v1/payment_intents', 'payment_intent', ['customer'], (params) => ({
    where: { customer: text(params, 'customer') ?? null },
  })),
  readRoute('/v1/payment_intents/:id', 'payment_intent'),
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    takes: ['description', 'receipt_email', 'metadata.*'],
    run(world, { id, params }) {
      const intent = findOrRefuse(world, 'payment_intent', id)
      return world.amend(intent, {
        description: text(params, 'description') ?? intent.description,
        receipt_email: text(params, 'receipt_email') ?? intent.receipt_email,
        metadata: metadata(params, intent.metadata),
      })
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    takes: [...confirmParams, 'payment_method_types[]'],
    run(world, { id, params }) {
      refuseOldTypes(params)
      return confirmPayment(world, findOrRefuse(world, 'payment_intent', id), params, offSessionOf(params))
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    takes: ['cancellation_reason'],
    run(world, { id, params }) {
      const reason = oneOf(params, 'cancellation_reason', reasons) ?? null
      const intent = findOrRefuse(world, 'payment_intent', id)
      if (world.store.hidden(id)['invoice'])
        throw unexpectedState(
          'You cannot cancel the PaymentIntent of an invoice. Void the invoice instead.',
          intent,
        )
      return cancelIntent(world, intent, reason)
    },
  },
]
