import type { Params } from '#api/form.ts'
import { metadata, oneOf, text, integer } from '#api/params.ts'
import { invalid, malformed, missing } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { covers } from '#resources/balance.ts'
import { addBalanceTransaction } from '#resources/balance-transactions.ts'
import { behaviourOf } from '#resources/payment-methods.ts'

type Refund = Kinds['refund']
type Charge = Kinds['charge']

const laterSeconds = 300
const hour = 3600
const shortOfMoney = 'insufficient_funds'

function chargeAsked(world: World, params: Params): Charge {
  const chargeId = text(params, 'charge')
  if (chargeId) return findOrRefuse(world, 'charge', chargeId, 'charge')
  const intentId = text(params, 'payment_intent')
  if (!intentId)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = findOrRefuse(world, 'payment_intent', intentId, 'payment_intent')
  if (intent.latest_charge && intent.status === 'succeeded')
    return findOrRefuse(world, 'charge', intent.latest_charge)
  throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
}

function amountAsked(params: Params, charge: Charge): number {
  const left = charge.amount - charge.amount_refunded
  if (left <= 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  const amount = integer(params, 'amount') ?? left
  if (amount < 1) throw malformed('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > left)
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
      'refund_amount_exceeds_charge',
    )
  return amount
}

function move(world: World, charge: Charge, refund: Refund, back: boolean): string {
  const isCard = charge.payment_method_details?.type === 'card'
  return addBalanceTransaction(world, {
    amount: back ? refund.amount : -refund.amount,
    currency: refund.currency,
    description: back ? `REFUND FAILURE (${charge.id})` : `REFUND FOR CHARGE (${charge.id})`,
    reporting_category: back ? 'refund_failure' : 'refund',
    type: back
      ? isCard
        ? 'refund_failure'
        : 'payment_failure_refund'
      : isCard
        ? 'refund'
        : 'payment_refund',
    source: refund.id,
    availableOn: world.now(),
  }).id
}

function reckon(world: World, charge: Charge, delta: number): void {
  const amount_refunded = charge.amount_refunded + delta
  world.amend(charge, { amount_refunded, refunded: amount_refunded === charge.amount })
}

// During an inquiry, and after one without consequences.
function isRefundable(world: World, charge: Charge): boolean {
  const { data } = world.store.page({ kind: 'dispute', where: { parent: charge.id }, limit: 1 })
  return data.every((dispute) => dispute.is_charge_refundable)
}

function create(world: World, params: Params): Refund {
  const charge = chargeAsked(world, params)
  if (charge.status !== 'succeeded')
    throw invalid('This charge did not succeed and cannot be refunded.', 'charge')
  if (charge.disputed && !isRefundable(world, charge))
    throw invalid('This charge has been charged back.', 'charge', 'charge_disputed')
  const amount = amountAsked(params, charge)
  const isCard = charge.payment_method_details?.type === 'card'
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    ...(isCard
      ? {
          destination_details: {
            card: {
              reference_status: 'pending',
              reference_type: 'acquirer_reference_number',
              type: 'refund',
            },
            type: 'card',
          },
        }
      : { destination_details: { cashapp: {}, type: 'cashapp' } }),
    metadata: metadata(params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: oneOf(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'pending',
    transfer_reversal: null,
  }
  if (!covers(world, amount, charge.currency))
    return isCard ? wait(world, refund, charge) : bounce(world, refund)
  world.store.add(refund)
  Object.assign(refund, leave(world, charge, refund))
  world.store.save(refund)
  reckon(world, charge, amount)
  world.emit('refund.created', refund)
  world.emit('charge.refunded', charge)
  return refund
}

// The refund leaves; its card's later outcome is scheduled.
function leave(world: World, charge: Charge, refund: Refund): Partial<Refund> {
  const method = world.store.find('payment_method', charge.payment_method ?? '')
  const later = method && behaviourOf(world, method)?.later
  if (later === 'refund_pending' || later === 'refund_fails')
    world.schedule('refund', refund.id, world.now() + laterSeconds)
  const status = later === 'refund_pending' ? 'pending' : 'succeeded'
  return { status, balance_transaction: move(world, charge, refund, false) }
}

// Nothing has moved: it is retried until the balance or the bank has enough.
function wait(world: World, refund: Refund, charge: Charge): Refund {
  world.store.add(Object.assign(refund, { pending_reason: shortOfMoney }))
  reckon(world, charge, refund.amount)
  world.emit('refund.created', refund)
  world.emit('charge.refunded', charge)
  world.schedule('refund', refund.id, world.now() + hour)
  return refund
}

// Only a card's refund can be pending.
function bounce(world: World, refund: Refund): Refund {
  world.store.add(Object.assign(refund, { status: 'failed', failure_reason: shortOfMoney }))
  world.emit('refund.created', refund)
  world.emit('refund.failed', refund)
  return refund
}

/** A refund's later outcome: a waiting one leaves, a pending one succeeds, a sent one fails. */
export function settleRefund(world: World, refund: Refund): void {
  const charge = world.store.find('charge', refund.charge ?? '')
  if (!charge) return
  if (refund.status === 'pending' && refund.pending_reason === shortOfMoney) {
    if (!covers(world, refund.amount, refund.currency)) {
      world.schedule('refund', refund.id, world.now() + hour)
      return
    }
    const gone = { ...leave(world, charge, refund), pending_reason: undefined }
    world.amend(refund, gone, 'refund.updated')
    return
  }
  if (refund.status === 'pending') {
    world.amend(refund, { status: 'succeeded' }, 'refund.updated')
    return
  }
  reckon(world, charge, -refund.amount)
  const failure_balance_transaction = move(world, charge, refund, true)
  const patch = { status: 'failed', failure_balance_transaction, failure_reason: 'unknown' } as const
  world.amend(refund, patch, 'refund.updated')
  world.emit('refund.failed', refund)
}

export const refundRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    takes: ['charge', 'payment_intent', 'amount', 'reason', 'metadata.*'],
    run: (world, { params }) => create(world, params),
  },
  listRoute('/v1/refunds', 'refund', ['charge', 'payment_intent'], (params) => ({
    where: { parent: text(params, 'charge') ?? null, label: text(params, 'payment_intent') ?? null },
  })),
  readRoute('/v1/refunds/:id', 'refund'),
  {
    method: 'POST',
    path: '/v1/refunds/:id',
    takes: ['metadata.*'],
    run(world, { id, params }) {
      const refund = world.store.find('refund', id)
      if (!refund) throw missing('refund', id)
      return world.amend(refund, { metadata: metadata(params, refund.metadata ?? {}) }, 'refund.updated')
    },
  },
]
