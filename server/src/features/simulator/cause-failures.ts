import type { CardOutcome, ProviderFault, SimulatedFailure } from '@touchline/contract/simulator.ts'
import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { validate } from 'uuid'
import { conflict, notFound } from '#errors.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { idOf } from '#payments/id-of.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { formatDay } from '#time/format-date.ts'
import { renewingMemberships } from './queries.ts'

type Sandbox = NonNullable<Services['payments']['sandbox']>

/** The dependencies for causing failures. `webhooks` is in memory and resets on restart. */
export type FailureContext = Pick<Services, 'db' | 'payments'> & {
  sandbox: Sandbox
  webhooks: { areStopped: boolean }
}

/** Causes a failure in the payment sandbox and returns a description of what will happen. */
export async function causeFailure(context: FailureContext, failure: SimulatedFailure): Promise<string> {
  switch (failure.kind) {
    case 'card':
      return changeCard(context, failure.personId, failure.outcome)
    case 'dispute': {
      const charge = await chargeOf(context, failure.paymentId)
      if (charge.disputed) throw conflict('This payment is disputed already.')
      context.sandbox.control.dispute(charge.id, failure.reason)
      return 'The bank has taken this payment back: a dispute is open, and its amount and fee are gone.'
    }
    case 'fraud_warning': {
      const charge = await chargeOf(context, failure.paymentId)
      context.sandbox.control.warnOfFraud(charge.id)
      return 'The bank suspects this payment: an early fraud warning is on its way.'
    }
    case 'webhooks':
      return stopWebhooks(context, failure.areStopped)
    default:
      return breakProvider(context, failure.fault, failure.requests)
  }
}

/** Stripe's test cards and the description of what a charge does. */
const cards: Record<CardOutcome, { number: string; words: string }> = {
  no_funds: { number: '4000000000009995', words: 'fail: insufficient funds' },
  declined: { number: '4000000000000002', words: 'fail: the bank declines it' },
  expired: { number: '4000000000000069', words: 'fail: the card has expired' },
  lost: { number: '4000000000009987', words: 'fail for good: the card was reported lost' },
  authentication: { number: '4000002760003184', words: 'wait until the member confirms it with the bank' },
  pays: { number: '4242424242424242', words: 'succeed' },
}

async function changeCard(context: FailureContext, personId: string | null, outcome: CardOutcome) {
  const isInvalidId = personId !== null && !validate(personId)
  const [chosen] = isInvalidId ? [] : await renewingMemberships(context.db, personId).limit(1)
  if (!chosen) throw personId === null ? conflict('No member has an upcoming charge.') : notFound('Member')
  const { subscriptionId, periodEnd } = chosen.membership
  const method = await withRefusals(methodOf(context.payments.stripe, subscriptionId))
  if (!method) throw conflict('This member has no card on file, so every charge fails already.')
  if (method.type !== 'card') throw conflict('This member pays with Cash App: only cards can be changed.')
  const { number, words } = cards[outcome]
  context.sandbox.control.changeCard(method.id, number)
  const name = chosen.firstName ?? chosen.email
  return `From now on every charge of ${name} will ${words}. The next one is due on ${formatDay(periodEnd)}.`
}

/** Returns the payment method that Stripe charges for a subscription. */
async function methodOf(stripe: Stripe, subscriptionId: string): Promise<Stripe.PaymentMethod | null> {
  const { default_payment_method: own, customer } = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
  })
  if (own && typeof own !== 'string') return own
  const general =
    typeof customer === 'string' || customer.deleted ? null : customer.invoice_settings.default_payment_method
  return general && typeof general !== 'string' ? general : null
}

async function chargeOf(
  { db, payments: { stripe } }: FailureContext,
  paymentId: string,
): Promise<Stripe.Charge> {
  const [journal] = validate(paymentId)
    ? await db
        .select({ kind: ledgerJournals.kind, txn: ledgerJournals.providerTxn })
        .from(ledgerJournals)
        .where(eq(ledgerJournals.id, paymentId))
    : []
  if (!journal?.txn || (journal.kind !== 'subscription' && journal.kind !== 'tip')) throw notFound('Payment')
  const { source } = await withRefusals(stripe.balanceTransactions.retrieve(journal.txn))
  if (source === null) throw notFound('Payment')
  const charge = await withRefusals(stripe.charges.retrieve(idOf(source)))
  if (charge.refunded) throw conflict('This payment was refunded: there is nothing left to take back.')
  return charge
}

function stopWebhooks({ sandbox, webhooks }: FailureContext, areStopped: boolean): string {
  webhooks.areStopped = areStopped
  if (areStopped) sandbox.control.webhooks.pause()
  else sandbox.control.webhooks.resume()
  return areStopped
    ? 'Webhooks have stopped: what happens at the provider is found out by asking, until they come again.'
    : 'Webhooks come again, also those that were held back.'
}

const faults: Record<ProviderFault, { how: 'reset' | 'hang' | number; words: string }> = {
  away: { how: 'reset', words: 'break off' },
  slow: { how: 'hang', words: 'stay without an answer for ten seconds and then be given up' },
  broken: { how: 500, words: 'be answered with an error' },
}

function breakProvider({ sandbox }: FailureContext, fault: ProviderFault, requests: number): string {
  const { how, words } = faults[fault]
  sandbox.control.failNext({ path: '/v1/', when: 'before', how, times: requests })
  return requests === 1
    ? `The next request to the provider will ${words}.`
    : `The next ${requests} requests to the provider will ${words}.`
}
