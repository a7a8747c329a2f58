import type { Params } from '#api/form.ts'
import { flag, metadata, text } from '#api/params.ts'
import { invalid } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { addBalanceTransaction, day } from '#resources/balance-transactions.ts'

type Dispute = Kinds['dispute']

const disputeFee = 1500

const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const

function noEvidence(): Dispute['evidence'] {
  // All evidence fields, empty.
  const evidence: Dispute['evidence'] = Object.assign(Object.create(null), { enhanced_evidence: {} })
  for (const name of evidenceFields) evidence[name] = null
  return evidence
}

// A dispute contains its balance transactions themselves, not their ids.
function move(world: World, dispute: Dispute, direction: 1 | -1): void {
  const transaction = addBalanceTransaction(world, {
    amount: direction * dispute.amount,
    currency: dispute.currency,
    description:
      direction < 0
        ? `Chargeback withdrawal for ${dispute.charge}`
        : `Chargeback reversal for ${dispute.charge}`,
    reporting_category: direction < 0 ? 'dispute' : 'dispute_reversal',
    type: 'adjustment',
    source: dispute.id,
    ...(direction < 0 ? { fee: disputeFee } : {}),
    availableOn: world.now(),
  })
  dispute.balance_transactions = [...dispute.balance_transactions, transaction]
  world.store.save(dispute)
}

export const disputeReasons = [
  'bank_cannot_process',
  'check_returned',
  'credit_not_processed',
  'customer_initiated',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'insufficient_funds',
  'noncompliant',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** The open inquiry about a payment, if there is one. */
export function inquiryAbout(world: World, charge: Kinds['charge']): Dispute | undefined {
  const { data } = world.store.page({ kind: 'dispute', where: { parent: charge.id }, limit: 1 })
  return data.find(({ status }) => status.startsWith('warning_') && status !== 'warning_closed')
}

function takeMoney(world: World, dispute: Dispute): Dispute {
  move(world, dispute, -1)
  world.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

// What was refunded during the inquiry is not taken again.
function escalate(world: World, inquiry: Dispute, charge: Kinds['charge']): Dispute {
  const amount = charge.amount - charge.amount_refunded
  const patch = { status: 'needs_response', is_charge_refundable: false, amount }
  return takeMoney(world, world.amend(inquiry, patch, 'charge.dispute.updated'))
}

/** Amount and fee leave the balance at once; during an inquiry nothing moves. Rejects a disputed or refunded payment. */
export function openDispute(
  world: World,
  charge: Kinds['charge'],
  reason: DisputeReason,
  isInquiry = false,
): Dispute {
  const inquiry = charge.refunded || isInquiry ? undefined : inquiryAbout(world, charge)
  if (inquiry) return escalate(world, inquiry, charge)
  if (charge.refunded || charge.disputed)
    throw invalid(`${charge.id} is ${charge.disputed ? 'disputed' : 'refunded in full'} already.`)
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: world.now() + 9 * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  world.store.add(dispute)
  world.amend(charge, { disputed: true }, 'charge.updated')
  world.emit('charge.dispute.created', dispute)
  return isInquiry ? dispute : takeMoney(world, dispute)
}

function close(world: World, dispute: Dispute, status: 'won' | 'lost'): Dispute {
  if (dispute.status.startsWith('warning_')) {
    world.amend(dispute, { status: 'warning_closed', is_charge_refundable: true })
    world.emit('charge.dispute.closed', dispute)
    return dispute
  }
  world.amend(dispute, { status })
  world.emit('charge.dispute.closed', dispute)
  if (status === 'lost') return dispute
  move(world, dispute, 1)
  world.emit('charge.dispute.funds_reinstated', dispute)
  return dispute
}

function refuseClosed(dispute: Dispute): void {
  if (['won', 'lost', 'warning_closed'].includes(dispute.status))
    throw invalid('This dispute is already closed.', undefined, 'dispute_already_closed')
}

function update(world: World, dispute: Dispute, params: Params): Dispute {
  refuseClosed(dispute)
  const evidence = { ...dispute.evidence }
  for (const name of evidenceFields) {
    const value = text(params, `evidence.${name}`)
    if (value !== undefined) evidence[name] = value || null
  }
  const isInquiry = dispute.status.startsWith('warning_')
  const submits = flag(params, 'submit') ?? params['evidence'] !== undefined
  const patch: Partial<Dispute> = {
    evidence,
    metadata: metadata(params, dispute.metadata),
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: evidenceFields.some((name) => evidence[name] !== null),
      submission_count: dispute.evidence_details.submission_count + (submits ? 1 : 0),
    },
    ...(submits ? { status: isInquiry ? 'warning_under_review' : 'under_review' } : {}),
  }
  world.amend(dispute, patch, 'charge.dispute.updated')
  // The two evidence texts that decide a test dispute at Stripe.
  if (submits && evidence.uncategorized_text === 'winning_evidence') return close(world, dispute, 'won')
  if (submits && evidence.uncategorized_text === 'losing_evidence') return close(world, dispute, 'lost')
  return dispute
}

export const disputeRoutes: readonly Route[] = [
  listRoute('/v1/disputes', 'dispute', ['charge', 'payment_intent'], (params) => ({
    where: { parent: text(params, 'charge') ?? null, label: text(params, 'payment_intent') ?? null },
  })),
  readRoute('/v1/disputes/:id', 'dispute'),
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    takes: [...evidenceFields.map((name) => `evidence.${name}`), 'submit', 'metadata.*'],
    run: (world, { id, params }) => update(world, findOrRefuse(world, 'dispute', id), params),
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    run(world, { id }) {
      const dispute = findOrRefuse(world, 'dispute', id)
      refuseClosed(dispute)
      return close(world, dispute, 'lost')
    },
  },
]
