import type { Params } from '#api/form.ts'
import { flag, metadata, oneOf, text } from '#api/params.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import { newId, randomText } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { chosenMethod, refuseSettled, setupParams, unexpectedState } from '#resources/intent-confirm.ts'
import { redirectTo } from '#resources/next-actions.ts'
import { refuseOldTypes } from '#resources/payment-intents.ts'
import { attach, behaviourOf, declineOf, methodOf } from '#resources/payment-methods.ts'
import { cardError } from '#resources/paying.ts'
import { type Decline, expired } from '#resources/test-cards.ts'
import { liveCustomer } from './live-customer.ts'
import { allowedTypes } from './payment-method-types.ts'

type SetupIntent = Kinds['setup_intent']

/** Saves a new setup intent; `subscription` uses the card once it is saved. */
export function addSetupIntent(
  world: World,
  asked: {
    customer: string | null
    allowed: string[] | null
    types: string[]
    metadata?: Record<string, string>
    description?: string | null
    usage?: string
    paymentMethod?: string | null
    subscription?: string
  },
): SetupIntent {
  const id = newId('seti')
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: asked.allowed,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: world.now(),
    customer: asked.customer,
    customer_account: null,
    description: asked.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: asked.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: asked.paymentMethod ?? null,
    payment_method_configuration_details: null,
    payment_method_options: asked.types.includes('card')
      ? { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } }
      : {},
    payment_method_types: asked.types,
    single_use_mandate: null,
    status: asked.paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    usage: asked.usage ?? 'off_session',
  }
  world.store.add(intent, { subscription: asked.subscription ?? null })
  world.emit('setup_intent.created', intent)
  return intent
}

function fail(world: World, intent: SetupIntent, method: Kinds['payment_method'], decline: Decline): Decline {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_setup_error = {
    type: 'card_error',
    ...decline,
    payment_method: method,
    payment_method_type: method.type,
  }
  world.store.save(intent)
  world.emit('setup_intent.setup_failed', intent)
  return decline
}

function succeed(world: World, intent: SetupIntent, method: Kinds['payment_method']): void {
  if (intent.customer) attach(world, method, intent.customer)
  world.store.hide(method.id, { setUp: true })
  Object.assign(intent, {
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  })
  world.store.save(intent)
  world.emit('setup_intent.succeeded', intent)
  const waiting = world.store.hidden(intent.id)['subscription']
  const subscription = world.store.find('subscription', String(waiting ?? ''))
  if (subscription && subscription.ended_at === null)
    world.amend(
      subscription,
      { default_payment_method: method.id, pending_setup_intent: null },
      'customer.subscription.updated',
    )
}

/** Confirms a setup; a card that cannot be saved is recorded and then thrown as Stripe's 402. */
export function confirmSetup(world: World, intent: SetupIntent, params: Params): SetupIntent {
  refuseSettled(intent)
  const method = chosenMethod(world, intent, params)
  const card = behaviourOf(world, method)
  const returnUrl = text(params, 'return_url') || null
  const decline = declineOf(world, method)
  if (decline !== expired && (!card || card.authenticates)) {
    const next_action = redirectTo(world, intent.id, method.type, returnUrl)
    Object.assign(intent, { status: 'requires_action', payment_method: method.id, next_action })
    world.store.save(intent)
    world.store.hide(intent.id, { returnUrl })
    world.emit('setup_intent.requires_action', intent)
    return intent
  }
  if (decline && (decline === expired || !card?.attaches)) {
    fail(world, intent, method, decline)
    throw cardError(decline, { setup_intent: intent, payment_method: method })
  }
  succeed(world, intent, method)
  return intent
}

/** The customer returned from the setup's page. */
export function finishSetup(
  world: World,
  intent: SetupIntent,
  method: Kinds['payment_method'],
  passed: boolean,
): void {
  if (passed) {
    succeed(world, intent, method)
    return
  }
  fail(world, intent, method, {
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
}

function create(world: World, params: Params): SetupIntent {
  refuseOldTypes(params)
  const customer = text(params, 'customer') || null
  if (customer) liveCustomer(world, customer, 'customer')
  const named = text(params, 'payment_method')
  const intent = addSetupIntent(world, {
    customer,
    ...allowedTypes(params),
    metadata: metadata(params),
    description: text(params, 'description') || null,
    usage: oneOf(params, 'usage', ['off_session', 'on_session']) ?? 'off_session',
    paymentMethod: named ? methodOf(world, named).id : null,
  })
  if (!flag(params, 'confirm')) return intent
  const { payment_method: _, ...rest } = params
  return confirmSetup(world, intent, rest)
}

export const setupIntentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    takes: [
      ...setupParams,
      'customer',
      'usage',
      'description',
      'confirm',
      'automatic_payment_methods.enabled',
      'automatic_payment_methods.allow_redirects',
      'payment_method_types[]',
      'metadata.*',
    ],
    run: (world, { params }) => create(world, params),
  },
  listRoute('/v1/setup_intents', 'setup_intent', ['customer'], (params) => ({
    where: { customer: text(params, 'customer') ?? null },
  })),
  readRoute('/v1/setup_intents/:id', 'setup_intent'),
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    takes: [...setupParams, 'payment_method_types[]'],
    run(world, { id, params }) {
      refuseOldTypes(params)
      return confirmSetup(world, findOrRefuse(world, 'setup_intent', id), params)
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    takes: ['cancellation_reason'],
    run(world, { id, params }) {
      const intent = findOrRefuse(world, 'setup_intent', id)
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw unexpectedState(
          `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
          intent,
        )
      const cancellation_reason =
        oneOf(params, 'cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer'] as const) ??
        null
      world.amend(
        intent,
        { status: 'canceled', cancellation_reason, next_action: null },
        'setup_intent.canceled',
      )
      return intent
    },
  },
]
