import type { Params } from '#api/form.ts'
import { flag, metadata, oneOf, text, integer } from '#api/params.ts'
import { invalid, missing } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import type { PageFilter } from '#engine/pages.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { endSubscription } from '#resources/subscription-life.ts'
import { createParams, createSubscription } from '#resources/subscription-making.ts'
import { periodEndOf } from './subscription-status.ts'

type Subscription = Kinds['subscription']

const feedbacks = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const

function cancellationOf(params: Params, subscription: Subscription): Subscription['cancellation_details'] {
  const current = subscription.cancellation_details
  return {
    comment: text(params, 'cancellation_details.comment') ?? current?.comment ?? null,
    feedback: oneOf(params, 'cancellation_details.feedback', feedbacks) ?? current?.feedback ?? null,
    feedback_option: null,
    reason: current?.reason ?? null,
  }
}

// Canceling at the period's end also sets `cancel_at`; undoing either clears what the flag had set.
function endingAsked(world: World, params: Params, subscription: Subscription): Partial<Subscription> {
  const atPeriodEnd = flag(params, 'cancel_at_period_end')
  const cancelAt = text(params, 'cancel_at')
  if (atPeriodEnd !== undefined && cancelAt !== undefined)
    throw invalid('Pass only one of cancel_at and cancel_at_period_end.', 'cancel_at')
  const undone = { cancel_at: null, cancel_at_period_end: false, canceled_at: null }
  if (cancelAt === '' || (atPeriodEnd === false && subscription.cancel_at_period_end)) return undone
  if (!atPeriodEnd && cancelAt === undefined) return {}
  if (cancelAt === undefined && subscription.cancel_at_period_end) return {}
  const at = atPeriodEnd ? periodEndOf(subscription) : integer(params, 'cancel_at')!
  if (at <= world.now()) throw invalid('The cancellation date must be in the future.', 'cancel_at')
  return { cancel_at: at, cancel_at_period_end: atPeriodEnd ?? false, canceled_at: world.now() }
}

/** Updates a subscription; rejects changes its state no longer allows. */
export function updateSubscription(world: World, subscription: Subscription, params: Params): Subscription {
  const cancellation_details = cancellationOf(params, subscription)
  const patch: Partial<Subscription> = {
    cancellation_details,
    metadata: metadata(params, subscription.metadata),
  }
  const others = Object.keys(params).filter(
    (name) => !['metadata', 'cancellation_details', 'expand'].includes(name),
  )
  if (subscription.ended_at !== null && others.length > 0)
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const method = text(params, 'default_payment_method')
  if (method !== undefined) {
    const given = method ? findOrRefuse(world, 'payment_method', method, 'default_payment_method') : null
    if (given && given.customer !== subscription.customer)
      throw invalid(
        `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
        'default_payment_method',
        'resource_missing',
      )
    patch.default_payment_method = given?.id ?? null
  }
  const description = text(params, 'description')
  if (description !== undefined) patch.description = description || null
  Object.assign(patch, endingAsked(world, params, subscription))
  if (patch.cancel_at !== undefined) {
    patch.cancellation_details = {
      ...cancellation_details!,
      reason: patch.cancel_at ? 'cancellation_requested' : null,
    }
    if (patch.cancel_at) world.schedule('end', subscription.id, patch.cancel_at)
    else world.unschedule('end', subscription.id)
  }
  return world.amend(subscription, patch, 'customer.subscription.updated')
}

function statusFilter(params: Params): PageFilter {
  const status = text(params, 'status')
  if (status === 'all') return {}
  if (!status) return { exceptState: 'canceled' }
  return { states: status === 'ended' ? ['canceled', 'incomplete_expired'] : [status] }
}

export const subscriptionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    takes: createParams,
    run: (world, { params }) => createSubscription(world, params),
  },
  listRoute('/v1/subscriptions', 'subscription', ['customer', 'status', 'test_clock'], (params) => {
    const customer = text(params, 'customer') ?? null
    // Subscriptions of a test clock are only listed when it, or the customer, is named.
    const clock = text(params, 'test_clock') ?? (customer ? null : '')
    return { where: { customer, ...(clock === null ? {} : { clock }) }, ...statusFilter(params) }
  }),
  readRoute('/v1/subscriptions/:id', 'subscription'),
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    takes: [
      'cancel_at_period_end',
      'cancel_at',
      'default_payment_method',
      'description',
      'metadata.*',
      'cancellation_details.comment',
      'cancellation_details.feedback',
      'proration_behavior',
    ],
    run: (world, { id, params }) =>
      updateSubscription(world, findOrRefuse(world, 'subscription', id), params),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    takes: ['cancellation_details.comment', 'cancellation_details.feedback', 'invoice_now', 'prorate'],
    run(world, { id, params }) {
      const subscription = findOrRefuse(world, 'subscription', id)
      if (subscription.ended_at !== null) throw missing('subscription', id)
      subscription.cancellation_details = cancellationOf(params, subscription)
      return endSubscription(world, subscription, 'cancellation_requested')
    },
  },
]
