import { text } from '#api/params.ts'
import { listRoute, readRoute, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { addBalanceTransaction, day, feeFor } from '#resources/balance-transactions.ts'
import type { Decline, TestCard } from '#resources/test-cards.ts'

type Charge = Kinds['charge']
type Details = NonNullable<Charge['payment_method_details']>

function cardDetails(method: Kinds['payment_method'], amount: number, authenticated: boolean): Details {
  const card = method.card!
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: authenticated ? '05' : null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      extended_authorization: { status: 'disabled' },
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
      regulated_status: card.regulated_status,
      three_d_secure: authenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

function outcomeOf(decline: Decline | null): Charge['outcome'] {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: decline ? '01' : null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline ? 'The bank did not return any further details.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

/** Saves the charge of one payment attempt, successful or declined, with its balance transaction. */
export function addCharge(
  world: World,
  intent: Kinds['payment_intent'],
  method: Kinds['payment_method'],
  result: { decline: Decline | null; authenticated: boolean; card: TestCard | undefined },
): Charge {
  const { decline } = result
  const now = world.now()
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing_details, tax_id: null },
    calculated_statement_descriptor: 'SANDBOX',
    captured: !decline,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details:
      method.type === 'card'
        ? cardDetails(method, intent.amount, result.authenticated)
        : {
            type: 'cashapp',
            cashapp: {
              buyer_id: method.cashapp?.buyer_id ?? null,
              cashtag: method.cashapp?.cashtag ?? null,
              transaction_id: newId('cashtx'),
            },
          },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
  world.store.add(charge, { invoice: world.store.hidden(intent.id)['invoice'] ?? null })
  world.emit(decline ? 'charge.failed' : 'charge.succeeded', charge)
  if (!decline) bookCharge(world, charge, result.card)
  return charge
}

// The balance transaction is announced after the charge, as at Stripe since asynchronous captures.
function bookCharge(world: World, charge: Charge, card: TestCard | undefined): void {
  const transaction = addBalanceTransaction(world, {
    amount: charge.amount,
    currency: charge.currency,
    description: charge.description,
    reporting_category: 'charge',
    type: card ? 'charge' : 'payment',
    source: charge.id,
    fee: feeFor(charge.amount),
    availableOn: card?.later === 'available_at_once' ? world.now() : world.now() + 2 * day,
  })
  world.amend(charge, { balance_transaction: transaction.id }, 'charge.updated')
  if (card?.later === 'dispute' || card?.later === 'fraud_warning')
    world.schedule(card.later, charge.id, world.now() + 60)
}

export const chargeRoutes: readonly Route[] = [
  listRoute('/v1/charges', 'charge', ['customer', 'payment_intent'], (params) => ({
    where: { customer: text(params, 'customer') ?? null, parent: text(params, 'payment_intent') ?? null },
  })),
  readRoute('/v1/charges/:id', 'charge'),
]
